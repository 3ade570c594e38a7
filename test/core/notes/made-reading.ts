import type { CallReading, Chapter } from '#contract/api/calls.ts'
import type { HighlightColor, AnchoredHighlight } from '#contract/api/notes.ts'
import { textAt, version } from './transcripts.ts'

const said = { turns: 0, words: 0, seconds: null, sentiment: null, mentions: null, humanVerified: null }

/** A call as the core reads it, with these turns: Jane Doe and Ann Poe by turns, ten seconds each. */
export function readingOf(
  texts: readonly string[],
  { chapters = [], entry = {} }: { chapters?: Chapter[]; entry?: Partial<CallReading['entry']> } = {},
): CallReading {
  const column = <Value>(value: (turn: number) => Value) => texts.map((_, turn) => value(turn))
  return {
    entry: {
      callId: '6d1f6c1e-0000-4000-8000-000000000001',
      symbol: 'ACME',
      exchange: 'NASDAQ',
      company: 'Acme Inc',
      title: 'Acme third quarter 2025 call',
      quarter: { quarter: 'Q3', year: 2025 },
      startedAt: Date.UTC(2025, 9, 28, 13),
      startTime: '2025-10-28T09:00:00-04:00',
      seconds: 3600,
      status: 'COMPLETED',
      stored: null,
      recording: 'none',
      seenAt: 0,
      ...entry,
    },
    form: { format: 'json', clean: false },
    recordId: 1,
    hash: 'ab'.repeat(32),
    versions: [],
    fetchedAt: Date.UTC(2025, 10, 14, 12, 42, 10),
    pack: null,
    stale: false,
    refreshing: false,
    failure: null,
    marks: [],
    language: 'en-US',
    transcriptType: null,
    confidence: null,
    words: 0,
    source: 'segments',
    times: { unit: 'seconds', how: 'inferred', evidence: { kind: 'no-times' }, offset: 0 },
    speakers: [
      { ...said, name: 'Jane Doe', role: 'Chief Executive Officer', organization: 'Acme Inc', side: 'company' },
      { ...said, name: 'Ann Poe', role: null, organization: 'Bolt Partners', side: 'analyst' },
    ],
    chapters,
    turns: {
      segmentId: column((turn) => turn + 100),
      speaker: column((turn) => turn % 2),
      start: column((turn) => turn * 10 + 3600),
      end: column((turn) => turn * 10 + 3609),
      confidence: column(() => null),
      sentiment: column(() => null),
      section: column(() => 'whole' as const),
      boilerplate: column(() => false),
      text: [...texts],
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

/** The first time that some words are said, highlighted; `null`: words that this version does not have. */
export function highlighted(
  { turns, hash }: CallReading,
  words: string,
  { color = 'amber', note = '', isThere = true }: { color?: HighlightColor; note?: string; isThere?: boolean } = {},
): AnchoredHighlight {
  const all = turns.text.join('\n')
  const at = isThere ? all.indexOf(words) : 0
  const positionOf = (letter: number) => {
    let [turn, left] = [0, letter]
    while (left > turns.text[turn]!.length) left -= turns.text[turn++]!.length + 1
    return { turn, letter: left }
  }
  const [from, to] = [positionOf(at), positionOf(at + words.length)]
  const range = { firstTurn: from.turn, from: from.letter, lastTurn: to.turn, to: to.letter }
  if (isThere && textAt(version(hash, turns.text), range) !== words) throw new Error(`not said: ${words}`)
  const passage = { ...range, hash, segmentId: null, quote: words, before: '', after: '' }
  const highlight = { id: words, callId: 'a', passage, color, note, createdAt: at, editedAt: at }
  return isThere ? { highlight, range, how: 'exact' } : { highlight, range: null, how: 'lost' }
}
