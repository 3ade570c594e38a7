import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleKey } from '#sample/options.ts'
import { startSampleService, type SampleService } from '#sample/server.ts'
import { openedCore } from '../opened-core.ts'

let service: SampleService
beforeAll(async () => {
  service = await startSampleService({ restated: 'never' })
})
afterAll(() => service.close())

function onDisk(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(folder, name)))
    .reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0)
}

test('what takes space adds up to what the disk shows, by kind and by company', async () => {
  const { api } = openedCore({ sample: { baseUrl: service.baseUrl, key: sampleKey } })
  const opened = { basis: 'annual', comparison: 'none', freshness: 'service' } as const
  for (const symbol of ['HLDN', 'VSPO']) await api.financials.open({ symbol, ...opened })
  const { records } = await api.fetch.calls({ parameters: { symbol: 'HLDN' }, freshness: 'service' })
  await api.fetch.call({ parameters: { call_id: records[0]!.call_id! }, freshness: 'service' })
  await api.fetch.ratings({ parameters: { symbol: 'VSPO' }, freshness: 'service' })
  const { folder } = await api.library.report()
  writeFileSync(join(folder, 'recordings', '0b7f6a51-1c2d-4e3f-8a9b-0c1d2e3f4a5b.mp3'), 'x'.repeat(5000))
  writeFileSync(join(folder, 'of-somebody-else.txt'), 'x'.repeat(300))

  const report = await api.storage.report()
  const bytesOf = (kind: string) => report.kinds.find((each) => each.kind === kind)?.bytes ?? 0
  expect(report.bytes).toBe(onDisk(folder))
  expect(report.kinds.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(report.bytes)
  expect([bytesOf('recordings'), bytesOf('files')]).toEqual([5000, expect.any(Number) as number])
  expect(bytesOf('files')).toBeGreaterThanOrEqual(300)
  for (const kind of ['contents', 'fundamentals', 'calls', 'full-text', 'ratings', 'desk']) {
    expect([kind, bytesOf(kind) > 0]).toEqual([kind, true])
  }
  const companies = new Map(report.companies.map((company) => [company.symbol, company]))
  const halden = companies.get('HLDN')!
  expect([halden.fundamentals > 10_000, halden.calls > 10_000, halden.name]).toEqual([true, true, expect.any(String)])
  expect(companies.get('VSPO')!.ratings).toBeGreaterThan(100)
  expect(report.companies.reduce((sum, { total }) => sum + total, report.shared)).toBe(report.bytes)
})
