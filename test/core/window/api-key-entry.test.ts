import { describe, expect, test } from 'vitest'
import { failureOf } from '#core/failure-error.ts'
import { readBaseUrl } from '#core/service/endpoint.ts'
import { isServiceOrigin, lastFourOf } from '#core/window/api-key-entry.ts'

function isBaseUrl(text: string): boolean {
  try {
    readBaseUrl(text)
    return true
  } catch (error) {
    expect(failureOf(error)?.kind).toBe('invalid-base-url')
    return false
  }
}

describe('an origin that a key may be entered for', () => {
  test.each([
    ['https://service.example', true],
    ['https://service.example:8443', true],
    ['http://127.0.0.1:8000', true],
    ['http://127.0.0.2:8000', true],
    ['http://localhost:8000', true],
    ['http://[::1]:8000', true],
    ['http://service.example', false],
    ['http://127.0.0.1.evil.example', false],
    ['http://localhost.evil.example', false],
    ['ftp://127.0.0.1', false],
    ['file://', false],
  ])('%s: %s, as it is for the base URL of a workspace, which would otherwise never get a key', (origin, may) => {
    expect([isServiceOrigin(origin), isBaseUrl(origin)]).toEqual([may, may])
  })

  test.each(['https://service.example/', 'https://SERVICE.example', 'https://a@service.example', 'null', ''])(
    'is written as a URL writes it: not %j',
    (text) => {
      expect(isServiceOrigin(text)).toBe(false)
    },
  )
})

test('four characters distinguish two keys, and are shown of no short key', () => {
  expect([lastFourOf('elevenchars'), lastFourOf('twelve-chars')]).toEqual([null, 'hars'])
})
