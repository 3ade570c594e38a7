import { systemClock } from '#core/clock.ts'
import { failureOf } from '#core/failure-error.ts'
import { ServiceClient } from '#core/service/service-client.ts'
import { RateLimitedQueue, sampleRateLimit } from '#core/service/rate-limited-queue.ts'
import { ApiKeys } from '#core/service/api-keys.ts'
import { proxiesFor } from '#core/service/proxies.ts'
import { Sender } from '#core/service/send-request.ts'

// One request in a process of its own, whose environment the test has set; prints what came of it.
const baseUrl = process.argv[2] ?? ''
const keys = new ApiKeys()
keys.hold({ workspace: 'tested', origin: baseUrl, key: 'some-key' })
const sender = new Sender(keys, systemClock, () => undefined, {
  proxies: proxiesFor({
    settings: () => ({ mode: 'system', address: '', bypass: '' }),
    environment: process.env,
  }),
})
const client = new ServiceClient(
  () => ({ workspace: 'tested', baseUrl, search: { query: 'q', type: 'query_by', page: 'page', key: 'none' } }),
  {
    sender,
    queue: new RateLimitedQueue(sampleRateLimit, systemClock, () => undefined),
    clock: systemClock,
    random: Math.random,
    hasKey: () => true,
    learned: () => undefined,
    reportOutcome: () => undefined,
  },
)
try {
  const { records } = await client.request('ratings', {}, 'user', new AbortController().signal)
  process.stdout.write(`${records.length} record\n`)
} catch (error) {
  process.stdout.write(`${failureOf(error)?.detail ?? String(error)}\n`)
}
sender.close()
