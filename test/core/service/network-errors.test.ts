import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { FailureError } from '#core/failure-error.ts'
import { networkFailure, statusFailure } from '#core/service/network-errors.ts'
import { sentenceOf } from '#contract/failure.ts'
import { canary } from '../canary.ts'

const asked = { operation: 'Ratings', host: 'data.example.com' }
const address = `https://data.example.com/rating/api/v1/ratings?apikey=${encodeURIComponent(canary)}`

function withCode(code: string, message = `failed at ${address}`): Error {
  return Object.assign(
    new TypeError('fetch failed', { cause: Object.assign(new Error(message), { code, input: address }) }),
    {
      url: address,
    },
  )
}

describe('an error of the network (S7)', () => {
  test.each([
    ['ECONNREFUSED', 'offline', 'no response'],
    ['ENOTFOUND', 'offline', 'host not found'],
    ['EAI_AGAIN', 'offline', 'host names cannot be resolved'],
    ['ENETUNREACH', 'offline', 'no network connection'],
    ['UND_ERR_CONNECT_TIMEOUT', 'offline', 'connection timed out'],
    ['ETIMEDOUT', 'offline', 'connection timed out'],
    ['ECONNRESET', 'connection-lost', undefined],
    ['EPIPE', 'connection-lost', undefined],
    ['UND_ERR_SOCKET', 'connection-lost', undefined],
    ['UND_ERR_HEADERS_TIMEOUT', 'no-response', undefined],
    ['UND_ERR_BODY_TIMEOUT', 'no-response', undefined],
    ['CERT_HAS_EXPIRED', 'certificate', 'it has expired'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate', 'it was issued for another host'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate', 'it is self-signed'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate', 'unknown issuer'],
    ['EPROTO', 'certificate', 'a secure connection failed'],
    ['SOMETHING_NEW', 'connection-lost', undefined],
  ])('%s is %s, and nothing of it but that goes on: its texts hold the whole address', (code, kind, detail) => {
    const failure = networkFailure(withCode(code), asked)
    expect(failure).toEqual({ ...asked, kind, ...(detail !== undefined && { detail }) })
    const thrown = new FailureError(failure)
    expect(`${inspect(thrown, { depth: 9, showHidden: true })} ${JSON.stringify(thrown)}`).not.toContain('canary')
  })

  test('that has no code is a lost connection, without its text', () => {
    expect(networkFailure(new TypeError(`failed at ${address}`), asked)).toEqual({ ...asked, kind: 'connection-lost' })
  })

  test('is read from the first of several addresses that were tried', () => {
    const errors = ['ECONNREFUSED', 'ENETUNREACH'].map((code) => withCode(code))
    expect(networkFailure(new TypeError('fetch failed', { cause: new AggregateError(errors) }), asked)).toMatchObject({
      kind: 'offline',
      detail: 'no response',
    })
  })

  test('that is no error at all is a lost connection', () => {
    expect(networkFailure('thrown text', asked).kind).toBe('connection-lost')
  })
})

describe('a status', () => {
  test.each([
    [401, true, 'key-refused', 'The API key was rejected (Ratings). Stored data is still available. Enter a new key.'],
    [401, false, 'key-missing', 'This workspace has no API key. Stored data is still available.'],
    [403, true, 'not-allowed', 'Your API key does not include Ratings.'],
    [404, true, 'not-found', 'Not found at the service: Ratings.'],
    [410, true, 'not-found', 'Not found at the service: Ratings.'],
    [
      407,
      true,
      'proxy-login',
      'The proxy of your network requires a user name and password. Ask your administrator for access without them, or change the proxy in Settings, Network. Stored data is still available.',
    ],
    [511, true, 'sign-in-page', 'The network returned a login page. Sign in, then retry.'],
    [500, true, 'service-error', 'The service returned an error (status 500).'],
    [503, true, 'service-error', 'The service returned an error (status 503).'],
    [400, true, 'request-refused', 'The service refused the request (status 400).'],
    [204, true, 'request-refused', 'The service refused the request (status 204).'],
  ] as const)('%i, with a key sent: %s, is %s to the user', (status, hasKey, kind, sentence) => {
    const failure = statusFailure(status, asked, hasKey)
    expect([failure.kind, sentenceOf(failure)]).toEqual([kind, sentence])
  })
})
