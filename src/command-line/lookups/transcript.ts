/** Reads turns of a stored transcript. */

import { z } from 'zod'
import type { CallChunk, OpenedCall, Turns } from '#contract/api/calls.ts'
import { checksByTurn } from '#contract/api/checks-by-turn.ts'
import { readJsonText } from '#contract/api/serialized-json.ts'
import type { TurnCheck } from '#contract/api/turn-checks.ts'
import { failureOfApi } from '../failure-of-api.ts'
import { refuseAsNotStored } from '../refuse.ts'
import type { LibraryApi } from '../library-reading.ts'
import { lookup } from '../lookup.ts'
import { link, linkTo, packedIn, packIn, time, timeOf } from './shared-fields.ts'

const turn = z.object({
  /** Position in the transcript, from 0. */
  turn: z.int(),
  speaker: z.string(),
  role: z.string().nullable(),
  organization: z.string().nullable(),
  section: z.enum(['prepared', 'qa', 'whole']),
  /** Seconds of the recording; null: the turn has no time. */
  start: z.number().nullable(),
  /** The transcriber’s, 0 to 1. */
  confidence: z.number().nullable(),
  /** As corrected, else as the service sent it. */
  text: z.string(),
  /** The text is the user's correction, or that of a colleague whose pack it came in. */
  corrected: z.boolean(),
  /** Null: not corrected. */
  correction: z
    .object({
      received: z.string().describe('The text that the service sent'),
      /** Empty: not known. */
      author: z.string(),
      at: time,
    })
    .nullable(),
  link,
})

const readTranscript = z.object({
  callId: z.string(),
  title: z.string(),
  symbol: z.string().nullable(),
  startedAt: time,
  /** Turns of the whole transcript. */
  total: z.int(),
  /** sha256 of the content that is shown, hex. */
  hash: z.string(),
  fetchedAt: time,
  pack: packedIn,
  record: z.int(),
  turns: z.array(turn),
})

export const transcript = lookup({
  command: 'transcript',
  tool: 'read_transcript',
  title: 'Transcript of a call',
  summary: 'Turns of a stored transcript, with speakers and times in the recording.',
  input: z.strictObject({
    callId: z.string().min(1).max(200).describe('The call, from calls or search'),
    turn: z.int().min(0).default(0).describe('The first turn; default 0'),
    turns: z.int().min(1).max(500).default(100).describe('Most turns: 1 to 500; default 100'),
  }),
  positional: ['callId'],
  response: readTranscript,
  look: (api, { callId, turn, turns }, signal) => readTurns(api, { callId, from: turn, until: turn + turns }, signal),
  table: ({ title, pack, turns, total }) => ({
    title,
    columns: [
      { title: 'Turn', kind: 'count' },
      { title: 'Time', kind: 'text' },
      { title: 'Speaker', kind: 'text' },
      { title: 'Text', kind: 'text' },
    ],
    rows: turns.map(({ turn, start, speaker, text, corrected }) => [
      turn,
      clockOf(start),
      speaker,
      corrected ? `Corrected: ${text}` : text,
    ]),
    notes: [
      ...(turns.length < total
        ? [`${turns.length} of ${total} turns are shown. Use --turn and --turns for others.`]
        : []),
      ...(pack ? [`${pack.origin}.`] : []),
    ],
  }),
})

/** Turns of a stored transcript, from one and before another; `until` may be infinite. Throws Refusal, and what `calls.open` throws. */
export async function readTurns(
  api: LibraryApi,
  { callId, from, until }: { readonly callId: string; readonly from: number; readonly until: number },
  signal: AbortSignal,
): Promise<z.infer<typeof readTranscript>> {
  const { call, turns } = await openedCall(api, { callId, from }, signal)
  const { checks } = await api.turnChecks.ofCall({ callId }, { signal })
  const checked = checksByTurn(
    turns.map(({ text }) => text),
    checks.map(({ words, check }) => ({ ...words, check })),
  )
  return {
    callId,
    title: call.entry.title,
    symbol: call.entry.symbol,
    startedAt: timeOf(call.entry.startedAt),
    total: turns.length,
    hash: call.hash,
    fetchedAt: timeOf(call.fetchedAt),
    pack: packIn(call.pack),
    record: call.recordId,
    turns: turns.slice(from, Math.min(turns.length, until)).map((each, at) => ({
      ...each,
      ...textOf(each.text, checked.get(from + at)?.check),
      turn: from + at,
      link: linkTo({ screen: 'call', callId, second: each.start }),
    })),
  }
}

/** Throws Refusal for a call that is only listed, and what `calls.open` throws. */
async function openedCall(
  api: LibraryApi,
  { callId, from }: { readonly callId: string; readonly from: number },
  signal: AbortSignal,
): ReturnType<typeof whole> {
  try {
    const form = { format: 'json', clean: false } as const
    return await whole(await api.calls.open({ callId, form, turn: from, freshness: 'library' }, { signal }))
  } catch (error) {
    if (failureOfApi(error)?.kind !== 'not-in-library') throw error
    const listed = await api.calls.preview({ callId }, { signal })
    // Another form of it may be stored.
    if (listed === null || listed.entry.stored !== null) throw error
    return refuseAsNotStored(`The transcript of “${listed.entry.title}” is not downloaded.`)
  }
}

/** As corrected, or as received where it was not checked, or found right. */
function textOf(received: string, check: TurnCheck | undefined) {
  if (check === undefined || check.correction === null) return { text: received, corrected: false, correction: null }
  return {
    text: check.correction,
    corrected: true,
    correction: { received, author: check.author, at: timeOf(check.at) },
  }
}

/** As received. */
type Turn = Omit<z.infer<typeof turn>, 'turn' | 'link' | 'corrected' | 'correction'>

/** Puts the pieces of a call together, in the order of its turns. */
async function whole(pieces: AsyncIterable<CallChunk>): Promise<{ call: OpenedCall; turns: Turn[] }> {
  let call: OpenedCall | null = null
  const columns: { readonly first: number; readonly turns: Turns }[] = []
  for await (const piece of pieces) {
    call ??= piece.call
    for (const { first, turns } of piece.chunks) columns.push({ first, turns: readJsonText(turns) })
  }
  if (call === null) throw new Error('a call without its first piece')
  const { speakers } = call
  const turns = columns
    .toSorted((one, other) => one.first - other.first)
    .flatMap(({ turns: each }) =>
      each.text.map((text, at): Turn => {
        const speaker = speakers[each.speaker[at] ?? -1]
        return {
          speaker: speaker?.name ?? '',
          role: speaker?.role ?? null,
          organization: speaker?.organization ?? null,
          section: each.section[at] ?? 'whole',
          start: each.start[at] ?? null,
          confidence: each.confidence[at] ?? null,
          text,
        }
      }),
    )
  return { call, turns }
}

/** `0:12:34`; empty without a time. */
export function clockOf(seconds: number | null): string {
  if (seconds === null) return ''
  const whole = Math.floor(seconds)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`
}
