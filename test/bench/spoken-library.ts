import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Writer } from '#core/database/reader-writer.ts'
import { wordsOf } from '#core/search/words.ts'
import { insertTurnColumns, type TurnFacts } from '#core/full-text-index/turn-columns.ts'
import { learnWords } from '#core/full-text-index/vocabulary.ts'

const turnsWanted = 1_000_000

export interface SpokenCall {
  readonly symbol: string
  readonly company: string
  readonly at: number
  readonly speakers: number
  readonly turns: readonly { speaker: number; start: number; end: number; confidence: number; text: string }[]
}

/** Real calls, repeated under other symbols and years until there are a million turns; made ones where the shared data is absent. */
export function spokenCalls(): { calls: readonly SpokenCall[]; source: string } {
  const shared = join(import.meta.dirname, '../../../shared/data/calls.jsonl.gz')
  return existsSync(shared)
    ? { calls: realCalls(shared), source: 'real calls, repeated' }
    : { calls: madeCalls(), source: 'made calls' }
}

interface Line {
  readonly symbol: string
  readonly company: string
  readonly date: string
  readonly seg: readonly [speaker: string, start: number, end: number, text: string, confidence: number][]
}

function realCalls(file: string): SpokenCall[] {
  return gunzipSync(readFileSync(file))
    .toString('utf8')
    .trim()
    .split('\n')
    .map((text) => {
      const line = JSON.parse(text) as Line
      const numbers = new Map<string, number>()
      for (const [speaker] of line.seg) if (!numbers.has(speaker)) numbers.set(speaker, numbers.size)
      return {
        symbol: line.symbol,
        company: line.company || line.symbol,
        at: Date.parse(line.date),
        speakers: numbers.size,
        turns: line.seg.map(([speaker, start, end, said, confidence]) => ({
          speaker: numbers.get(speaker) ?? 0,
          start,
          end,
          confidence,
          text: said,
        })),
      }
    })
}

/** What the benches look for, commonest first; those of several words stand together wherever they are said. */
const soughtWords = [
  ...['the', 'of', 'growth', 'margin', 'quarter', 'gross margin', 'guidance', 'inflation', 'pricing', 'supply chain'],
  ...['price and volume', 'headwinds', 'free cash flow', 'market share', 'pressure on the margin', 'second half'],
  ...['dividend', 'growth in the quarter', 'working capital', 'price increases', 'capex', 'net debt', 'covenant'],
  ...['reduce our debt', 'acquisition', 'invest', 'digital', 'deleveraging'],
]

/** Words in the shares of a natural language: the hundredth is said a hundredth as often as the first. */
function madeCalls(): SpokenCall[] {
  const vocabulary = Array.from({ length: 20_000 }, (_, at) => `w${at.toString(36)}`)
  for (const [at, words] of soughtWords.entries()) vocabulary[(at + 2) ** 2] = words
  let state = 42
  const share = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  const word = () => vocabulary[Math.floor(Math.exp(share() * Math.log(vocabulary.length)))] ?? ''
  return Array.from({ length: 60 }, (_, call) => ({
    symbol: `B${call}`,
    company: `Bench ${call}`,
    at: Date.UTC(2021, call % 12, 1),
    speakers: 8,
    turns: Array.from({ length: 435 }, (__, turn) => ({
      speaker: Math.floor(turn / 9) % 8,
      start: turn * 6,
      end: turn * 6 + 5,
      confidence: 0.9,
      text: Array.from({ length: 14 }, word).join(' '),
    })),
  }))
}

/** A library of a million turns, in a few large transactions, and the same text as a file a call. Gives the count of calls. */
export function fillSpoken(db: Writer, calls: readonly SpokenCall[], folder: string): { calls: number; turns: number } {
  mkdirSync(folder)
  // The ledger behind the projections is measured elsewhere.
  db.run("INSERT INTO ledger_answer (id, operation, parameters, path, fetched_at) VALUES (1, 'calls.one', '{}', '', 0)")
  db.run("INSERT INTO ledger_content (id, hash, body) VALUES (1, x'00', '{}')")
  db.run("INSERT INTO ledger_record VALUES (1, 'calls.one', 'bench', 1, 1, 0, 0, 1, NULL)")
  const counted = calls.map((call) => call.turns.map(({ text }) => wordsOf(text).length))
  let [turns, made] = [0, 0]
  while (turns < turnsWanted) {
    db.transaction(() => {
      for (const [index, call] of calls.entries()) {
        store(db, call, counted[index] ?? [], made)
        writeFileSync(join(folder, `${made}.txt`), call.turns.map(({ text }) => `${text}\n`).join(''))
        turns += call.turns.length
        made += 1
      }
    })
  }
  db.transaction(() => {
    db.run("INSERT INTO spoken_text (spoken_text) VALUES ('rebuild')")
    for (const call of calls)
      learnWords(
        db,
        call.turns.map(({ text }) => text),
      )
  })
  return { calls: made, turns }
}

const sides = ['operator', 'company', 'company', 'analyst'] as const
const sentiments = [-0.6, -0.1, 0, 0.2, 0.7, null]

function store(db: Writer, call: SpokenCall, words: readonly number[], number: number): void {
  const id = `call-${number}`
  const copy = Math.floor(number / 60)
  db.run("INSERT INTO spoken_call VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'seconds')", [
    id,
    1,
    `${call.symbol}${copy % 8}`,
    `${call.company} ${copy % 8}`,
    `${call.company} earnings call`,
    call.at + copy * 91 * 86_400_000,
    `Q${(copy % 4) + 1}`,
    2021 + Math.floor(copy / 4),
    call.turns.length,
    words.reduce((sum, count) => sum + count, 0),
    1_700_000_000_000 + number,
  ])
  db.run(
    `INSERT INTO call (call_id, detail_record_id, symbol, name, call_title, start_time, started_at, status)
     SELECT call_id, record_id, symbol, company, title, datetime(started_at / 1000, 'unixepoch') || 'Z', started_at, 'COMPLETED'
     FROM spoken_call WHERE call_id = ?`,
    [id],
  )
  for (let speaker = 0; speaker < call.speakers; speaker += 1) {
    db.run('INSERT INTO call_speaker VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)', [
      id,
      speaker,
      `Speaker ${speaker} of ${call.company}`,
      speaker === 1 ? 'Chief Executive Officer' : null,
      null,
      sides[speaker % 4] ?? 'unknown',
      1,
      1,
      null,
      null,
    ])
  }
  const facts = call.turns.map(({ speaker, confidence }, position): TurnFacts => ({
    speaker,
    words: words[position] ?? 0,
    section: position < call.turns.length / 2 ? 'prepared' : 'qa',
    isQuestion: speaker % 4 === 3,
    sentiment: sentiments[(position * 7 + number) % sentiments.length] ?? null,
    confidence,
  }))
  let firstId = 0
  for (const [position, turn] of call.turns.entries()) {
    const fact = facts[position]
    if (!fact) continue
    const { lastInsertRowid } = db.run(
      `INSERT INTO spoken_turn (call_id, position, segment_id, speaker, section, start_time, end_time, confidence, sentiment,
         words, question, text) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        id,
        position,
        position + 1,
        turn.speaker,
        fact.section,
        turn.start,
        turn.end,
        turn.confidence,
        fact.sentiment,
        fact.words,
        fact.isQuestion ? 1 : 0,
        turn.text,
      ],
    )
    if (position === 0) firstId = lastInsertRowid
  }
  insertTurnColumns(db, id, firstId, facts)
}
