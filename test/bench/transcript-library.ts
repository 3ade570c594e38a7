import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Writer } from '#core/database/reader-writer.ts'
import { wordsOf } from '#core/full-text-index/words.ts'
import { insertTurnColumns, type TurnFacts } from '#core/full-text-index/turn-columns.ts'
import { learnWords } from '#core/full-text-index/vocabulary.ts'

export interface BenchCall {
  readonly symbol: string
  readonly company: string
  readonly at: number
  readonly speakers: number
  readonly turns: readonly { speaker: number; start: number; end: number; confidence: number; text: string }[]
}

/** Real calls, or generated ones where the shared data is absent. */
export function benchCalls(): { calls: readonly BenchCall[]; source: string } {
  const shared = join(import.meta.dirname, '../../../shared/data/calls.jsonl.gz')
  return existsSync(shared)
    ? { calls: realCalls(shared), source: 'real calls, repeated' }
    : { calls: generatedCalls(60, 435), source: 'generated calls' }
}

interface Line {
  readonly symbol: string
  readonly company: string
  readonly date: string
  readonly seg: readonly [speaker: string, start: number, end: number, text: string, confidence: number][]
}

function realCalls(file: string): BenchCall[] {
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
        turns: line.seg.map(([speaker, start, end, words, confidence]) => ({
          speaker: numbers.get(speaker) ?? 0,
          start,
          end,
          confidence,
          text: words,
        })),
      }
    })
}

/** The queries of the benches, most common first. Several words of one entry always stand together. */
const queriedWords = [
  ...['the', 'of', 'growth', 'margin', 'quarter', 'gross margin', 'guidance', 'inflation', 'pricing', 'supply chain'],
  ...['price and volume', 'headwinds', 'free cash flow', 'market share', 'pressure on the margin', 'second half'],
  ...['dividend', 'growth in the quarter', 'working capital', 'price increases', 'capex', 'net debt', 'covenant'],
  ...['reduce our debt', 'acquisition', 'invest', 'digital', 'deleveraging'],
]

const speakersPerCall = 8

/** Words are as frequent as in a natural language: the hundredth is a hundred times as rare as the first. */
export function generatedCalls(calls: number, turnsPerCall: number): BenchCall[] {
  const vocabulary = Array.from({ length: 20_000 }, (_, index) => `w${index.toString(36)}`)
  for (const [index, words] of queriedWords.entries()) vocabulary[(index + 2) ** 2] = words
  let state = 42
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  const word = () => vocabulary[Math.floor(Math.exp(random() * Math.log(vocabulary.length)))] ?? ''
  return Array.from({ length: calls }, (_, call) => ({
    symbol: `B${call}`,
    company: `Bench ${call}`,
    at: Date.UTC(2021, call % 12, 1),
    speakers: speakersPerCall,
    turns: Array.from({ length: turnsPerCall }, (__, turn) => ({
      speaker: Math.floor(turn / 9) % speakersPerCall,
      start: turn * 6,
      end: turn * 6 + 5,
      confidence: 0.9,
      text: Array.from({ length: 14 }, word).join(' '),
    })),
  }))
}

/**
 * Fills a library with the calls, repeated under other symbols and years until there are as many turns as wanted. The text of each call
 * also goes into a file of `textFolder`.
 */
export function fillTranscriptLibrary(
  db: Writer,
  calls: readonly BenchCall[],
  turnsWanted: number,
  textFolder: string,
): { calls: number; turns: number } {
  mkdirSync(textFolder)
  // Storing responses in the ledger has benches of its own: one record stands for all calls.
  db.run(
    "INSERT INTO ledger_response (id, operation, parameters, path, fetched_at) VALUES (1, 'calls.one', '{}', '', 0)",
  )
  db.run("INSERT INTO ledger_content (id, hash, body) VALUES (1, x'00', '{}')")
  db.run(
    `INSERT INTO ledger_record (id, kind, identity, content_id, revisions, first_seen_at, last_seen_at, last_response_id)
     VALUES (1, 'calls.one', 'bench', 1, 1, 0, 0, 1)`,
  )
  const wordCounts = calls.map((call) => call.turns.map(({ text }) => wordsOf(text).length))
  const filled = { calls: 0, turns: 0 }
  while (filled.turns < turnsWanted) {
    db.transaction(() => {
      for (const [index, call] of calls.entries()) {
        const copy = Math.floor(filled.calls / calls.length)
        insertCall(db, call, wordCounts[index] ?? [], filled.calls, copy)
        writeFileSync(join(textFolder, `${filled.calls}.txt`), call.turns.map(({ text }) => `${text}\n`).join(''))
        filled.turns += call.turns.length
        filled.calls += 1
      }
    })
  }
  db.transaction(() => {
    db.run("INSERT INTO transcript_text (transcript_text) VALUES ('rebuild')")
    for (const call of calls) {
      learnWords(
        db,
        call.turns.map(({ text }) => ({ text, segmented: null })),
      )
    }
  })
  return filled
}

const sides = ['operator', 'company', 'company', 'analyst'] as const
const sentiments = [-0.6, -0.1, 0, 0.2, 0.7, null]

function insertCall(db: Writer, call: BenchCall, wordCounts: readonly number[], number: number, copy: number): void {
  const callId = `call-${number}`
  db.run(
    `INSERT INTO transcript (call_id, record_id, symbol, company, title, started_at, fiscal_quarter, fiscal_year, turns, words,
       stored_at, time_unit, sections_from)
     VALUES (@callId, 1, @symbol, @company, @title, @startedAt, @quarter, @year, @turns, @words, @storedAt, 'seconds', 'announced')`,
    {
      callId,
      symbol: `${call.symbol}${copy % 8}`,
      company: `${call.company} ${copy % 8}`,
      title: `${call.company} earnings call`,
      startedAt: call.at + copy * 91 * 86_400_000,
      quarter: `Q${(copy % 4) + 1}`,
      year: 2021 + Math.floor(copy / 4),
      turns: call.turns.length,
      words: wordCounts.reduce((sum, count) => sum + count, 0),
      storedAt: 1_700_000_000_000 + number,
    },
  )
  db.run(
    `INSERT INTO call (call_id, detail_record_id, symbol, name, call_title, start_time, started_at, status)
     SELECT call_id, record_id, symbol, company, title, datetime(started_at / 1000, 'unixepoch') || 'Z', started_at, 'COMPLETED'
     FROM transcript WHERE call_id = ?`,
    [callId],
  )
  for (let speaker = 0; speaker < call.speakers; speaker += 1) {
    db.run(
      'INSERT INTO call_speaker (call_id, number, name, role, side, turns, words) VALUES (@callId, @speaker, @name, @role, @side, 1, 1)',
      {
        callId,
        speaker,
        name: `Speaker ${speaker} of ${call.company}`,
        role: speaker === 1 ? 'Chief Executive Officer' : null,
        side: sides[speaker % sides.length] ?? 'unknown',
      },
    )
  }
  const facts = call.turns.map(({ speaker, confidence }, position): TurnFacts => ({
    speaker,
    words: wordCounts[position] ?? 0,
    section: position < call.turns.length / 2 ? 'prepared' : 'qa',
    isQuestion: sides[speaker % sides.length] === 'analyst',
    sentiment: sentiments[(position * 7 + number) % sentiments.length] ?? null,
    confidence,
  }))
  const ids = facts.map(({ isQuestion, ...fact }, position) => {
    const { start = 0, end = 0, text = '' } = call.turns[position] ?? {}
    return db.run(
      `INSERT INTO transcript_turn (call_id, position, segment_id, speaker, section, start_time, end_time, confidence, sentiment,
         words, question, text)
       VALUES (@callId, @position, @segmentId, @speaker, @section, @start, @end, @confidence, @sentiment, @words, @question, @text)`,
      { ...fact, callId, position, segmentId: position + 1, start, end, question: isQuestion ? 1 : 0, text },
    ).lastInsertRowid
  })
  insertTurnColumns(db, callId, ids[0] ?? 0, facts)
}
