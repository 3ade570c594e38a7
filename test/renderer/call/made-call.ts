import type { CallReading, Chapter, Speaker } from '#contract/api/calls.ts'

const person = (name: string, side: Speaker['side'], role: string, organization: string | null): Speaker => ({
  name,
  role,
  organization,
  side,
  mentions: null,
  humanVerified: null,
  turns: 1,
  words: 1,
  seconds: null,
  sentiment: null,
})

/** Operator, chief, finance, analyst. */
const speakers: readonly Speaker[] = [
  person('Operator', 'operator', 'Operator', null),
  person('Ines Vardal', 'company', 'Chief Executive Officer', 'Halden'),
  person('Marta Ellingsen', 'company', 'Chief Financial Officer', 'Halden'),
  person('Devin Aske', 'analyst', 'Analyst', 'Marlowe Pryce'),
]

export interface MadeTurn {
  readonly who: number
  readonly text: string
  readonly start?: number | null
  readonly end?: number | null
  readonly sentiment?: number | null
}

/** A call as the core gives it, of these turns; eight seconds each unless it is said otherwise. */
export function madeCall(turns: readonly MadeTurn[], chapters: readonly Chapter[] = []): CallReading {
  const column = <Value>(of: (turn: MadeTurn, at: number) => Value) => turns.map(of)
  return {
    entry: {
      callId: 'c1',
      symbol: 'HLDN',
      exchange: null,
      company: 'Halden',
      title: 'Halden Q3 call',
      quarter: { quarter: 'Q3', year: 2025 },
      startedAt: 0,
      startTime: '2025-10-21T08:30:00-04:00',
      seconds: 60,
      status: 'COMPLETED',
      stored: null,
      recording: 'none',
      seenAt: 0,
    },
    form: { format: 'json', clean: false },
    recordId: 1,
    hash: 'aa',
    versions: [],
    fetchedAt: 0,
    pack: null,
    stale: false,
    refreshing: false,
    failure: null,
    marks: [],
    language: 'en-US',
    transcriptType: 'NON_LIVE',
    confidence: 0.94,
    words: 10,
    source: turns.length > 0 ? 'segments' : 'none',
    times: { unit: 'seconds', how: 'inferred', evidence: { kind: 'no-times' }, offset: 0 },
    speakers: [...speakers],
    chapters: [...chapters],
    turns: {
      segmentId: column((_, at) => at + 1),
      speaker: column(({ who }) => who),
      start: column(({ start }, at) => (start === undefined ? at * 8 : start)),
      end: column(({ end }, at) => (end === undefined ? at * 8 + 7 : end)),
      confidence: column(() => 0.95),
      sentiment: column(({ sentiment }) => sentiment ?? null),
      section: column(() => 'whole' as const),
      boilerplate: column(() => false),
      text: column(({ text }) => text),
    },
    summary: null,
    securities: [],
    recordingFacts: [],
    identity: [],
    sectionsFrom: null,
    sectionSentiment: { prepared: null, qa: null, whole: null },
    sortedByTime: false,
  }
}

export const said = (who: number, text = 'Some words.'): MadeTurn => ({ who, text })
