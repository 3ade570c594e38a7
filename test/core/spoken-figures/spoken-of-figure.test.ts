import { expect, test } from 'vitest'
import { sampleKey } from '#sample/options.ts'
import { startSampleService } from '#sample/server.ts'
import { openedCore } from '../opened-core.ts'

const form = { format: 'json', clean: false } as const

test('the source of a figure names the sentence of its call that states it, until the match is called wrong', async () => {
  const service = await startSampleService()
  const { api } = openedCore({ sample: { baseUrl: service.baseUrl, key: sampleKey } })
  await api.calls.fetchPage({ filter: { symbols: ['HLDN'] }, page: 'latest' })
  const statements = { symbol: 'HLDN', basis: 'quarterly', comparison: 'none', freshness: 'service' } as const
  const { periods } = await api.financials.open(statements)
  const recordId = periods.find(({ quarter, year }) => quarter === 'Q1' && year === 2026)?.recordIds[0] ?? -1
  const ofRevenue = { recordId, field: 'Revenue' }
  expect(await api.source.spoken(ofRevenue)).toEqual({ passages: [] })

  const order = { by: 'started', descending: true } as const
  const { entries } = await api.calls.list({ filter: { symbols: ['HLDN'] }, order, offset: 0, limit: 50 })
  const callId = entries.find(({ title }) => title.includes('Q1 FY2026'))?.callId ?? ''
  for await (const piece of await api.calls.open({ callId, form, freshness: 'library-first' }))
    if (piece.call === null) continue
  const { passages } = await api.source.spoken(ofRevenue)
  expect(passages[0]).toMatchObject({
    callId,
    is: 'agrees',
    language: 'en-US',
    sentence: [
      expect.any(String) as string,
      expect.stringMatching(/1\.24\d? billion/) as string,
      expect.any(String) as string,
    ],
  })

  const spoken = await api.calls.figures({ callId, form })
  for (const { turn, from, to, label } of spoken?.figures ?? [])
    if (label === 'Revenue') await api.calls.setFigureDismissed({ callId, turn, from, to, dismissed: true })
  expect(await api.source.spoken(ofRevenue)).toEqual({ passages: [] })
  await service.close()
})
