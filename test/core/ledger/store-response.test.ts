import { describe, expect, test } from 'vitest'
import { readSeries } from '#core/fundamentals/company-series.ts'
import { enhancedResource } from '#core/fundamentals/resources.ts'
import { figuresIn } from '#core/fundamentals/tie-outs.ts'
import { getRecord, getResponse, getRevisions } from '#core/ledger/ledger-store.ts'
import { ratingsResource } from '#core/ratings/resource.ts'
import { callResource } from '#core/calls/resources.ts'
import { someMonday } from '../clocks.ts'
import { enhanced, listed, paged } from '../records.ts'
import { openLedger, type OpenLedger } from './ledger.ts'

const day = 86_400_000
const rated = (target: string, changed: object = {}) =>
  listed([{ id: 7, ticker: 'ACME', price_target: target, ...changed }])

function history({ reader }: OpenLedger, recordId: number): unknown[] {
  return getRevisions(reader, recordId).map(({ knownFrom, lastSeenAt, body }) => [
    (JSON.parse(body) as { price_target: string }).price_target,
    (knownFrom - someMonday) / day,
    lastSeenAt === null ? null : (lastSeenAt - someMonday) / day,
  ])
}

describe('a record that the service changes', () => {
  test('keeps every version, with when it was first and last given, also one that comes back', () => {
    const ledger = openLedger()
    const given = ['10', '10', '12', '12', '10', '10']
    const recorded = given.map((target, index) =>
      ledger.record(ratingsResource, rated(target), someMonday + index * day),
    )
    expect(recorded.map(({ added, changed }) => [added, changed])).toEqual([
      [1, 0],
      [0, 0],
      [0, 1],
      [0, 0],
      [0, 1],
      [0, 0],
    ])
    const id = recorded[0]!.recordIds[0]!
    expect(recorded.map(({ recordIds }) => recordIds)).toEqual(given.map(() => [id]))
    expect(history(ledger, id)).toEqual([
      ['10', 4, null],
      ['12', 2, 3],
      ['10', 0, 1],
    ])
    expect(getRecord(ledger.reader, id)).toMatchObject({
      revisions: 3,
      firstSeenAt: someMonday,
      lastSeenAt: someMonday + 5 * day,
    })
  })

  test('is stored once per content, however often it comes and goes', () => {
    const ledger = openLedger()
    for (const [index, target] of ['10', '12', '10', '12', '10'].entries()) {
      ledger.record(ratingsResource, rated(target), someMonday + index)
    }
    expect(ledger.reader.get('SELECT count(*) AS count FROM ledger_content')).toEqual({ count: 2 })
  })

  test('keeps its versions in the order in which they came, although the clock was set back between them', () => {
    const ledger = openLedger()
    ledger.record(ratingsResource, rated('10'), someMonday)
    ledger.record(ratingsResource, rated('12'), someMonday - 365 * day)
    const { recordIds } = ledger.record(ratingsResource, rated('14'), someMonday - 364 * day)
    expect(getRevisions(ledger.reader, recordIds[0]!).map(({ body }) => body.includes('"14"'))).toEqual([
      true,
      false,
      false,
    ])
    expect(getRecord(ledger.reader, recordIds[0]!)?.lastSeenAt).toBe(someMonday - 364 * day)
  })

  test('twice within a millisecond keeps all its versions', () => {
    const ledger = openLedger()
    for (const target of ['10', '12', '10']) ledger.record(ratingsResource, rated(target), someMonday)
    const { id } = ledger.reader.get<{ id: number }>('SELECT id FROM ledger_record')!
    expect(history(ledger, id).map((version) => (version as unknown[])[0])).toEqual(['10', '12', '10'])
  })

  test('has not changed when only the order of its fields did', () => {
    const ledger = openLedger()
    ledger.record(
      ratingsResource,
      listed([{ id: 7, ticker: 'ACME', firm: 'x', deep: { a: 1, b: [1, 2] } }]),
      someMonday,
    )
    const again = ledger.record(
      ratingsResource,
      listed([{ deep: { b: [1, 2], a: 1 }, firm: 'x', ticker: 'ACME', id: 7 }]),
      someMonday + day,
    )
    const swapped = ledger.record(
      ratingsResource,
      listed([{ deep: { b: [2, 1], a: 1 }, firm: 'x', ticker: 'ACME', id: 7 }]),
      someMonday + 2 * day,
    )
    expect([again.changed, swapped.changed]).toEqual([0, 1])
  })

  test('keeps fields that nobody knows, and what came in place of a field of the wrong type', () => {
    const ledger = openLedger()
    const { recordIds } = ledger.record(
      ratingsResource,
      listed([{ id: 7, ticker: [5], unheard_of: { x: [null, 0] } }]),
      someMonday,
    )
    const [revision] = getRevisions(ledger.reader, recordIds[0]!)
    expect(JSON.parse(revision!.body)).toEqual({ id: 7, ticker: [5], unheard_of: { x: [null, 0] } })
    expect(ledger.reader.get('SELECT ticker FROM rating')).toEqual({ ticker: null })
  })
})

describe('records of one response', () => {
  test('with one name and two contents are two, so that the one does not pass for a change of the other', () => {
    const ledger = openLedger()
    const twins = paged([enhanced({}, { Revenue: 1 }), enhanced({}, { Revenue: 2 })])
    const first = ledger.record(enhancedResource, twins, someMonday)
    const again = ledger.record(enhancedResource, twins, someMonday + day)
    expect([first.added, again.added, again.changed]).toEqual([2, 0, 0])
    const periods = readSeries(ledger.reader, 'ACME', 'enhanced', null)?.periods ?? []
    expect(periods.map(({ figures }) => figuresIn(figures)('Revenue'))).toEqual([1, 2])
  })

  test('that say the same twice are one', () => {
    const ledger = openLedger()
    const { added, recordIds } = ledger.record(enhancedResource, paged([enhanced({}), enhanced({})]), someMonday)
    expect([added, recordIds.length]).toEqual([1, 1])
  })

  test.each([
    ['has no year', { symbol: 'ACME', Quarter: 'FY', EndPeriod: '2024-12-31', Revenue: 1 }],
    ['has a word for its year', { symbol: 'ACME', Quarter: 'FY', EndPeriod: '2024-12-31', Year: 'last', Revenue: 1 }],
    ['is null', null],
    ['is a number', 5],
  ])('one that %s stays in the ledger, and costs the others nothing', (_, odd) => {
    const ledger = openLedger()
    const recorded = ledger.record(enhancedResource, paged([enhanced({}, { Revenue: 1 }), odd]), someMonday)
    ledger.record(enhancedResource, paged([odd]), someMonday + day)
    expect([recorded.added, recorded.unidentified]).toEqual([2, 1])
    expect(getResponse(ledger.reader, recorded.responseId)?.unidentified).toBe(1)
    expect(readSeries(ledger.reader, 'ACME', 'enhanced', null)?.periods).toHaveLength(1)
    expect(ledger.reader.all('SELECT body FROM ledger_content ORDER BY id')).toContainEqual({
      body: JSON.stringify(odd),
    })
    expect(ledger.reader.get('SELECT count(*) AS count FROM ledger_record')).toEqual({ count: 2 })
  })

  test('are distinguished by operation: a call’s list entry and its detail are two records of one call', () => {
    const ledger = openLedger()
    ledger.record(ratingsResource, listed([{ id: 7 }]), someMonday)
    ledger.record(callResource, { call_id: '7' }, someMonday)
    expect(ledger.reader.all('SELECT kind, identity FROM ledger_record ORDER BY id')).toEqual([
      { kind: 'ratings', identity: '7' },
      { kind: 'calls.one', identity: '7 json verbatim' },
    ])
  })

  test('as many of one name as a response may have are stored in one go', () => {
    const ledger = openLedger()
    const same = Array.from({ length: 5000 }, (_, index) => ({ id: 7, story: String(index) }))
    expect(ledger.record(ratingsResource, listed(same), someMonday).added).toBe(5000)
  })
})

test('the tables can be emptied and made again from the ledger: they hold nothing of their own', () => {
  const ledger = openLedger()
  ledger.record(ratingsResource, rated('10'), someMonday)
  ledger.record(ratingsResource, rated('12', { firm: 'house' }), someMonday + day)
  const rows = 'SELECT * FROM rating'
  const before = ledger.reader.all(rows)
  ledger.writer.run('DELETE FROM rating')
  const latest = ledger.reader.all<{ id: number; body: string }>(
    'SELECT record.id, content.body FROM ledger_record AS record JOIN ledger_content AS content ON content.id = record.content_id',
  )
  for (const { id, body } of latest) ratingsResource.project(ledger.writer, id, JSON.parse(body) as { id: number })
  expect(ledger.reader.all(rows)).toEqual(before)
})
