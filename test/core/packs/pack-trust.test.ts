import { describe, expect, test } from 'vitest'
import { getCallRow } from '#core/calls/call-list-store.ts'
import { callsAsOf } from '#core/calls/calls-as-of.ts'
import { callResource, callsResource } from '#core/calls/resources.ts'
import { acceptNewFigures } from '#core/fundamentals/accept-held-back-records.ts'
import { readSeries } from '#core/fundamentals/company-series.ts'
import { figureSource } from '#core/fundamentals/figure-source.ts'
import { KnownBreaksOfCompany } from '#core/fundamentals/known-break-marks.ts'
import { enhancedResource } from '#core/fundamentals/resources.ts'
import { figuresIn } from '#core/fundamentals/tie-outs.ts'
import { getLatestResponse } from '#core/ledger/ledger-store.ts'
import { rebuildProjections } from '#core/ledger/rebuild-projections.ts'
import { mostRevisions } from '#core/packs/pack-format.ts'
import { packedProjectors } from '#core/packs/packed-kinds.ts'
import { ratingsResource } from '#core/ratings/resource.ts'
import { getRatedCompanies } from '#core/screener/company-facts-store.ts'
import { someMonday } from '../clocks.ts'
import { ownFolder } from '../folders.ts'
import { openLedger, type OpenLedger } from '../ledger/ledger.ts'
import { enhanced, listed, paged } from '../records.ts'
import { altered, inEntries, sha256 } from './altered-pack.ts'
import { received } from './received-pack.ts'
import { readBack, written } from './written-pack.ts'

const hour = 3_600_000
const day = 24 * hour

/** The year of ACME, with the service's own time of change. */
function year(revenue: number, updatedAt: string, figures: Readonly<Record<string, unknown>> = {}): unknown {
  return paged([enhanced({}, { Revenue: revenue, updated_at: updatedAt, ...figures })])
}

/** What the table and the source of the figure show. */
function revenueIn({ reader }: OpenLedger) {
  const [period] = readSeries(reader, 'ACME', 'enhanced', null)?.periods ?? []
  if (!period) throw new Error('the period is missing')
  const known = { of: () => new KnownBreaksOfCompany([]) }
  const source = figureSource(reader, known, { recordId: period.recordId, field: 'Revenue' })
  return { table: figuresIn(period.figures)('Revenue'), source: source.value, author: source.pack?.author ?? null }
}

async function rebuilt(library: OpenLedger): Promise<OpenLedger> {
  library.writer.run('DELETE FROM reprojection')
  await rebuildProjections(library.writer, packedProjectors, new AbortController().signal)
  return library
}

interface Packed {
  readonly body: string
}
/** The pack with another figure in place of one. */
function forged(path: string, from: string, to: string, author = 'Ada'): string {
  return altered(path, `${path}.forged`, {
    entries: inEntries('records/', (records: { revisions: Packed[] }[]) =>
      records.map((record) => ({
        ...record,
        revisions: record.revisions.map((revision) => {
          const body = revision.body.replace(from, to)
          return { ...revision, body, sha256: sha256(body) }
        }),
      })),
    ),
    head: (head) => ({ ...head, author }),
  })
}

describe('a figure of a pack', () => {
  test.each(['2099-01-01T00:00:00Z', '2025-11-02T00:00:00Z'])(
    'that it dates %s gives way to what the service sends next (K1)',
    async (stated) => {
      const mine = openLedger()
      mine.record(enhancedResource, year(1301, '2025-11-01T00:00:00Z'), someMonday - 2 * day)
      const hers = openLedger()
      hers.record(enhancedResource, year(9999, stated), someMonday - day)
      await received(mine, (await written(hers.file)).path, someMonday)
      expect(revenueIn(mine)).toEqual({ table: 9999, source: 9999, author: 'Ada' })

      // Of a copy of the service that lags behind what the service itself has sent.
      mine.record(enhancedResource, year(1200, '2025-08-01T00:00:00Z'), someMonday + hour)
      expect(revenueIn(mine)).toMatchObject({ table: 9999 })
      mine.record(enhancedResource, year(1301, '2025-11-01T00:00:00Z'), someMonday + 2 * hour)
      const sent = { table: 1301, source: 1301, author: null }
      expect(revenueIn(mine)).toEqual(sent)
      expect(revenueIn(await rebuilt(mine))).toEqual(sent)
      mine.record(enhancedResource, year(1200, '2025-08-01T00:00:00Z'), someMonday + 3 * hour)
      expect(revenueIn(mine)).toEqual(sent)
    },
  )

  test('that the service has sent as well does not give way to a copy that lags behind', async () => {
    const [mine, hers] = [openLedger(), openLedger()]
    hers.record(enhancedResource, year(1296, '2025-11-01T00:00:00Z'), someMonday - day)
    await received(mine, (await written(hers.file)).path, someMonday)
    mine.record(enhancedResource, year(1296, '2025-11-01T00:00:00Z'), someMonday + hour)
    mine.record(enhancedResource, year(1301, '2025-08-01T00:00:00Z'), someMonday + 2 * hour)
    expect(revenueIn(mine)).toEqual({ table: 1296, source: 1296, author: null })
  })

  test('that it dates 2099 gives way to a later pack, and a pack that lags behind the service does not replace it', async () => {
    const [mine, forger, hers] = [openLedger(), openLedger(), openLedger()]
    forger.record(enhancedResource, year(9999, '2099-01-01T00:00:00Z'), someMonday - 3 * day)
    hers.record(enhancedResource, year(1296, '2025-11-01T00:00:00Z'), someMonday - 2 * day)
    await received(mine, (await written(forger.file)).path, someMonday)
    const hersPack = await written(hers.file)
    await received(mine, hersPack.path, someMonday)
    expect(revenueIn(mine)).toMatchObject({ table: 1296, source: 1296 })

    const own = openLedger()
    own.record(enhancedResource, year(1301, '2025-12-01T00:00:00Z'), someMonday - 3 * day)
    await received(own, hersPack.path, someMonday)
    expect(revenueIn(own)).toEqual({ table: 1301, source: 1301, author: null })
  })

  test('that a colleague received later from a copy that lags behind does not replace that of another pack (K2)', async () => {
    const [mine, hers, his] = [openLedger(), openLedger(), openLedger()]
    hers.record(enhancedResource, year(1296, '2025-11-01T00:00:00Z'), someMonday - 2 * day)
    his.record(enhancedResource, year(1301, '2025-08-01T00:00:00Z'), someMonday - day)
    await received(mine, (await written(hers.file)).path, someMonday)
    await received(mine, (await written(his.file)).path, someMonday)
    expect(revenueIn(mine)).toMatchObject({ table: 1296, source: 1296 })
  })

  test('is never shown as received from the service, whatever response it is said to be from (K1)', async () => {
    const mine = openLedger()
    mine.record(enhancedResource, year(1301, '2025-11-01T00:00:00Z'), someMonday - day)
    const { path } = await written(mine.file)
    const responses = () => mine.reader.all('SELECT * FROM ledger_response')
    const before = responses()
    await received(mine, path, someMonday)
    expect(responses()).toEqual(before)

    const pack = forged(path, '1301', '9999')
    await received(mine, pack, someMonday)
    expect(revenueIn(mine)).toEqual({ table: 9999, source: 9999, author: 'Ada' })
    const after = responses()
    await received(mine, pack, someMonday)
    expect(responses()).toEqual(after)
    mine.record(enhancedResource, year(1301, '2025-11-01T00:00:00Z'), someMonday + hour)
    expect(revenueIn(mine)).toEqual({ table: 1301, source: 1301, author: null })
  })

  test('that is dated ahead gives way to what the service sends later, also when the pack is opened again', async () => {
    const [mine, hers] = [openLedger(), openLedger()]
    hers.record(enhancedResource, year(9999, '2025-11-01T00:00:00Z'), someMonday - day)
    const { path } = await written(hers.file)
    const ahead = altered(path, `${path}.ahead`, {
      entries: inEntries('records/', (records: { revisions: object[] }[]) =>
        records.map((record) => ({
          ...record,
          revisions: record.revisions.map((revision) => ({
            ...revision,
            knownFrom: someMonday + 20 * hour,
            lastSeenAt: someMonday + 23 * hour,
          })),
        })),
      ),
    })
    await received(mine, ahead, someMonday)
    mine.record(enhancedResource, year(1301, '2025-11-01T00:00:00Z'), someMonday + hour)
    await received(mine, ahead, someMonday + 2 * hour)
    expect(revenueIn(mine)).toEqual({ table: 1301, source: 1301, author: null })
    expect(mine.reader.all('SELECT known_from FROM ledger_revision ORDER BY known_from')).toEqual([
      { known_from: someMonday },
      { known_from: someMonday + hour },
    ])
  })

  test('is of the author who packed it, not of one who has packed another content of the response', async () => {
    const [mine, hers] = [openLedger(), openLedger()]
    hers.record(enhancedResource, year(1301, '2025-11-01T00:00:00Z'), someMonday - day)
    const { path } = await written(hers.file)
    await received(mine, path, someMonday)
    await received(mine, forged(path, '1301', '9999', 'Bob'), someMonday)
    expect(revenueIn(mine)).toEqual({ table: 9999, source: 9999, author: 'Bob' })
  })
})

describe('a version that waits to be accepted', () => {
  const full = { CostOfRevenue: 60, GrossProfit: 40, OperatingIncome: 20, NetIncome: 10, Cash: 5 }
  const none = Object.fromEntries(Object.keys(full).map((name) => [name, null]))
  const sendBoth = (library: OpenLedger) => {
    library.record(enhancedResource, year(100, '2025-10-01T00:00:00Z', full), someMonday - 3 * day)
    library.record(enhancedResource, year(7, '2025-11-01T00:00:00Z', none), someMonday - 2 * day)
  }

  test.each([
    { again: 'and nothing else', seenAgain: false },
    { again: 'and that was sent again', seenAgain: true },
  ])('waits here too when only the author of a pack accepted it, $again', async ({ seenAgain }) => {
    const [mine, hers] = [openLedger(), openLedger()]
    sendBoth(mine)
    sendBoth(hers)
    acceptNewFigures(hers.writer, 'ACME', someMonday - day)
    if (seenAgain) hers.record(enhancedResource, year(7, '2025-11-01T00:00:00Z', none), someMonday - day)
    expect(revenueIn(hers)).toMatchObject({ table: 7, source: 7 })
    await received(mine, (await written(hers.file)).path, someMonday)
    expect(revenueIn(mine)).toMatchObject({ table: 100, source: 100 })
    expect(revenueIn(await rebuilt(mine))).toMatchObject({ table: 100, source: 100 })
    expect(acceptNewFigures(mine.writer, 'ACME', someMonday)).toBe(1)
    expect(revenueIn(mine)).toMatchObject({ table: 7, source: 7 })
  })

  test('is accepted where the record is new, as the author saw it', async () => {
    const [mine, hers] = [openLedger(), openLedger()]
    sendBoth(hers)
    acceptNewFigures(hers.writer, 'ACME', someMonday - day)
    await received(mine, (await written(hers.file)).path, someMonday)
    expect(revenueIn(mine)).toMatchObject({ table: 7, source: 7 })
  })
})

test('a pack changes no record of another company, whatever company it names (K1)', async () => {
  const rating = { id: 7, firm: 'Optic', action: 'Upgrades', rating: 'Buy', created_at: '2025-11-03T10:00:00Z' }
  const call = { call_id: 'a', call_title: 'Q3', start_time: '2025-10-28T13:00:00Z', status: 'COMPLETED' }
  const [mine, hers] = [openLedger(), openLedger()]
  mine.record(ratingsResource, listed([{ ...rating, ticker: 'OTHR' }]), someMonday - 2 * day)
  mine.record(callsResource, paged([{ ...call, symbol: 'OTHR' }]), someMonday - 2 * day)
  hers.record(ratingsResource, listed([{ ...rating, ticker: 'ACME', rating: 'Sell' }]), someMonday - day)
  const renamed = { ...call, symbol: 'ACME', call_title: 'Fraud' }
  hers.record(callsResource, paged([renamed]), someMonday - day)
  hers.record(callResource, { ...renamed, transcripts: [{ text: 'Welcome.' }] }, someMonday - day)
  const shown = () => [
    mine.reader.all('SELECT ticker, rating FROM rating'),
    mine.reader.all('SELECT symbol, call_title AS title FROM call'),
    mine.reader.all('SELECT kind, identity FROM ledger_record'),
  ]
  const before = shown()
  const { path } = await written(hers.file)
  const forgery = altered(path, `${path}.forged`, {
    entries: inEntries('responses/', (all: object[]) => [
      ...all,
      { ...all[0], operation: 'calls.one', parameters: '{"call_id":"a"}', records: [] },
    ]),
  })
  const { leftOut } = await received(mine, forgery, someMonday)
  expect(shown()).toEqual(before)
  expect(getLatestResponse(mine.reader, 'calls.one', '{"call_id":"a"}')).toBeUndefined()
  expect(leftOut).toEqual({ records: 3, callIds: new Set(['a']), companies: new Set(['OTHR']) })
})

test('a call that the library has under two spellings of its company is changed by a pack of either', async () => {
  const call = { call_id: 'a', start_time: '2025-10-28T13:00:00Z', status: 'COMPLETED' }
  const [mine, hers] = [openLedger(), openLedger()]
  mine.record(callResource, { ...call, symbol: 'ACME', transcripts: [{ text: 'Welcome.' }] }, someMonday - 3 * day)
  mine.record(callsResource, paged([{ ...call, symbol: 'ACME US' }]), someMonday - 2 * day)
  hers.record(callsResource, paged([{ ...call, symbol: 'ACME', call_title: 'Q3' }]), someMonday - day)
  const { leftOut } = await received(mine, (await written(hers.file)).path, someMonday)
  expect(leftOut.records).toBe(0)
  expect(mine.reader.get('SELECT call_title AS title FROM call')).toEqual({ title: 'Q3' })
})

describe('a call of a pack that it dates 2099', () => {
  const call = { call_id: 'a', symbol: 'ACME', start_time: '2025-10-28T13:00:00Z', status: 'COMPLETED' }
  const sent = { ...call, call_title: 'Q3', updated_at: '2025-10-29T00:00:00Z' }
  const untrue = { ...call, call_title: 'Fraud', updated_at: '2099-01-01T00:00:00Z' }

  test.each([
    {
      brought: 'list',
      record: (library: OpenLedger) => library.record(callsResource, paged([untrue]), someMonday - day),
    },
    { brought: 'transcript', record: (library: OpenLedger) => library.record(callResource, untrue, someMonday - day) },
  ])('in its $brought is described by what the service sends next, now and as of then (K1)', async ({ record }) => {
    const [mine, hers] = [openLedger(), openLedger()]
    mine.record(callsResource, paged([{ ...sent, call_title: 'Q3 call' }]), someMonday - 2 * day)
    record(hers)
    await received(mine, (await written(hers.file)).path, someMonday)
    const title = () => getCallRow(mine.reader, 'a')?.call_title
    expect(title()).toBe('Fraud')
    mine.record(callsResource, paged([sent]), someMonday + hour)
    expect(title()).toBe('Q3')
    // Its row is read from the records again where any of them has changed since.
    mine.record(
      callsResource,
      paged([{ ...sent, headline: 'Later', updated_at: '2026-01-05T00:00:00Z' }]),
      someMonday + day,
    )
    const row = getCallRow(mine.reader, 'a')
    if (!row) throw new Error('the call is missing')
    expect(callsAsOf(mine.reader, [row], someMonday + 2 * hour)).toMatchObject([
      { isFormer: true, row: { call_title: 'Q3', headline: null } },
    ])
  })
})

test('a call whose detail came from a copy that lags behind reads in a library of packs as its author has it (K2)', async () => {
  const call = { call_id: 'a', symbol: 'ACME', start_time: '2025-10-28T15:00:00Z', status: 'COMPLETED' }
  const [mine, hers] = [openLedger(), openLedger()]
  const listedCall = { ...call, call_title: 'Corrected', updated_at: '2025-10-29T12:00:00Z' }
  hers.record(callsResource, paged([listedCall]), someMonday - 2 * day)
  const detail = {
    ...call,
    call_title: 'Former',
    start_time: '2025-10-28T13:00:00Z',
    updated_at: '2025-10-29T11:00:00Z',
  }
  hers.record(callResource, detail, someMonday - day)
  await received(mine, (await written(hers.file)).path, someMonday)
  const theirs = getCallRow(hers.reader, 'a')
  expect(theirs).toMatchObject({ call_title: 'Corrected', startTime: '2025-10-28T15:00:00Z' })
  expect(getCallRow(mine.reader, 'a')).toMatchObject({ call_title: 'Corrected', startTime: theirs?.startTime })
})

describe('a response in a pack', () => {
  const rating = { id: 7, ticker: 'ACME', firm: 'Optic', rating: 'Buy', created_at: '2025-11-03T10:00:00Z' }
  const ofAcme = '{"symbol":"ACME"}'
  const ofOther = '{"symbol":"OTHR"}'

  async function packOfRatings(): Promise<string> {
    const hers = openLedger()
    hers.record(ratingsResource, listed([rating]), someMonday - day)
    return (await written(hers.file)).path
  }

  test('says nothing of a company that is not in the pack', async () => {
    const path = await packOfRatings()
    const forgery = altered(path, `${path}.forged`, {
      entries: (entries) =>
        inEntries('responses/', ([one]: [object]) => [
          { ...one, parameters: ofAcme },
          { ...one, parameters: ofOther },
          { ...one, parameters: '{"symbol":"THRD"}', records: [] },
        ])(
          inEntries('records/', ([one]: { revisions: object[] }[]) => [
            { ...one, revisions: one?.revisions.map((revision) => ({ ...revision, lastResponse: 1 })) },
          ])(entries),
        ),
    })
    const mine = openLedger()
    await received(mine, forgery, someMonday)
    const requested = [ofAcme, ofOther, '{"symbol":"THRD"}'].map(
      (parameters) => getLatestResponse(mine.reader, 'ratings', parameters)?.fetchedAt,
    )
    expect(requested).toEqual([someMonday - day, undefined, undefined])
    expect([...getRatedCompanies(mine.reader, someMonday)]).toEqual(['ACME'])
    expect(mine.reader.all("SELECT 1 FROM ledger_response WHERE parameters ->> 'symbol' = 'THRD'")).toEqual([])
  })

  test('that is dated ahead does not replace what you request later', async () => {
    const path = await packOfRatings()
    const ahead = altered(path, `${path}.ahead`, {
      entries: inEntries('responses/', (all: object[]) =>
        all.map((each) => ({ ...each, fetchedAt: someMonday + 20 * hour })),
      ),
    })
    const mine = openLedger()
    await received(mine, ahead, someMonday)
    mine.record(ratingsResource, listed([rating]), someMonday + hour)
    expect(getLatestResponse(mine.reader, 'ratings', ofAcme)).toMatchObject({ fetchedAt: someMonday + hour })
  })
})

test('a record with as many versions as a pack may have is opened, and packed again with the latest ones', async () => {
  const hers = openLedger()
  hers.record(enhancedResource, year(10_000, '2025-11-01T00:00:00Z'), someMonday - day)
  const { path } = await written(hers.file)
  // All as long as one another, so that any could be another one in another order.
  const many = altered(path, `${path}.many`, {
    entries: inEntries('records/', ([record]: [{ revisions: [Packed] }]) => [
      {
        ...record,
        revisions: Array.from({ length: mostRevisions }, (_, at) => {
          const [first] = record.revisions
          const body = first.body.replace('10000', String(10_000 + at))
          const seenAt = someMonday - day + at
          return { ...first, body, sha256: sha256(body), knownFrom: seenAt, lastSeenAt: seenAt }
        }),
      },
    ]),
  })
  const mine = openLedger()
  await received(mine, many, someMonday)
  expect(revenueIn(mine)).toEqual({ table: 9999 + mostRevisions, source: 9999 + mostRevisions, author: 'Ada' })
  mine.record(enhancedResource, year(1301, '2025-11-01T00:00:00Z'), someMonday - hour)
  const { records } = await readBack(await written(mine.file))
  const revenues = (records[0]?.revisions ?? []).map(({ body }) => (JSON.parse(body) as { Revenue: number }).Revenue)
  expect([revenues.length, revenues[0], revenues.at(-1)]).toEqual([mostRevisions, 10_001, 1301])
})

test('versions with the same fields in another order are one, among many as long', async () => {
  const [mine, hers] = [openLedger(), openLedger()]
  const [one, two] = [
    { Revenue: 1301, GrossProfit: 40 },
    { GrossProfit: 40, Revenue: 1301 },
  ]
  for (const [at, figures] of [one, { ...one, Revenue: 1302 }, { ...one, Revenue: 1303 }].entries())
    mine.record(enhancedResource, paged([enhanced({}, figures)]), someMonday - 3 * day + at)
  for (const [at, figures] of [two, { ...two, Revenue: 1304 }, { ...one, Revenue: 1304 }].entries())
    hers.record(enhancedResource, paged([enhanced({}, figures)]), someMonday - 2 * day + at)
  await received(mine, (await written(hers.file)).path, someMonday)
  const bodies = mine.reader.all<{ body: string }>(
    `SELECT content.body FROM ledger_revision JOIN ledger_content AS content ON content.id = content_id ORDER BY known_from`,
  )
  expect(bodies.map(({ body }) => (JSON.parse(body) as { Revenue: number }).Revenue)).toEqual([
    1301, 1302, 1303, 1301, 1304,
  ])
  expect(new Set(bodies.map(({ body }) => body)).size).toBe(4)
})

describe('a pack of some periods', () => {
  const periods = (from: string) => ({
    head: (head: object) => ({ ...head, format: 2, periods: { from, to: null } }),
  })

  test.each([
    { from: '2025-01-01', refusal: null },
    { from: '2025-01-03', refusal: 'it has records of periods that it does not list' },
  ])('that says from $from, with a year that ends on 2024-12-31: $refusal', async ({ from, refusal }) => {
    const hers = openLedger()
    hers.record(enhancedResource, year(1301, '2025-11-01T00:00:00Z'), someMonday - day)
    const { path } = await written(hers.file)
    const stated = altered(path, `${ownFolder()}/stated`, periods(from))
    if (refusal === null) expect((await readBack({ path: stated })).head.periods).toEqual({ from, to: null })
    else
      await expect(readBack({ path: stated })).rejects.toMatchObject({
        failure: { kind: 'invalid-pack', detail: refusal },
      })
  })
})
