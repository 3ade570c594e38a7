import { onTestFinished } from 'vitest'
import type { AdministratorPolicy } from '#contract/api/policy.ts'
import { sampleKey } from '#sample/options.ts'
import { startSampleService } from '#sample/server.ts'
import { ManualClock } from '../clocks.ts'
import { openedCore, type OpenedCore } from '../opened-core.ts'

const day = 86_400_000

/** A library of two companies, one of them restated and with withdrawn figures; with calls, transcripts, ratings, news and a metric. */
export async function filledLibrary(
  policy?: AdministratorPolicy,
): Promise<
  OpenedCore & { readonly clock: ManualClock; readonly service: Awaited<ReturnType<typeof startSampleService>> }
> {
  const service = await startSampleService()
  onTestFinished(() => service.close())
  const clock = new ManualClock()
  const sample = { baseUrl: service.baseUrl, key: sampleKey }
  const opened = openedCore({ sample, clock, ...(policy === undefined ? {} : { policy }) })
  const { api } = opened
  const statements = { symbol: 'HLDN', basis: 'annual', comparison: 'none', freshness: 'service' } as const
  await api.financials.open(statements)
  await api.financials.open({ ...statements, symbol: 'VSPO', basis: 'quarterly' })
  clock.advance(day)
  await api.financials.open(statements)
  clock.advance(day)
  service.setFaults({ 'fundamentals.enhanced': 'figures-null;share=0.1' })
  await api.financials.open(statements)
  service.setFaults({})
  await api.securities.find({ query: 'HLDN', type: 'symbol', limit: 5, freshness: 'service' })
  const parameters = { symbol: 'HLDN', status: 'COMPLETED', page_size: 20 } as const
  const { records } = await api.fetch.calls({ parameters, freshness: 'service' })
  for (const { call_id } of records.slice(0, 6))
    await api.fetch.call({ parameters: { call_id: String(call_id) }, freshness: 'service' })
  await api.fetch.ratings({ parameters: {}, freshness: 'service' })
  await api.fetch.news({ parameters: { symbol: 'HLDN' }, freshness: 'service' })
  await api.metrics.save({
    name: 'Research intensity',
    formula: '[Research and development] / Revenue',
    unit: 'percent',
  })
  return { ...opened, clock, service }
}
