import { describe, expect, test } from 'vitest'
import { FailureError } from '#core/failure-error.ts'
import { addressOf, readBaseUrl, shownRequest } from '#core/service/endpoint.ts'
import type { SearchNames } from '#contract/api/workspaces.ts'

const names: SearchNames = { query: 'q', type: 'query_by', page: 'page', key: 'unknown' }

function refusal(text: string): string {
  try {
    readBaseUrl(text)
  } catch (error) {
    if (error instanceof FailureError) return `${error.failure.kind}: ${error.failure.detail ?? ''}`
    throw error
  }
  return 'taken'
}

describe('a base URL', () => {
  test.each([
    ['https://data.example.com'],
    ['https://data.example.com:8443/tenant/'],
    [' https://data.example.com '],
    ['http://127.0.0.1:8080'],
    ['http://127.9.9.9'],
    ['http://localhost:3000'],
    ['http://[::1]:3000'],
  ])('%s is taken', (text) => {
    expect(refusal(text)).toBe('taken')
  })

  test.each([
    ['', 'it is not a URL'],
    ['data.example.com', 'it is not a URL'],
    ['http://data.example.com', 'it must start with https://'],
    ['http://127.0.0.1.evil.example', 'it must start with https://'],
    ['http://localhost.evil.example', 'it must start with https://'],
    ['http://10.0.0.1', 'it must start with https://'],
    ['ftp://data.example.com', 'it must start with https://'],
    ['file:///etc/passwd', 'it must start with https://'],
    ['javascript:alert(1)', 'it must start with https://'],
    ['https://user:secret@data.example.com', 'it must not contain a user name'],
    ['https://user@data.example.com', 'it must not contain a user name'],
    ['https://data.example.com/?apikey=secret', 'it must not contain ? or #'],
    ['https://data.example.com/#part', 'it must not contain ? or #'],
  ])('%s is refused in plain words, so that the key is never sent there', (text, why) => {
    expect(refusal(text)).toBe(`invalid-base-url: ${why}`)
  })
})

describe('an address', () => {
  test('keeps a path that the base URL has, and writes what must be escaped', () => {
    const request = shownRequest(
      'ratings',
      { symbol: 'BRK.B', company: 'A & B/C?', from: '2026-01-05 00:00:00' },
      names,
    )
    expect(addressOf(new URL('https://data.example.com/tenant/'), request).href).toBe(
      'https://data.example.com/tenant/rating/api/v1/ratings?symbol=BRK.B&company=A+%26+B%2FC%3F&from=2026-01-05+00%3A00%3A00',
    )
  })

  test('leaves out what was not requested, and names the search as the workspace does', () => {
    const search: SearchNames = { query: 'text', type: 'by', page: 'p', key: 'none' }
    expect([
      shownRequest('securities', { query: 'AAPL', type: 'symbol', page: 2 }, search).parameters,
      shownRequest('news', { symbol: 'AAPL', type: undefined }, search).parameters,
    ]).toEqual([{ text: 'AAPL', by: 'symbol', p: '2' }, { symbol: 'AAPL' }])
  })

  test.each([
    ['../../search', '/delivery/api/v1/calls/..%2F..%2Fsearch'],
    ['a b?apikey=x#y', '/delivery/api/v1/calls/a%20b%3Fapikey%3Dx%23y'],
    ['$&', '/delivery/api/v1/calls/%24%26'],
    ['\ud800', '/delivery/api/v1/calls/%EF%BF%BD'],
  ])('the call %j cannot leave its operation’s path', (call_id, path) => {
    const request = shownRequest('calls.one', { call_id }, names)
    expect(addressOf(new URL('https://data.example.com'), request).pathname).toBe(path)
  })

  test.each(['.', '..'])('the call %j, which a URL would read as a step upwards, is refused', (call_id) => {
    expect(() => shownRequest('calls.one', { call_id }, names)).toThrow('Invalid request')
  })
})
