import { createRouterClient } from '@orpc/server'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Database from 'better-sqlite3'
import { join } from 'node:path'
import { openCore } from '#core/core.ts'
import { faults } from '#sample/faults/fault-catalog.ts'
import { startSampleService } from '#sample/server.ts'
import { canary } from '../core/canary.ts'
import { HastyClock } from '../core/clocks.ts'

/**
 * Works with a key through every fault there is, through services that repeat it in all they say, a defect and the diagnostics; prints
 * whatever a window received, as JSON, and is then killed, so that logs are left as they were.
 */
const [profile = ''] = process.argv.slice(2)
const told: unknown[] = []

const service = await startSampleService({ key: canary, searchWantsKey: true })
const echoing = createServer((request, response) => {
  const asked = decodeURIComponent(request.url ?? '')
  response.setHeader('x-asked', encodeURIComponent(asked))
  if (asked.includes('symbol=moved')) {
    response.writeHead(302, { location: `https://elsewhere.example${request.url ?? ''}` }).end()
    return
  }
  const status = asked.includes('refused') ? 401 : 200
  response.writeHead(status, { 'content-type': 'application/json' })
  const record = {
    id: 1,
    story: asked,
    'x-key': canary,
    firm: request.url,
    deep: { list: [canary, encodeURIComponent(canary)] },
  }
  response.end(JSON.stringify(asked.includes('said') ? { message: asked } : { data: [record, canary], message: asked }))
})
await new Promise<void>((resolve) => echoing.listen(0, '127.0.0.1', resolve))
const echoUrl = `http://127.0.0.1:${(echoing.address() as AddressInfo).port}`

const core = openCore({
  profile,
  version: '0.0.0-test',
  sample: { baseUrl: service.baseUrl, key: canary },
  clock: new HastyClock(),
})
const api = createRouterClient(core.router)

async function tell(question: () => Promise<unknown>): Promise<void> {
  try {
    told.push(await question())
  } catch (error) {
    told.push(error instanceof Error ? Object.assign({}, error, { message: error.message, stack: error.stack }) : error)
  }
}

void (async () => {
  for await (const announcement of await api.status.changes()) told.push(announcement)
})()

const everyFault = [faults.wire, faults.body, faults.shape, faults.redirect].flatMap((group) => Object.keys(group))
const quick = everyFault.filter((name) => !['hang', 'hold', 'drip', 'slow', 'oversized', 'bomb'].includes(name))
for (const fault of ['ok', ...quick, '401', '403', '429', '500', '302']) {
  service.setFaults({ '*': fault })
  await tell(() => api.fetch.ratings({ parameters: { symbol: 'HLDN' }, freshness: 'service' }))
  await tell(() => api.fetch.securities({ parameters: { query: 'HLDN', type: 'symbol' }, freshness: 'service' }))
  await tell(() => api.financials.open({ symbol: 'HLDN', basis: 'annual', comparison: 'none', freshness: 'service' }))
}
await tell(() => api.workspaces.test({ id: 'sample', symbol: 'HLDN' }))

const search = { query: 'q', type: 'query_by', page: 'page', key: 'unknown' } as const
const { id } = await api.workspaces.create({ name: 'Echo', baseUrl: echoUrl, search })
core.keys.hold({ workspace: id, origin: echoUrl, key: canary })
await api.workspaces.activate({ id })
for (const symbol of ['ACME', 'refused', 'said', 'moved']) {
  await tell(() => api.fetch.ratings({ parameters: { symbol }, freshness: 'service' }))
  await tell(() => api.fetch.ratings({ parameters: { symbol }, freshness: 'library' }))
  await tell(() => api.fetch.news({ parameters: { symbol }, freshness: 'service' }))
}
await tell(() => api.workspaces.test({ id, symbol: 'ACME' }))
await tell(() => api.source.figure({ recordId: 1, field: 'story' }))
const edit = { name: 'Echo', baseUrl: service.baseUrl, search }
await tell(() => api.workspaces.edit({ id, edit }))
await tell(() => api.fetch.ratings({ parameters: {}, freshness: 'service' }))

// A defect whose own words hold the key.
const library = new Database(join(profile, 'workspaces', id, 'library.db'))
library.exec(`CREATE TRIGGER told BEFORE INSERT ON news_item BEGIN SELECT RAISE(ABORT, 'asked with ${canary}'); END`)
library.close()
await api.workspaces.activate({ id: 'sample' })
await api.workspaces.activate({ id })
await tell(() => api.workspaces.edit({ id, edit: { ...edit, baseUrl: echoUrl } }))
await tell(() => api.fetch.news({ parameters: { symbol: 'defect' }, freshness: 'service' }))
await tell(() => api.status.diagnostics())
await tell(() => api.status.now())
await tell(() => api.library.report())
process.stdout.write(`${JSON.stringify(told)}\n`, () => process.kill(process.pid, 'SIGKILL'))
