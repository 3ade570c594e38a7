import { describe, expect, test } from 'vitest'
import { callDetail } from '#contract/service/calls.ts'
import { enhancedRecord } from '#contract/service/fundamentals.ts'
import { ratingRecord } from '#contract/service/ratings.ts'
import { readRecord } from '#core/service/read-record.ts'

describe('a record with a field of the wrong type', () => {
  test('loses that field alone, which is named with what came in its place', () => {
    const came = { symbol: 'AAPL', Revenue: '391035000000', CostOfRevenue: 210352000000, Year: 2024, unheard_of: [1] }
    expect(readRecord(enhancedRecord, came)).toEqual({
      record: { symbol: 'AAPL', CostOfRevenue: 210352000000, Year: 2024, unheard_of: [1] },
      marks: [{ path: 'Revenue', problem: 'Invalid input: expected number, received string', came: '"391035000000"' }],
    })
  })

  test('keeps the fields around it at any depth, and the other elements of a list in their order', () => {
    const came = {
      call_id: 'c1',
      figis: ['A', 5, 'B', null, 'C'],
      transcripts: [
        { text: 'first', segments: [{ text: 'a', speaker: 7 }, 'no segment', { text: 'b', sentiment: 'good' }] },
        { text: 'second', segments: 'none' },
      ],
      recording: { total_size: 1.5, formats: [{ size: 10 }, { size: 'ten' }] },
    }
    const { record, marks } = readRecord(callDetail, came)
    expect(record).toEqual({
      call_id: 'c1',
      figis: ['A', 'B', 'C'],
      transcripts: [{ text: 'first', segments: [{ text: 'a' }, { text: 'b' }] }, { text: 'second' }],
      recording: { formats: [{ size: 10 }, {}] },
    })
    expect(marks.map(({ path, came: what }) => [path, what])).toEqual([
      ['figis.1', '5'],
      ['figis.3', 'null'],
      ['transcripts.0.segments.0.speaker', '7'],
      ['transcripts.0.segments.1', '"no segment"'],
      ['transcripts.0.segments.2.sentiment', '"good"'],
      ['transcripts.1.segments', '"none"'],
      ['recording.total_size', '1.5'],
      ['recording.formats.1.size', '"ten"'],
    ])
  })

  test('tells null, absent and zero apart', () => {
    expect(readRecord(enhancedRecord, { Revenue: null, GrossProfit: 0 })).toEqual({
      record: { Revenue: null, GrossProfit: 0 },
      marks: [],
    })
  })

  test('keeps a value of an enumeration that nobody has seen', () => {
    expect(readRecord(ratingRecord, { id: 1, action: 'Reiterates with a twist' }).marks).toEqual([])
  })

  test.each([[null], ['text'], [5], [[1, 2]], [undefined]])('%j is no record, and says so', (came) => {
    expect(readRecord(ratingRecord, came)).toEqual({
      record: null,
      marks: [{ path: '', problem: 'not a record', came: JSON.stringify(came) ?? 'absent' }],
    })
  })

  test('cannot change what every object inherits', () => {
    const came: unknown = JSON.parse(
      '{"id":1,"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
    )
    const { record } = readRecord(ratingRecord, came)
    expect([
      Object.hasOwn(record ?? {}, 'polluted'),
      Reflect.get(record ?? {}, 'polluted'),
      Reflect.get({}, 'polluted'),
    ]).toEqual([false, undefined, undefined])
  })

  test('is read in one pass however many of its fields are wrong, and says the first hundred', () => {
    const segments = Array.from({ length: 40_000 }, (_, index) => (index % 2 === 0 ? index : { text: 'kept' }))
    const { record, marks } = readRecord(callDetail, { call_id: 'c1', transcripts: [{ segments }] })
    expect([record?.transcripts?.[0]?.segments?.length, marks.length]).toEqual([20_000, 100])
  })
})
