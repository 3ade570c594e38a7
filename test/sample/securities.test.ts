import { describe, expect, test } from 'vitest'
import { sampleCompanies } from '#contract/api/sample-companies.ts'
import { hitsWrapper } from '#contract/service/operations.ts'
import { searchTypes, securityRecord } from '#contract/service/securities.ts'
import type { SampleService } from '#sample/server.ts'
import { addressOf, paths, row, rows, sampleService, sharedService } from './sample-requests.ts'
import { faultsOf } from './record-faults.ts'

const shared = sharedService()

describe('the securities search', () => {
  const search = async (service: SampleService, parameters: Record<string, string | number>) => {
    const response = await fetch(addressOf(service, paths.securities, parameters, ''))
    const answer: unknown = await response.json()
    expect(hitsWrapper.safeParse(answer).error).toBeUndefined()
    return row(row(answer).data)
  }

  test.each(sampleCompanies)(
    'has $symbol, which the first run offers, under the name it is offered by',
    async (one) => {
      const [first] = rows((await search(shared(), { q: one.symbol, query_by: 'symbol' })).hits)
      expect(row(first?.document)).toMatchObject(one)
    },
  )

  test('takes no key, finds a company by its symbol first, and its first listing has every field', async () => {
    const service = shared()
    const data = await search(service, { q: 'HLDN', query_by: 'symbol' })
    const [first] = rows(data.hits)
    expect(faultsOf(securityRecord, first?.document)).toEqual([])
    expect(row(first?.document)).toMatchObject({
      symbol: 'HLDN',
      name: 'Halden Instruments',
      'exchange_info.mic_code': 'XNAS',
    })
    const { figi, code } = {
      figi: row(first?.document)['identifiers.figi'],
      code: row(first?.document)['exchange_info.openfigi_exchange_code'],
    }
    expect(row(first?.document).id).toBe(`${String(figi)}_${String(code)}`)
    expect(data.request_params).toEqual({ collection_name: 'securities', per_page: 100, q: 'HLDN' })
    expect(data.out_of).toBe(3000)
  })

  test('every security on every page reads by the contract, and the pages of 100 are the whole', async () => {
    const service = shared()
    const ids: unknown[] = []
    for (let page = 1; page <= 30; page++) {
      const { hits, found } = await search(service, { q: '*', query_by: 'symbol', page })
      expect(found).toBe(3000)
      for (const { document } of rows(hits)) {
        expect(securityRecord.safeParse(document).error).toBeUndefined()
        ids.push(row(document).id)
      }
    }
    expect(ids).toHaveLength(3000)
    expect(new Set(ids).size).toBe(3000)
    expect(rows((await search(service, { q: '*', query_by: 'symbol', page: 31 })).hits)).toEqual([])
  })

  test.each(searchTypes)('finds a company by %s', async (type) => {
    const service = shared()
    const known = rows((await search(service, { q: 'HLDN', query_by: 'symbol' })).hits)[0]
    const value = String(row(known?.document)[type])
    const { hits } = await search(service, { q: value, query_by: type })
    expect(rows(hits).length).toBeGreaterThan(0)
    for (const { document } of rows(hits)) expect(String(row(document)[type])).toContain(value)
  })

  test('a CIK is found without its leading zeros', async () => {
    const service = shared()
    const { hits } = await search(service, { q: '9100001', query_by: 'identifiers.cik' })
    expect(row(rows(hits)[0]?.document).symbol).toBe('HLDN')
  })

  test('its parameters can have other names; under the usual ones nothing is then found and nothing echoed', async () => {
    const service = await sampleService({ searchNames: { query: 'term', type: 'field', page: 'p' } })
    const named = await search(service, { term: 'HLDN', field: 'symbol', p: 1 })
    expect(named.found).toBeGreaterThan(0)
    expect(row(named.request_params).q).toBe('HLDN')
    const usual = await search(service, { q: 'HLDN', query_by: 'symbol' })
    expect(usual).toMatchObject({ found: 0, hits: [], request_params: { q: '' } })
  })

  test('it can be made to want the key', async () => {
    const service = await sampleService({ searchWantsKey: true })
    expect((await fetch(addressOf(service, paths.securities, { q: 'HLDN' }, ''))).status).toBe(401)
    expect((await fetch(addressOf(service, paths.securities, { q: 'HLDN' }, 'wrong'))).status).toBe(401)
    expect((await fetch(addressOf(service, paths.securities, { q: 'HLDN' }))).status).toBe(200)
  })
})
