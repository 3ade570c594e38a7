/** Saves an audio clip of some turns, with their quote as a text file. */

import type { CallReading } from '#contract/api/calls.ts'
import type { TextPosition } from './transcript/passages.ts'
import type { Core } from '../core-client/client.ts'
import { saveBlob } from '../ui/save-blob.ts'
import { spanOfTurn } from './listen/playback-markers.ts'
import { quoteAt, quoteText } from './quote.ts'
import { saveFile } from '../app/save-file.ts'

/**
 * Saves the turns of a passage as sound, and its quote as text beside it under the same name. Returns what was done, or why not, in
 * one sentence. Rejects with `RequestFailed`.
 */
export async function saveClip(
  core: Pick<Core, 'recordings'>,
  call: CallReading,
  position: TextPosition,
): Promise<string> {
  const from = spanOfTurn(call.turns, position.firstTurn)?.from
  const to = spanOfTurn(call.turns, position.lastTurn)?.to
  if (from === undefined || to === undefined) return 'No clip saved: the selected text has no timestamps.'
  const { callId } = call.entry
  const { local, media } = await core.recordings.read({ callId })
  if (media === null) return 'No clip saved: this call has no recording.'
  if (!local) return 'Download the recording first, then save the clip.'
  const clip = await core.recordings.clip({ callId, from: Math.max(0, from), to })
  if (!clip) return 'No clip saved: clips cannot be cut from this audio format.'
  const quote = quoteAt(call, position)
  const name = clipName(quote.symbol, quote.date, quote.time)
  const fileName = `${name}.${clip.ending}`
  saveFile({ ...clip, fileName })
  saveBlob(`${name}.txt`, new Blob([`${quoteText(quote)}\n`], { type: 'text/plain;charset=utf-8' }))
  return `Saved ${fileName} with its quote.`
}

/** `HLDN 2026-10-21 0.31.48`; text of the service is reduced to what any system allows in a file name. */
function clipName(...parts: readonly string[]): string {
  const clean = parts.map((part) => part.replaceAll(':', '.').replaceAll(/[^\w.-]/g, ''))
  return clean.filter((part) => part !== '').join(' ') || 'Clip'
}
