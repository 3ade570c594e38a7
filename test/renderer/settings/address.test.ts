import { describe, expect, test } from 'vitest'
import {
  addressError,
  completeAddress,
  hostOf,
  originOf,
  recordingsAddressError,
} from '../../../src/renderer/settings/workspaces/service-address.ts'

describe('a base URL', () => {
  test.each([
    ['api.example.com', 'https://api.example.com'],
    ['api.example.com:8443/base', 'https://api.example.com:8443/base'],
    ['localhost:8080', 'http://localhost:8080'],
    ['127.0.0.1:9', 'http://127.0.0.1:9'],
    ['  https://api.example.com ', 'https://api.example.com'],
    ['example', 'example'],
    ['ftp://api.example.com', 'ftp://api.example.com'],
    ['', ''],
  ])('typed as %s is meant as %s', (typed, meant) => {
    expect(completeAddress(typed)).toBe(meant)
  })

  test.each([
    'https://api.example.com',
    'https://api.example.com:8443/some/base/',
    'http://127.0.0.1:8080',
    'http://localhost',
    'http://[::1]:80',
    'api.example.com',
  ])('%s can be used', (typed) => {
    expect(addressError(typed)).toBe('')
  })

  test.each([
    ['', 'Enter the base URL'],
    ['example', 'not a valid URL'],
    ['http://api.example.com', 'must start with https://'],
    ['http://127.0.0.1.evil.example', 'must start with https://'],
    ['ftp://api.example.com', 'must start with https://'],
    ['https://me:secret@api.example.com', 'Remove the user name'],
    ['https://api.example.com?apikey=1', 'Remove everything from ? or #'],
    ['https://api.example.com#top', 'Remove everything from ? or #'],
  ])('%s is refused before it is sent anywhere: it %s', (typed, words) => {
    expect(addressError(typed)).toContain(words)
  })

  test('with an operation’s path pasted along names the part to remove', () => {
    expect(addressError('https://api.example.com/v/delivery/api/v1/calls')).toBe(
      'Remove /delivery/api/v1/calls, which is added for each operation. Use https://api.example.com/v',
    )
  })

  test('of the recordings may be left out, and is looked at alike when it is not', () => {
    expect([recordingsAddressError(' '), recordingsAddressError('http://media.example.com')]).toEqual([
      '',
      'The URL must start with https:// to protect your key.',
    ])
  })

  test('has an origin, which the key is for, and a host, which the workspace is called by', () => {
    expect([
      originOf('api.example.com:443/base'),
      hostOf('api.example.com:8443/base'),
      originOf('??'),
      hostOf(''),
    ]).toEqual(['https://api.example.com', 'api.example.com:8443', '', ''])
  })
})
