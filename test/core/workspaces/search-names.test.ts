import { onTestFinished, expect, test } from 'vitest'
import { startSampleService } from '#sample/server.ts'
import type { SampleServiceOptions } from '#sample/options.ts'
import { liveWorkspace, openedCore } from '../opened-core.ts'

const key = 'right-key-0123'

async function tested(options: SampleServiceOptions, typed: string, symbol: string) {
  const service = await startSampleService({ key, ...options })
  onTestFinished(() => service.close())
  const opened = openedCore()
  const id = await liveWorkspace(opened, service.baseUrl, { key: typed })
  return opened.api.workspaces.test({ id, symbol })
}

test('a search that calls its type otherwise is found out: with the wrong name every ISIN would be searched as a symbol', async () => {
  const searchNames = { query: 'query', type: 'search_type', page: 'page' }
  const { search, checks } = await tested({ searchNames }, key, 'HLDN')
  expect(search).toMatchObject(searchNames)
  expect(checks.map(({ result }) => result)).toEqual(Array.from({ length: 7 }, () => 'works'))
})

test('an operation that was not tested is not said to work: without a list of calls there is none to open', async () => {
  const { checks } = await tested({}, 'wrong-key-0123', 'HLDN')
  const one = checks.find(({ operation }) => operation === 'calls.one')
  expect(one).toMatchObject({ result: 'skipped', message: ['Not tested: no call to request.'], milliseconds: null })
})
