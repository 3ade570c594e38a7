import Database from 'better-sqlite3'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Announcement } from '#contract/api/api.ts'
import { sampleKey } from '#sample/options.ts'
import { startSampleService, type SampleService } from '#sample/server.ts'
import { announcements } from './announcements.ts'
import { failureOfQuestion, openedCore } from './opened-core.ts'
import { transports, type ApiLine } from './over-transport.ts'

let service: SampleService
beforeAll(async () => {
  service = await startSampleService({ restated: 'never' })
})
afterAll(() => service.close())
beforeEach(() => service.setFaults({}))

/** The seven operations, as a window requests them. */
const questions = {
  'fundamentals.enhanced': ({ api }: ApiLine, freshness: Freshness) =>
    api.fetch.enhancedFundamentals({ parameters: { symbol: 'HLDN', fiscal_period: 'FY', page_size: 3 }, freshness }),
  'fundamentals.lite': ({ api }: ApiLine, freshness: Freshness) =>
    api.fetch.liteFundamentals({ parameters: { symbol: 'HLDN', fiscal_year: 2024 }, freshness }),
  'calls.list': ({ api }: ApiLine, freshness: Freshness) =>
    api.fetch.calls({ parameters: { symbol: 'HLDN', status: 'COMPLETED', page_size: 2 }, freshness }),
  'calls.one': async (line: ApiLine, freshness: Freshness) => {
    const { record, provenance } = await line.api.fetch.call({
      parameters: { call_id: await someCall(line) },
      freshness,
    })
    return { records: [record], extent: null, provenance }
  },
  ratings: ({ api }: ApiLine, freshness: Freshness) =>
    api.fetch.ratings({ parameters: { symbol: 'HLDN', page: '1', page_size: '2' }, freshness }),
  news: ({ api }: ApiLine, freshness: Freshness) =>
    api.fetch.news({ parameters: { symbol: 'HLDN', page_size: 2 }, freshness }),
  securities: ({ api }: ApiLine, freshness: Freshness) =>
    api.fetch.securities({ parameters: { query: 'HLDN', type: 'symbol' }, freshness }),
} as const
type Freshness = 'library' | 'library-first' | 'service'
const operations = Object.keys(questions) as (keyof typeof questions)[]

async function someCall({ api }: ApiLine): Promise<string> {
  const { records } = await api.fetch.calls({
    parameters: { symbol: 'HLDN', status: 'COMPLETED' },
    freshness: 'library-first',
  })
  return records[0]?.call_id ?? ''
}

describe.each(transports)('over %s', (_, reach) => {
  const opened = async () => {
    const core = openedCore({ sample: { baseUrl: service.baseUrl, key: sampleKey } })
    return { ...core, line: await reach(core.core) }
  }

  test.each(operations)('%s comes from the service, is kept, and is read again without it', async (operation) => {
    const { line } = await opened()
    const ask = questions[operation]
    if (operation !== 'calls.one') {
      expect(await failureOfQuestion(ask(line, 'library'))).toMatchObject({ kind: 'not-in-library' })
    }
    const online = await ask(line, 'service')
    service.setFaults({ '*': 'reset' })
    const [offline, first] = [await ask(line, 'library'), await ask(line, 'library-first')]
    expect(online.records.length).toBeGreaterThan(0)
    expect([offline.records, first.records]).toEqual([online.records, online.records])
    expect([online, offline, first].map(({ provenance }) => [provenance.source, provenance.stale])).toEqual([
      ['service', false],
      ['library', false],
      ['library', false],
    ])
    expect(online.provenance.request).toMatchObject({ operation })
    expect(JSON.stringify([online, offline, first])).not.toContain(sampleKey)
  })

  test('a failure is one of the closed list, with what its sentence needs', async () => {
    const { line } = await opened()
    service.setFaults({ ratings: '403', news: 'message-only', 'calls.list': 'portal' })
    const failures = await Promise.all(
      (['ratings', 'news', 'calls.list'] as const).map((operation) =>
        failureOfQuestion(questions[operation](line, 'service')),
      ),
    )
    const host = new URL(service.baseUrl).host
    expect(failures).toEqual([
      { kind: 'not-allowed', operation: 'Ratings', host, status: 403, serviceMessage: 'Fault.' },
      { kind: 'service-message', operation: 'News', host, detail: 'invalid key' },
      { kind: 'sign-in-page', operation: 'Conference calls', host },
    ])
  })

  test.each<[string, (line: ApiLine) => Promise<unknown>]>([
    [
      'a parameter that the operation does not have',
      ({ api }) => api.fetch.news(odd({ parameters: { symbol: 'A', apikey: 'x' }, freshness: 'library' })),
    ],
    [
      'a parameter of the wrong type',
      ({ api }) => api.fetch.news(odd({ parameters: { symbol: 5 }, freshness: 'library' })),
    ],
    ['a page before the first', ({ api }) => api.fetch.calls({ parameters: { page: 0 }, freshness: 'library' })],
    [
      'a time in another form',
      ({ api }) => api.fetch.calls({ parameters: { from: '5 January' }, freshness: 'library' }),
    ],
    ['a freshness that does not exist', ({ api }) => api.fetch.ratings(odd({ parameters: {}, freshness: 'soon' }))],
    ['nothing', ({ api }) => api.fetch.ratings(odd(undefined))],
    ['a text instead of an object', ({ api }) => api.financials.open(odd('ACME'))],
    [
      'a search type of its own',
      ({ api }) => api.securities.find(odd({ query: 'A', type: 'name; DROP TABLE', freshness: 'library' })),
    ],
    ['a text without end', ({ api }) => api.securities.find({ query: 'a'.repeat(201), freshness: 'library' })],
    [
      'a step out of the call’s path',
      ({ api }) => api.fetch.call({ parameters: { call_id: '..' }, freshness: 'service' }),
    ],
    ['a theme that does not exist', ({ api }) => api.preferences.write(odd({ theme: 'neon' }))],
    ['a record number that is none', ({ api }) => api.source.figure(odd({ recordId: 1.5, field: 'Revenue' }))],
  ])('%s is refused before anything is looked up', async (_what, ask) => {
    const { line } = await opened()
    const before = service.requests.length
    expect(await failureOfQuestion(ask(line))).toMatchObject({
      kind: 'bad-request',
      detail: expect.any(String) as string,
    })
    expect(service.requests).toHaveLength(before)
  })

  test('a defect says nothing of itself on the line, and everything in the log', async () => {
    const { line, profile } = await opened()
    await questions.ratings(line, 'service')
    const other = new Database(join(profile, 'workspaces', 'sample', 'library.db'))
    other.exec('ALTER TABLE rating RENAME TO elsewhere')
    other.close()
    expect(await failureOfQuestion(questions.ratings(line, 'library'))).toEqual({ kind: 'defect' })
    const log = readFileSync(join(profile, 'logs', 'tearsheet.log'), 'utf8')
    expect(log).toContain('fetch.ratings\nSqliteError: no such table: rating')
  })

  test('a request that is canceled is canceled at the service', async () => {
    const { line, api } = await opened()
    const { untilStatus } = await announcements(api)
    service.setFaults({ ratings: 'hang' })
    const leaving = new AbortController()
    const question = { parameters: { symbol: 'LEFT' }, freshness: 'service' } as const
    const asked = expect(line.api.fetch.ratings(question, { signal: leaving.signal })).rejects.toThrow()
    await untilStatus(({ inProgress }) => inProgress === 1)
    leaving.abort()
    await asked
    await untilStatus(({ inProgress }) => inProgress === 0)
  })

  test('requests under way end when the window goes away', async () => {
    const { line, api } = await opened()
    const { untilStatus } = await announcements(api)
    service.setFaults({ ratings: 'hang' })
    const question = { parameters: { symbol: 'GONE' }, freshness: 'service' } as const
    const asked = expect(line.api.fetch.ratings(question)).rejects.toThrow()
    await untilStatus(({ inProgress }) => inProgress === 1)
    line.hangUp()
    await asked
    await untilStatus(({ inProgress }) => inProgress === 0)
  })

  test('every window hears what changed, without its data, until the core closes', async () => {
    const { line, ...desks } = await opened()
    const second = await reach(desks.core)
    const heard = await Promise.all(
      [line, second].map(async ({ api }) => {
        const stream = await api.status.changes()
        const announced: Announcement[] = []
        const listening = (async () => {
          for await (const announcement of stream) if (announcement.kind !== 'status') announced.push(announcement)
        })()
        return { announced, listening }
      }),
    )
    // A response is the proof that both subscriptions stand.
    await Promise.all([line.api.status.ping(), second.api.status.ping()])
    await line.api.preferences.write({ theme: 'dark' })
    await questions.news(line, 'service')
    await desks.close()
    await Promise.all(heard.map(({ listening }) => listening))
    expect(heard.map(({ announced }) => announced)).toEqual(
      [0, 1].map(() => [{ kind: 'preferences' }, { kind: 'news' }]),
    )
  })
})

/** A request that the types would not let through, as a broken or hostile page would send it. */
function odd<Question>(question: unknown): Question {
  return question as Question
}
