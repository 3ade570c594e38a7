import { describe, expect, test } from 'vitest'
import { failureOfQuestion, liveWorkspace, openedCore, usualNames } from '../opened-core.ts'
import { closedPort, json, scriptedService } from '../service/scripted-service.ts'
import { hits } from '../records.ts'

interface Listed {
  readonly symbol: string
  readonly name: string
  readonly cap?: number
  readonly mic?: string
}

const listings: readonly Listed[] = [
  { symbol: 'AAPL', name: 'Apple Inc', cap: 3e12, mic: 'XNAS' },
  { symbol: 'APLE', name: 'Apple Hospitality REIT', cap: 3e9, mic: 'XNYS' },
  { symbol: 'GLE', name: 'Société Générale', mic: 'XPAR' },
  { symbol: 'SIE', name: 'Siemens Aktiengesellschaft', mic: 'XETR' },
  { symbol: 'NESN', name: 'Nestle\u0301 SA', mic: 'XSWX' },
  { symbol: 'M&M', name: 'Mahindra & Mahindra', mic: 'XNSE' },
  { symbol: 'NOT', name: 'Not Or And Near Holdings', mic: 'XLON' },
  { symbol: '7203', name: 'トヨタ自動車', mic: 'XTKS' },
  { symbol: 'QUO', name: 'The "Quoted" Company', mic: 'XLON' },
]

/** A desk whose library holds these listings, and whose service is gone. */
async function offlineSetup() {
  const documents = listings.map(({ symbol, name, cap, mic }) => ({
    id: `${symbol}_${mic ?? ''}`,
    symbol,
    name,
    ...(cap !== undefined && { 'financials.market_cap': cap }),
    'exchange_info.mic_code': mic,
  }))
  const service = await scriptedService((response) => json(response, hits(documents, 'x')))
  const opened = openedCore()
  const id = await liveWorkspace(opened, service.origin)
  await opened.api.fetch.securities({ parameters: { query: 'x', type: 'symbol' }, freshness: 'service' })
  const baseUrl = `http://127.0.0.1:${await closedPort()}`
  await opened.api.workspaces.edit({ id, edit: { name: 'Live', baseUrl, recordingsBase: '', search: usualNames } })
  const find = async (query: string) => {
    const { hits: found } = await opened.api.securities.find({ query, freshness: 'library' })
    return found.map(({ symbol }) => symbol)
  }
  return { ...opened, find }
}

describe('typing in the search box, without a network', () => {
  test.each<[string, readonly string[]]>([
    ['aapl', ['AAPL']],
    ['apple', ['AAPL', 'APLE']],
    ['apple ho', ['APLE']],
    ['hospitality apple', ['APLE']],
    ['societe', ['GLE']],
    ['SOCIÉTÉ GÉN', ['GLE']],
    ['Socie\u0301te\u0301', ['GLE']],
    ['nestlé', ['NESN']],
    ['nestle', ['NESN']],
    ['トヨタ', ['7203']],
    ['7203', ['7203']],
    ['m&m', ['M&M']],
    ['mahindra & mah', ['M&M']],
    ['xpar', ['GLE']],
    ['  siemens  ', ['SIE']],
  ])('%j finds %j', async (query, symbols) => {
    const { find } = await offlineSetup()
    expect(await find(query)).toEqual(symbols)
  })

  test.each([
    'NOT OR AND',
    'not near or',
    '"quoted"',
    '"unclosed',
    'quoted*',
    'name:quoted',
    '(quoted)',
    'quoted^',
    '-quoted',
    '+quoted',
    '{quoted}',
    'NEAR(quoted company)',
    'quoted AND',
  ])('%j is read as words, never as an operator: nothing typed can break the search', async (query) => {
    const { find } = await offlineSetup()
    await expect(find(query)).resolves.toBeInstanceOf(Array)
  })

  test.each([
    "'; DROP TABLE security; --",
    '%',
    '_',
    '*',
    '\\',
    '\u0000',
    '🍎',
    '\ud800',
    '…',
    'a'.repeat(200),
    '\u202e',
  ])('%j finds nothing, and breaks nothing', async (query) => {
    const { find } = await offlineSetup()
    await find(query)
    expect(await find('AAPL')).toEqual(['AAPL'])
  })

  test('says of each result that it is from the library, and of the service why it has no results', async () => {
    const { api } = await offlineSetup()
    const { hits: found, service, outOf } = await api.securities.find({ query: 'apple', freshness: 'service' })
    expect(found.map(({ symbol, source }) => [symbol, source])).toEqual([
      ['AAPL', 'library'],
      ['APLE', 'library'],
    ])
    expect([service?.failure?.kind, outOf]).toEqual(['offline', listings.length])
  })

  test('opens a stored security, and names one that is not', async () => {
    const { api } = await offlineSetup()
    expect((await api.securities.profile({ symbol: 'gle' })).record.name).toBe('Société Générale')
    for (const wanted of [{ symbol: 'NOBODY' }, { id: 'x' }, {}]) {
      expect(await failureOfQuestion(api.securities.profile(wanted))).toEqual({ kind: 'not-in-library' })
    }
  })
})
