/** Saves an audio clip of some turns, with their quote as a text file. */

import type { CallReading } from '#contract/api/calls.ts'
import type { DraggedFile } from '#contract/shell.ts'
import type { TextPosition } from './transcript/passages.ts'
import type { Core } from '../core-client/client.ts'
import { saveBlob } from '../ui/save-blob.ts'
import { spanOfTurn } from './listen/playback-markers.ts'
import { quoteAt, quoteText, type Quote } from './quote.ts'
import { saveFile } from '../app/save-file.ts'

interface CutClip extends DraggedFile {
  readonly mediaType: string
  /** Of the file, without its ending. */
  readonly name: string
  readonly quote: Quote
}

/** The turns of a passage as sound; or why not, in one sentence. Rejects with `RequestFailed`. */
export async function cutClip(
  core: Pick<Core, 'recordings'>,
  call: CallReading,
  position: TextPosition,
): Promise<CutClip | string> {
  const from = spanOfTurn(call.turns, position.firstTurn)?.from
  const to = spanOfTurn(call.turns, position.lastTurn)?.to
  if (from === undefined || to === undefined) return 'No clip: the selected text has no timestamps.'
  const { callId } = call.entry
  const { local, media } = await core.recordings.read({ callId })
  if (media === null) return 'No clip: this call has no recording.'
  if (!local) return 'Download the recording first: a clip is cut from it.'
  const clip = await core.recordings.clip({ callId, from: Math.max(0, from), to })
  if (!clip) return 'No clip: clips cannot be cut from this audio format.'
  const quote = quoteAt(call, position)
  const name = clipName(quote.symbol, quote.date, quote.time)
  const { mediaType, base64, ending } = clip
  return { mediaType, base64, name, fileName: `${name}.${ending}`, quote }
}

/** Saves the clip, and its quote as text next to it under the same name. */
export function saveClip(clip: CutClip): void {
  const { name, quote } = clip
  saveFile(clip)
  saveBlob(`${name}.txt`, new Blob([`${quoteText(quote)}\n`], { type: 'text/plain;charset=utf-8' }))
}

/** `HLDN 2026-10-21 0.31.48`; text of the service is reduced to what any system allows in a file name. */
function clipName(...parts: readonly string[]): string {
  const clean = parts.map((part) => part.replaceAll(':', '.').replaceAll(/[^\w.-]/g, ''))
  return clean.filter((part) => part !== '').join(' ') || 'Clip'
}
