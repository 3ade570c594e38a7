import { describe, expect, test } from 'vitest'
import { callResource } from '#core/calls/resources.ts'
import { newsResource } from '#core/news/resource.ts'
import { BitSet } from '#core/transcript-search/bit-set.ts'
import { DocumentCorpus } from '#core/transcript-search/document-corpus.ts'
import { rank } from '#core/transcript-search/rank-hits.ts'
import { finish } from '#core/transcript-search/read-in-steps.ts'
import { TranscriptCorpus } from '#core/transcript-search/transcript-corpus.ts'
import { segmentsOf } from '../calls/calls-service.ts'
import { someMonday } from '../clocks.ts'
import { openLedger } from '../ledger/ledger.ts'
import { newsOf } from '../watchlists/watchlist-setup.ts'

/** Three calls of 8, 4 and 30 words in 2, 1 and 1 turns, and two news items. */
function corpora() {
  const ledger = openLedger()
  const calls = {
    a: ['one two three four', 'five six seven eight'],
    b: ['one two three four'],
    c: [Array.from({ length: 30 }, (_, at) => `word${at}`).join(' ')],
  }
  for (const [callId, turns] of Object.entries(calls)) {
    const segments = segmentsOf(...turns.map((text) => `Jane Doe: ${text}`))
    ledger.record(callResource, { call_id: callId, symbol: 'ACME', transcripts: [{ text: '', segments }] }, someMonday)
  }
  const items = [newsOf('ACME', 1, '2025-12-02T10:00:00Z'), newsOf('ACME', 2, '2025-12-03T10:00:00Z')]
  ledger.record(newsResource, { data: items, message: 'ok' }, someMonday)
  return {
    transcripts: finish(TranscriptCorpus.read(ledger.reader, undefined)),
    documents: finish(DocumentCorpus.read(ledger.reader, undefined)),
  }
}

function bits(size: number, positions: readonly number[]): BitSet {
  const set = new BitSet(size)
  for (const position of positions) set.add(position)
  return set
}

/** BM25 as it is written in the books, with k1 = 1.2 and b = 0.75. */
function bm25({ total, containing, count, length }: Record<'total' | 'containing' | 'count' | 'length', number>) {
  const rarity = Math.log(1 + (total - containing + 0.5) / (containing + 0.5))
  return (rarity * (count * 2.2)) / (count + 1.2 * (0.25 + 0.75 * length))
}

const words = [8, 4, 30]
const meanWords = 14

describe('BM25 with whole calls as documents', () => {
  test('weighs how often a call has it against its length, and how many calls and documents have it at all', () => {
    const { transcripts, documents } = corpora()
    const branch = { turns: bits(transcripts.size, [0, 1, 3]), documents: bits(documents.size, [1]) }
    const { calls } = rank(transcripts, documents, [branch])
    const rarity = { total: 5, containing: 3 }
    expect(calls[0]).toBeCloseTo(bm25({ ...rarity, count: 2, length: words[0]! / meanWords }), 12)
    expect(calls[1]).toBe(0)
    expect(calls[2]).toBeCloseTo(bm25({ ...rarity, count: 1, length: words[2]! / meanWords }), 12)
  })

  test('adds up the branches of a query, of which a rare one counts for more', () => {
    const { transcripts, documents } = corpora()
    const common = { turns: bits(transcripts.size, [0, 2, 3]), documents: bits(documents.size, [0, 1]) }
    const rare = { turns: bits(transcripts.size, [2]), documents: bits(documents.size, []) }
    const both = rank(transcripts, documents, [common, rare]).calls
    const [first, second] = [common, rare].map((branch) => rank(transcripts, documents, [branch]).calls)
    for (const at of [0, 1, 2]) expect(both[at]).toBeCloseTo(first![at]! + second![at]!, 12)
    expect(second![1]).toBeGreaterThan(first![1]!)
  })

  test('measures a document by its bytes', () => {
    const { transcripts, documents } = corpora()
    const branch = { turns: bits(transcripts.size, []), documents: bits(documents.size, [0]) }
    const ranking = rank(transcripts, documents, [branch])
    const [first, second] = [documents.itemAt(0), documents.itemAt(1)]
    const mean = (first.bytes + second.bytes) / 2
    expect(ranking.scoreOfDocument(0)).toBeCloseTo(
      bm25({ total: 5, containing: 1, count: 1, length: first.bytes / mean }),
      12,
    )
    expect(ranking.scoreOfDocument(1)).toBe(0)
  })

  test('prefers longer turns, up to 14 words, and turns of rarer branches', () => {
    const { transcripts, documents } = corpora()
    const all = { turns: bits(transcripts.size, [0, 1, 2, 3]), documents: bits(documents.size, []) }
    const rare = { turns: bits(transcripts.size, [1]), documents: bits(documents.size, []) }
    const ofAll = rank(transcripts, documents, [all])
    const weight = Math.log(1 + 2.5 / 3.5)
    expect(ofAll.scoreOfTurn(0, 4)).toBeCloseTo((weight * 10) / 20, 12)
    expect(ofAll.scoreOfTurn(3, 30)).toBeCloseTo(weight, 12)
    const ofTwo = rank(transcripts, documents, [all, rare])
    expect(ofTwo.scoreOfTurn(1, 4)).toBeCloseTo(((weight + Math.log(1 + 4.5 / 1.5)) * 10) / 20, 12)
    expect(ofTwo.scoreOfTurn(0, 4)).toBeCloseTo(ofAll.scoreOfTurn(0, 4), 12)
  })
})
