import { describe, expect, test } from 'vitest'
import { callDetail } from '#contract/service/calls.ts'
import { enhancedRecord } from '#contract/service/fundamentals.ts'
import { ratingRecord } from '#contract/service/ratings.ts'
import { readRecord, readRecordText } from '#core/service/read-record.ts'

describe('a record with a field of the wrong type', () => {
  test('loses that field alone, which is named with what came in its place', () => {
    const came = { symbol: 'AAPL', Revenue: '391 bn', CostOfRevenue: 210352000000, Year: 2024, unheard_of: [1] }
    expect(readRecord(enhancedRecord, came)).toMatchObject({
      record: { symbol: 'AAPL', CostOfRevenue: 210352000000, Year: 2024, unheard_of: [1] },
      marks: [
        {
          kind: 'unreadable',
          path: 'Revenue',
          problem: 'Invalid input: expected number, received string',
          received: '"391 bn"',
        },
      ],
    })
  })

  test('keeps the fields around it at any depth, and the other elements of a list in their order', () => {
    const came = {
      call_id: 'c1',
      figis: ['A', {}, 'B', null, 'C'],
      transcripts: [
        { text: 'first', segments: [{ text: 'a', speaker: [7] }, 'no segment', { text: 'b', sentiment: 'good' }] },
        { text: 'second', segments: 'none' },
      ],
      recording: { total_size: 1.5, formats: [{ size: 10 }, { size: 'ten' }] },
    }
    const { record, marks, damagedLists } = readRecord(callDetail, came)
    expect([...damagedLists]).toEqual(['figis', 'transcripts.0.segments'])
    expect(record).toEqual({
      call_id: 'c1',
      figis: ['A', 'B', 'C'],
      transcripts: [{ text: 'first', segments: [{ text: 'a' }, { text: 'b' }] }, { text: 'second' }],
      recording: { formats: [{ size: 10 }, {}] },
    })
    expect(marks.map(({ path, received: what }) => [path, what])).toEqual([
      ['figis.1', '{}'],
      ['figis.3', 'null'],
      ['transcripts.0.segments.0.speaker', '[7]'],
      ['transcripts.0.segments.1', '"no segment"'],
      ['transcripts.0.segments.2.sentiment', '"good"'],
      ['transcripts.1.segments', '"none"'],
      ['recording.total_size', '1.5'],
      ['recording.formats.1.size', '"ten"'],
    ])
  })

  test('distinguishes null, absent and zero', () => {
    expect(readRecord(enhancedRecord, { Revenue: null, GrossProfit: 0 })).toMatchObject({
      record: { Revenue: null, GrossProfit: 0 },
      marks: [],
    })
  })

  test('keeps a value of an enumeration that nobody has seen', () => {
    expect(readRecord(ratingRecord, { id: 1, action: 'Reiterates with a twist' }).marks).toEqual([])
  })

  test.each([[null], ['text'], [5], [[1, 2]], [undefined]])('%j is no record, and says so', (came) => {
    expect(readRecord(ratingRecord, came)).toMatchObject({
      record: null,
      marks: [{ kind: 'unreadable', path: '', problem: 'not a record', received: JSON.stringify(came) ?? 'absent' }],
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

  test('is read in one pass however many of its fields are wrong, and says the first of them', () => {
    const segments = Array.from({ length: 40_000 }, (_, index) => (index % 2 === 0 ? index : { text: 'kept' }))
    const { record, marks } = readRecord(callDetail, { call_id: 'c1', transcripts: [{ segments }] })
    expect([record?.transcripts?.[0]?.segments?.length, marks.length]).toEqual([20_000, 250])
  })
})

describe('a field of another type that can be read in one way only is converted, and marked', () => {
  const read = (came: object) => {
    const { record, marks } = readRecord(enhancedRecord, came)
    return [record, marks.map(({ kind, path }) => `${kind} ${path}`)]
  }
  const rated = (came: object) => {
    const { record, marks } = readRecord(ratingRecord, came)
    return [record, marks.map(({ kind, path }) => `${kind} ${path}`)]
  }

  test.each([
    ['"391035000000"', 391_035_000_000],
    ['"12.0"', 12],
    ['"1.2e9"', 1_200_000_000],
    ['"-0.5"', -0.5],
    ['" 7 "', 7],
    ['"0"', 0],
  ])('the text %s is the figure %d', (came, figure) => {
    expect(read({ Revenue: JSON.parse(came) as unknown })).toEqual([{ Revenue: figure }, ['converted Revenue']])
  })

  test.each([
    ['"n/a"'],
    ['""'],
    ['"1,200"'],
    ['"1.200,5"'],
    ['"0x10"'],
    ['"1e999"'],
    ['"Infinity"'],
    ['true'],
    ['[5]'],
  ])('%s is no figure: nothing is guessed', (came) => {
    expect(read({ Revenue: JSON.parse(came) as unknown })).toEqual([{}, ['unreadable Revenue']])
  })

  test('a figure inside an object, an element of a list, a year and an id as text are read', () => {
    expect(read({ Year: '2024', working_capital_days: { dso: '41.5' }, mdna: { tone_score: '0.1' } })).toEqual([
      { Year: 2024, working_capital_days: { dso: 41.5 }, mdna: { tone_score: 0.1 } },
      ['converted Year', 'converted working_capital_days.dso', 'converted mdna.tone_score'],
    ])
    expect(rated({ id: '0410001' })).toEqual([{ id: 410_001 }, ['converted id']])
    expect(rated({ id: '12.5' })).toEqual([{}, ['unreadable id']])
  })

  test('a number is the text of its digits, a boolean may be a word or a digit, a time seconds since 1970', () => {
    expect(rated({ price_target: 42.5, firm: 7, is_rating: 'TRUE', created_at: 1_763_812_345 })).toEqual([
      { price_target: '42.5', firm: '7', is_rating: true, created_at: '2025-11-22T11:52:25.000Z' },
      ['converted firm', 'converted price_target', 'converted is_rating', 'converted created_at'],
    ])
    expect(rated({ is_rating: 0 })).toEqual([{ is_rating: false }, ['converted is_rating']])
    expect(rated({ is_rating: 2 })).toEqual([{}, ['unreadable is_rating']])
  })

  test('a call’s time is a time, a segment’s a place in the recording', () => {
    const came = {
      call_id: 5,
      start_time: 1_763_812_345_000,
      transcripts: [{ segments: [{ start_time: 1_763_812_345 }] }],
    }
    expect(readRecord(callDetail, came).record).toEqual({
      call_id: '5',
      start_time: '2025-11-22T11:52:25.000Z',
      transcripts: [{ segments: [{ start_time: '1763812345' }] }],
    })
  })
})

describe('a number with more digits than a double holds', () => {
  const read = (body: string) => {
    const { record, marks } = readRecordText(enhancedRecord, body)
    return [record?.['Revenue'], marks.map(({ kind, path, received }) => [kind, path, received])]
  }

  test.each([
    ['{"Revenue":9007199254740993}', 9007199254740992, '9007199254740993'],
    ['{"Revenue":0.12345678901234567890}', 0.12345678901234568, '0.12345678901234567890'],
    ['{"Revenue":"9007199254740993"}', 9007199254740992, '"9007199254740993"'],
  ])('%s is read as the nearest one, and says what was written', (body, figure, came) => {
    expect(read(body)).toEqual([figure, [['imprecise', 'Revenue', came]]])
  })

  test.each([
    ['{"Revenue":9007199254740992}', 9007199254740992],
    ['{"Revenue":0.10000000000000001}', 0.1],
    ['{"Revenue":1200000000000000000000}', 1.2e21],
    ['{"Revenue":391035000000.000000000}', 391_035_000_000],
  ])('%s loses nothing', (body, figure) => {
    expect(read(body)).toEqual([figure, []])
  })

  test('is no id: two ids would become one', () => {
    expect(readRecordText(ratingRecord, '{"id":9007199254740993}').record).toEqual({})
  })

  test('keeps its digits where text is expected', () => {
    expect(readRecordText(ratingRecord, '{"price_target":12345678901234567890}').record).toEqual({
      price_target: '12345678901234567890',
    })
  })
})
