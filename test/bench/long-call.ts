import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

export interface SegmentOnWire {
  readonly segment_id: number
  readonly speaker: string
  readonly start_time: string
  readonly end_time: string
  readonly confidence: number
  readonly text: string
  readonly sentiment: number
}

export interface LongCall {
  /** The response of the service, whole. */
  body(callId: string): Buffer
  readonly segments: readonly SegmentOnWire[]
  /** Real turns where the shared data is present, else made ones. */
  readonly source: string
}

interface RealCall {
  readonly seg: readonly (readonly [string, number, number, string, number | null])[]
  readonly spk: Readonly<Record<string, string>>
}

const shared = join(import.meta.dirname, '../../../shared/data/calls.jsonl.gz')
const hasReal = existsSync(shared)

/** One call of so many segments, its words real ones where they lie beside the project; another `number` is another call. */
export function longCall(count: number, number = 0): LongCall {
  const lines = hasReal ? realLines() : madeLines()
  let said = 0
  const segments = Array.from({ length: count }, (_, at): SegmentOnWire => {
    const { speaker, text } = lines[(at + number * 487) % lines.length] ?? { speaker: 'Operator', text: '' }
    const began = said
    said += 0.4 * text.split(' ').length
    return {
      segment_id: at + 1,
      speaker,
      start_time: began.toFixed(2),
      end_time: said.toFixed(2),
      confidence: 0.931,
      text,
      sentiment: 0.12,
    }
  })
  const call = {
    symbol: 'BENCH',
    name: 'Bench Inc',
    call_title: `Bench Inc Q3 2025 earnings call${number === 0 ? '' : `, part ${number}`}`,
    start_time: `2025-10-${String(28 - number).padStart(2, '0')}T09:00:00-04:00`,
    status: 'COMPLETED',
    participants: [{ name: 'Speaker 1', role: 'Chief Executive Officer', organization: 'Bench Inc' }],
  }
  const text = segments.map((segment) => segment.text).join('\n')
  return {
    segments,
    source: hasReal ? 'real turns' : 'made turns',
    body: (callId) =>
      Buffer.from(
        JSON.stringify({
          ...call,
          call_id: callId,
          transcripts: [{ text, language: 'en-US', segments, type: 'NON_LIVE' }],
        }),
      ),
  }
}

function realLines(): { speaker: string; text: string }[] {
  return gunzipSync(readFileSync(shared))
    .toString('utf8')
    .trim()
    .split('\n')
    .flatMap((line) => {
      const { seg, spk } = JSON.parse(line) as RealCall
      return seg.map(([speaker, , , text]) => ({ speaker: spk[speaker] ?? speaker, text }))
    })
}

function madeLines(): { speaker: string; text: string }[] {
  const words = Array.from({ length: 6000 }, (_, at) => `${(at * 7919).toString(36)}ing`)
  return Array.from({ length: 997 }, (_, at) => ({
    speaker: at % 9 === 0 ? 'Operator' : `Speaker ${at % 7}`,
    text: Array.from({ length: 20 }, (__, word) => words[(at * 31 + word * word * 17) % words.length]).join(' '),
  }))
}
