import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { sampleKey } from '#sample/options.ts'
import { startSampleService, type SampleService } from '#sample/server.ts'
import type { SampleLibraryState } from '#contract/api/sample-library.ts'
import { announcements } from '../announcements.ts'
import { liveWorkspace, openedCore, failureOfQuestion, type ApiClient, type OpenedCore } from '../opened-core.ts'

let service: SampleService
beforeAll(async () => {
  service = await startSampleService()
})
afterAll(() => service.close())

const sampleOf = ({ baseUrl }: SampleService) => ({ baseUrl, key: sampleKey })

/** When its state is so; it is looked at after every announcement. */
async function untilLibrary({ api }: Pick<OpenedCore, 'api'>, isSo: (library: SampleLibraryState) => boolean) {
  const heard = await announcements(api)
  for (let count = 1; ; count += 1) {
    const { library } = await api.sampleLibrary.read()
    if (library !== null && isSo(library)) return library
    await heard.until(count)
  }
}

const namesOf = async (api: ApiClient, query: string) =>
  (await api.securities.find({ query, freshness: 'library' })).hits.map(({ name }) => name)

test('a first start fills the sample: names, statements, calls, ratings, news, lists, a comparison, a search and a restatement', async () => {
  const opened = openedCore({ sample: sampleOf(service), loadsSample: true })
  const { api } = opened
  const library = await untilLibrary(opened, ({ state }) => state === 'loaded')
  expect(library).toMatchObject({ isFirstStart: true })
  expect(library.securities).toBe(3000)
  expect(library.companies).toHaveLength(16)
  for (const company of library.companies) {
    expect(company.state).toBe('loaded')
    expect(company.periods, company.symbol).toBeGreaterThan(10)
    expect(company.calls, company.symbol).toBeGreaterThan(0)
    expect(company.ratings, company.symbol).toBeGreaterThan(0)
    expect(company.news, company.symbol).toBeGreaterThan(0)
  }
  for (const { kind, ended, total } of library.progress) expect(ended, kind).toBe(total)
  expect((await namesOf(api, 'halden'))[0]).toMatch(/^Halden Instruments/)
  const { lists } = await api.watchlists.all()
  expect(lists.map(({ name, companies }) => [name, companies])).toEqual([
    ['Sample coverage', 16],
    ['Precision instruments', 6],
  ])
  const { comparisons } = await api.comparisons.saved()
  expect(comparisons.map(({ name, spec }) => [name, spec.look?.chart])).toEqual([
    ['Precision instruments, LTM', 'trends'],
  ])
  const { searches } = await api.search.saved()
  expect(searches).toMatchObject([{ name: 'Price increases' }])
  expect(searches[0]?.hits).toBeGreaterThan(0)
  const home = await api.home.read()
  const restated = home.companies.flatMap(({ symbol, items }) =>
    items.some(({ kind }) => kind === 'restated') ? symbol : [],
  )
  expect(restated.toSorted()).toEqual(['HLDN', 'VSPO'])
  // What came with the first download is not new.
  expect(home.companies.flatMap(({ items }) => items.filter(({ kind }) => kind === 'rating'))).toEqual([])
  const { alerts } = await api.alerts.log({ offset: 0, limit: 100 })
  expect(alerts.map(({ symbol, event }) => `${symbol} ${event.kind}`).toSorted()).toEqual([
    'HLDN restated',
    'VSPO restated',
    'VSPO restated',
    'VSPO restated',
  ])
  const failed = (await api.sync.jobs()).jobs.map(({ counts }) => counts.failed)
  expect(failed).toEqual([0, 0, 0])
})

test('a second start finds it loaded and does not load it once more', async () => {
  const first = openedCore({ sample: sampleOf(service), loadsSample: true })
  await untilLibrary(first, ({ state }) => state === 'loaded')
  await first.close()
  const { api } = openedCore({ profile: first.profile, sample: sampleOf(service), loadsSample: true })
  const { library } = await api.sampleLibrary.read()
  expect(library).toMatchObject({ state: 'loaded', isFirstStart: false })
  expect((await api.watchlists.all()).lists).toHaveLength(2)
})

test('a loading that the end of the program interrupted continues with the next start', async () => {
  const first = openedCore({ sample: sampleOf(service), loadsSample: true })
  await untilLibrary(first, ({ companies }) => companies.some(({ periods }) => periods > 0))
  await first.close()
  const second = openedCore({ profile: first.profile, sample: sampleOf(service), loadsSample: true })
  const library = await untilLibrary(second, ({ state }) => state === 'loaded')
  expect(library).toMatchObject({ isFirstStart: false, securities: 3000 })
  expect((await second.api.watchlists.all()).lists).toHaveLength(2)
})

test('a loading that was canceled keeps what had come, and continues when it is requested', async () => {
  const held = await startSampleService({ faults: { 'calls.one': 'hold,ok' } })
  onTestFinished(() => held.close())
  const opened = openedCore({ sample: sampleOf(held), loadsSample: true })
  const { api } = opened
  // One transcript is kept back, so that the download cannot be done by the time it is cancelled.
  const isHeld = () => held.requests.some(({ target }) => target === 'calls.one')
  await untilLibrary(opened, ({ companies }) => isHeld() && companies.some(({ periods }) => periods > 0))
  const { jobs } = await api.sync.jobs()
  const data = jobs.find(({ purpose }) => purpose === 'offline')
  await api.sync.stop({ jobId: data?.id ?? 0 })
  const stopped = await untilLibrary(opened, ({ state }) => state === 'stopped')
  expect(stopped.companies.some(({ periods }) => periods > 0)).toBe(true)
  await api.sampleLibrary.load()
  await untilLibrary(opened, ({ state }) => state === 'loaded')
  expect((await api.watchlists.all()).lists).toHaveLength(2)
})

test('a sample workspace that somebody worked in before is left as it is', async () => {
  const first = openedCore({ sample: sampleOf(service) })
  await first.api.watchlists.create({ name: 'Mine' })
  await first.close()
  const { api } = openedCore({ profile: first.profile, sample: sampleOf(service), loadsSample: true })
  expect(await api.sampleLibrary.read()).toEqual({ library: null })
  expect((await api.sync.jobs()).jobs).toEqual([])
})

test('the workspace of a real service is never filled with sample data', async () => {
  const opened = openedCore({ sample: sampleOf(service), loadsSample: true })
  await liveWorkspace(opened, service.baseUrl, { key: sampleKey })
  expect(await opened.api.sampleLibrary.read()).toEqual({ library: null })
  expect(await failureOfQuestion(opened.api.sampleLibrary.load())).toEqual({ kind: 'no-such-workspace' })
  expect((await opened.api.watchlists.all()).lists).toEqual([])
})

test('the sample is deleted whole: the workspace of a real service is opened, and no file of the sample is left', async () => {
  const opened = openedCore({ sample: sampleOf(service), loadsSample: true })
  const { api, profile } = opened
  await untilLibrary(opened, ({ companies }) => companies.some(({ periods }) => periods > 0))
  const live = await liveWorkspace(opened, service.baseUrl, { key: sampleKey })
  await api.workspaces.activate({ id: 'sample' })
  expect(await api.workspaces.deleteSample({ withNotes: false })).toEqual({ deleted: true, notes: [] })
  const { workspaces, active } = await api.workspaces.list()
  expect([active, ...workspaces.map(({ id }) => id)]).toEqual([live, live])
  expect(existsSync(join(profile, 'workspaces', 'sample'))).toBe(false)
  await api.workspaces.activate({ id: 'sample' })
  expect((await api.status.now()).notices).toEqual([])
  await untilLibrary(opened, ({ state }) => state === 'loaded')
  expect((await api.workspaces.list()).workspaces.map(({ id }) => id).toSorted()).toEqual([live, 'sample'].toSorted())
})

test('without another workspace the deleted sample is open, empty, and stays so until it is loaded again', async () => {
  const first = openedCore({ sample: sampleOf(service), loadsSample: true })
  await untilLibrary(first, ({ companies }) => companies.some(({ periods }) => periods > 0))
  await first.api.metrics.save({ name: 'Mine', formula: '[Revenue] / 2', unit: 'money' })
  const notes = [{ table: 'own_metric', rows: 1 }]
  expect(await first.api.workspaces.deleteSample({ withNotes: false })).toEqual({ deleted: false, notes })
  expect((await first.api.watchlists.all()).lists).toHaveLength(2)
  expect(await first.api.workspaces.deleteSample({ withNotes: true })).toEqual({ deleted: true, notes })
  await first.close()
  const opened = openedCore({ profile: first.profile, sample: sampleOf(service), loadsSample: true })
  const { api } = opened
  expect(await api.status.now()).toMatchObject({ notices: [] })
  expect((await api.sampleLibrary.read()).library).toMatchObject({ state: 'stopped', securities: 0 })
  expect((await api.watchlists.all()).lists).toEqual([])
  await api.sampleLibrary.load()
  await untilLibrary(opened, ({ state }) => state === 'loaded')
  expect((await api.watchlists.all()).lists).toHaveLength(2)
})
