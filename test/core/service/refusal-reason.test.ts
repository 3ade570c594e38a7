import { describe, expect, test } from 'vitest'
import { refusalReason } from '#core/service/refusal-reason.ts'
import { canary } from '../canary.ts'
import { openedClient, failureFrom, once } from './opened-client.ts'
import { scriptedService } from './scripted-service.ts'

describe('the reason that a service states for a refusal', () => {
  test.each<[string, string | undefined]>([
    ['{"message":"page_size must be at most 50"}', 'page_size must be at most 50'],
    ['{"error":{"code":17,"message":"Symbol is not licensed"}}', 'Symbol is not licensed'],
    ['{"title":"Bad Request","detail":"from is after to"}', 'from is after to'],
    ['{"errors":["first","second"]}', 'first'],
    ['{"errors":[{"msg":"nested"}]}', 'nested'],
    ['{"message":"line\\none\\n\\n  and two "}', 'line one and two'],
    ['{"message":"see https://api.example.com/docs?apikey=abc for help"}', 'see [address] for help'],
    ['{"message":""}', undefined],
    ['{"message":17}', undefined],
    ['{"code":17}', undefined],
    ['"only a text"', undefined],
    ['<html><body>Bad Request</body></html>', undefined],
    ['{"message":"cut in its mid', undefined],
    ['', undefined],
  ])('in %s is %j', (body, reason) => {
    expect(refusalReason(Buffer.from(body))).toBe(reason)
  })

  test('is cut to what fits a sentence', () => {
    const reason = refusalReason(Buffer.from(JSON.stringify({ message: 'x'.repeat(5000) })))
    expect([reason?.length, reason?.at(-1)]).toEqual([200, '…'])
  })
})

describe('a refusal', () => {
  test('has the reason next to it, without the key that the service repeats', async () => {
    const { origin } = await scriptedService((response) => {
      response.writeHead(403, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ message: `key ${canary} has expired` }))
    })
    const { request } = openedClient({ baseUrl: origin, policy: once })
    expect(await failureFrom(request('ratings', {}))).toMatchObject({
      kind: 'not-allowed',
      serviceMessage: 'key [key] has expired',
    })
  })

  test('whose reason never ends is reported without it', async () => {
    const { origin } = await scriptedService((response) => {
      response.writeHead(400, { 'content-type': 'application/json' })
      response.write('{"message":"begun')
    })
    const { request } = openedClient({ baseUrl: origin, policy: once, limits: { reason: 10 } })
    const failure = await failureFrom(request('ratings', {}))
    expect([failure.kind, failure.status, failure.serviceMessage]).toEqual(['request-refused', 400, undefined])
  })

  test('with a reason of a gigabyte is reported without reading it', async () => {
    const { origin } = await scriptedService((response) => {
      response.writeHead(400, { 'content-type': 'application/json', 'content-length': 1e9 })
      response.write('x'.repeat(200_000))
    })
    const { request } = openedClient({ baseUrl: origin, policy: once, limits: { reason: 3_600_000 } })
    expect(await failureFrom(request('ratings', {}))).toMatchObject({ kind: 'request-refused' })
  })
})
