import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { call } from '@orpc/server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ApiInputs } from '#contract/api/api.ts'
import { openCore, type Core } from '#core/core.ts'
import { storeResponse } from '#core/ledger/store-response.ts'
import { securitiesResource } from '#core/securities/resource.ts'
import { searchSecurities } from '#core/securities/search-securities.ts'
import { countSecurities, findByWords } from '#core/securities/securities-store.ts'
import { startSampleService, type SampleService } from '#sample/server.ts'
import { received } from '../../bench/received.ts'
import { openedLibrary } from '../ledger/opened-library.ts'

let profile: string
let service: SampleService
let core: Core

beforeEach(async () => {
  profile = await mkdtemp(join(tmpdir(), 'tearsheet-find-'))
  service = await startSampleService({ key: 'right-key' })
  core = openCore({ profile, version: '0.0.0', sample: { baseUrl: service.baseUrl, key: 'right-key' } })
})
afterEach(async () => {
  await core.close()
  await service.close()
  await rm(profile, { recursive: true })
})

const find = (question: ApiInputs['securities']['find']) => call(core.router.securities.find, question)

/** The library after responses with securities of these names, numbered in each from the first one on. */
function libraryWith(...responses: readonly (readonly string[])[]) {
  const { library } = openedLibrary({ baseUrl: service.baseUrl })
  if (!library.writer) throw new Error('the library cannot be written')
  for (const names of responses) {
    const hits = names.map((name, at) => ({ document: { id: `${at}_X`, symbol: `AB${at}`, name } }))
    const body = Buffer.from(JSON.stringify({ data: { hits }, message: '' }))
    storeResponse(library.writer, received('securities', { query: 'AB', type: 'symbol' }, body, 1), securitiesResource)
  }
  return library
}

describe('securities search', () => {
  test('shows what the service found although the library finds it by no text: a GICS group names all below it', async () => {
    const asked = await find({ query: '4520', type: 'classification.gics_code', freshness: 'service', limit: 200 })
    const stored = await find({ query: '4520', type: 'classification.gics_code', freshness: 'library', limit: 200 })
    expect(asked.hits.length).toBeGreaterThan(50)
    expect(asked.hits.map(({ source }) => source)).toEqual(asked.hits.map(() => 'service'))
    expect(stored.hits.map(({ id }) => id)).toEqual(asked.hits.map(({ id }) => id))
  })

  test('takes an identifier as it was typed when its kind was chosen by hand: small letters, blanks, a short CIK', async () => {
    const { hits } = await find({ query: 'HLDN', freshness: 'service' })
    const listing = hits.find(({ symbol }) => symbol === 'HLDN')!
    const typed = [
      { type: 'identifiers.cik', query: (listing.cik ?? '').replace(/^0+/, '') },
      { type: 'identifiers.figi', query: ` ${(listing.figi ?? '').toLowerCase()} ` },
      { type: 'exchange_info.mic_code', query: (listing.mic ?? '').toLowerCase() },
    ] as const
    const found = await Promise.all(typed.map((one) => find({ ...one, freshness: 'library' })))
    expect(found.map((answer) => answer.hits.some(({ id }) => id === listing.id))).toEqual([true, true, true])
  })

  test('requests a short text as a symbol, and only when there is none as a market or a country', async () => {
    const company = await find({ query: 'vspo', freshness: 'service' })
    const market = await find({ query: 'xnas', freshness: 'service' })
    const nothing = await find({ query: 'qqqqqq', freshness: 'service' })
    expect([company, market, nothing].map((answer) => answer.service?.type)).toEqual([
      'symbol',
      'exchange_info.mic_code',
      'symbol',
    ])
    expect(service.requests.map(({ parameters }) => [parameters['query_by'], parameters['q']])).toEqual([
      ['symbol', 'VSPO'],
      ['symbol', 'XNAS'],
      ['exchange_info.mic_code', 'XNAS'],
      ['symbol', 'QQQQQQ'],
    ])
  })

  test.each(['HLDN US Equity', 'HLDN US', 'xnas:hldn', 'HLDN.OQ'])(
    'fetches a symbol written as terminals do: %s',
    async (query) => {
      const asked = await find({ query, freshness: 'service' })
      expect(asked.service).toMatchObject({ type: 'symbol', value: 'HLDN', found: 1, failure: null })
      expect(asked.hits.map(({ symbol, source }) => [symbol, source])).toContainEqual(['HLDN', 'service'])
      const chosen = await find({ query, type: 'symbol', freshness: 'service' })
      expect(chosen.service?.found).toBe(1)
    },
  )

  test('still shows a country’s securities when they are read from the library again, below what begins with the text', async () => {
    const asked = await find({ query: 'jp', freshness: 'service' })
    const again = await find({ query: 'jp', freshness: 'library' })
    expect(asked.service).toMatchObject({ type: 'exchange_info.exchange_country', failure: null })
    expect(asked.found).toBeGreaterThan(0)
    expect(again.hits.map(({ id }) => id)).toEqual(asked.hits.map(({ id }) => id))
  })

  test('finds all listings by the FIGI of their share class, without the kind of FIGI', async () => {
    await find({ query: 'HLDN', freshness: 'service' })
    const shareClass = await call(core.router.securities.profile, { symbol: 'HLDN' })
    const query = shareClass.record['identifiers.figi_share_class'] ?? ''
    const { hits, service: asked } = await find({ query, freshness: 'service' })
    expect([asked?.type, hits.map(({ symbol }) => symbol)]).toEqual(['identifiers.figi_share_class', ['HLDN', 'HLD1']])
  })

  test('has a name that the service breaks over lines on one line, found as it is read; the record stays as received', async () => {
    service.setFaults({ securities: 'odd-texts' })
    const { hits } = await find({ query: 'HLDN', freshness: 'service' })
    expect(hits[0]?.name).toMatch(/^Halden Instruments and its Consolidated Subsidiaries of the Second/)
    const found = await find({ query: 'Instruments and its Consol', freshness: 'library' })
    expect(found.hits.map(({ name }) => name)).toContain(hits[0]?.name)
    const profile = await call(core.router.securities.profile, { symbol: 'HLDN' })
    expect(profile.record.name).toContain('\r\n')
  })

  test('puts a company’s home listing before those abroad, whatever their symbols', async () => {
    const { hits } = await find({ query: 'hld', freshness: 'service' })
    const halden = hits.filter(({ name }) => name === 'Halden Instruments')
    expect(halden.map(({ symbol, mic }) => [symbol, mic])).toEqual([
      ['HLDN', 'XNAS'],
      ['HLD1', 'XFRA'],
    ])
  })

  test('with nothing typed lists the companies that can be read offline, the one fetched last first, and no other', async () => {
    await find({ query: 'US', type: 'exchange_info.exchange_country', freshness: 'service' })
    const { hits } = await find({ query: 'VSPO', freshness: 'service' })
    expect(hits[0]?.symbol).toBe('VSPO')
    for (const symbol of ['HLDN', 'VSPO']) {
      const parameters = { symbol, page_size: 4 }
      await call(core.router.fetch.enhancedFundamentals, { parameters, freshness: 'service' })
    }
    const recent = await find({ query: '', freshness: 'library' })
    expect(recent).toMatchObject({ found: 2, atLeast: false, service: null })
    expect(recent.hits.map(({ symbol, hasFundamentals }) => [symbol, hasFundamentals])).toEqual([
      ['VSPO', true],
      ['HLDN', true],
    ])
  })

  test('shows each of two securities to which the service gives one id', async () => {
    const { library } = openedLibrary({ baseUrl: service.baseUrl })
    if (!library.writer) throw new Error('the library cannot be written')
    const hits = ['Halden One', 'Halden Two'].map((name, at) => ({ document: { id: 'X', symbol: `HD${at}`, name } }))
    const body = Buffer.from(JSON.stringify({ data: { hits }, message: '' }))
    storeResponse(library.writer, received('securities', { query: 'HD', type: 'symbol' }, body, 1), securitiesResource)
    const question = { query: 'Halden', freshness: 'library' } as const
    const found = await searchSecurities(library, question, new AbortController().signal)
    expect(found.hits.map(({ symbol }) => symbol).toSorted()).toEqual(['HD0', 'HD1'])
  })

  test('counts a security of the library once, however often its record changed', () => {
    const { reader } = libraryWith(['Halden'], ['Halden Instruments', 'Vespero'])
    expect(countSecurities(reader)).toBe(2)
  })

  test('finds the company whose name has the whole word, though hundreds received before only begin like it', () => {
    const names = [...Array.from({ length: 600 }, (_, at) => `Alpha ${at} Fundamentals`), 'Zeta Fund']
    const { reader } = libraryWith(names)
    expect(findByWords(reader, 'fund', 500)[0]).toBe(findByWords(reader, 'zeta', 500)[0])
  })

  test.each([
    ['a profile that cannot be written', { readOnly: true, full: false }],
    ['a full disk', { readOnly: false, full: true }],
  ])('shows what the service found on %s, though it cannot be kept', async (_, { readOnly, full }) => {
    const { library, fillDisk } = openedLibrary({ baseUrl: service.baseUrl, key: 'right-key', readOnly })
    if (full) fillDisk()
    const question = { query: '4520', type: 'classification.gics_code', limit: 500 } as const
    const ask = (freshness: 'service' | 'library', facets = {}) =>
      searchSecurities(library, { ...question, freshness, facets }, new AbortController().signal)
    const { hits, found, service: heard } = await ask('service')
    expect(heard?.fetched).toBeGreaterThan(50)
    expect([found, hits.length]).toEqual([heard?.fetched, heard?.fetched])
    const country = hits[0]?.country ?? ''
    const chosen = await ask('service', { country: [country] })
    const fits = hits.filter((hit) => hit.country === country)
    expect(chosen.hits.map(({ id, source }) => [id, source])).toEqual(fits.map(({ id }) => [id, 'service']))
    expect((await ask('library')).found).toBe(0)
  })
})
