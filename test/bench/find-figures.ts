import { deriveTranscript } from '#core/calls/transcript/derive-transcript.ts'
import { speakersOf } from '#core/calls/transcript/speaker-totals.ts'
import { claimsByTurn } from '#core/spoken-figures/find-claims.ts'
import { longCall } from './long-call.ts'
import { inTurn, milliseconds, percentile, timed, times, type Measured } from './measure.ts'

const turns = 10_000
/** For so long the core reads before other requests get their turn. */
const millisecondsAtOnce = 8
const rounds = 5
const mostMilliseconds = 1500

const form = { format: 'json', clean: false } as const
const quarter = { quarter: 'Q3', year: 2025 } as const

/** All figures of a long call, as they are found in the background, beside deriving its transcript from the response. */
export async function findFigures(): Promise<Measured[]> {
  const call = longCall(turns)
  const record = {
    name: 'Bench Inc',
    participants: null,
    transcripts: [{ segments: call.segments.map((segment) => ({ ...segment })) }],
  }
  const transcript = deriveTranscript(record, form)
  const unknownTimes = { unit: null, how: 'unknown', evidence: { kind: 'no-times' }, offset: 0 } as const
  const sides = speakersOf({ ...transcript, times: unknownTimes }).map(({ side }) => side)
  const spoken = {
    text: transcript.said.turns.map(({ text }) => text),
    speaker: [...transcript.speakerOf],
    section: [...transcript.sections],
  }
  let found = 0
  const slices: number[] = []
  const find = () => {
    found = 0
    let began = performance.now()
    for (const claims of claimsByTurn(spoken, sides, quarter)) {
      found += claims.length
      const took = performance.now() - began
      if (took < millisecondsAtOnce) continue
      slices.push(took)
      began = performance.now()
    }
  }
  const { ours, theirs } = await inTurn(
    rounds,
    () => timed(find),
    () => timed(() => deriveTranscript(record, form)),
  )
  const longest = percentile(slices, 0.99)
  const what = `find the figures of a call of ${spoken.text.length.toLocaleString('en-US')} turns (${call.source}, ${found.toLocaleString('en-US')} figures)`
  return [
    {
      what,
      figure: milliseconds(ours),
      bar: `≤ ${milliseconds(mostMilliseconds)}`,
      held: ours <= mostMilliseconds,
    },
    { what: `${what}, to deriving its transcript`, figure: times(ours / theirs), bar: '', held: null },
    {
      what: `${what}: time without a turn for other requests, p99`,
      figure: milliseconds(longest),
      bar: '',
      held: null,
    },
  ]
}
