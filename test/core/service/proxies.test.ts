import { describe, expect, test } from 'vitest'
import { readProxyAddress } from '#contract/proxy-address.ts'
import { failureOf } from '#core/failure-error.ts'
import { environmentProxy, isBypassed, proxiesFor, scriptedProxies } from '#core/service/proxies.ts'

const service = new URL('https://data.example.com/v1')

describe('the result of a proxy script', () => {
  test.each([
    ['DIRECT', [null]],
    ['PROXY proxy.example:8080', ['http://proxy.example:8080']],
    ['PROXY a.example:3128; HTTPS b.example:443;DIRECT', ['http://a.example:3128', 'https://b.example:443', null]],
    ['SOCKS5 127.0.0.1:1080', ['socks5://127.0.0.1:1080']],
    ['SOCKS old.example:1080; PROXY a.example:3128', ['http://a.example:3128']],
  ])('%s is followed in its order', (result, hops) => {
    expect(scriptedProxies(result)).toEqual(hops)
  })

  test.each(['SOCKS old.example:1080', 'QUIC q.example:443', '', 'PROXY'])(
    'that names nothing Tearsheet speaks (%j) does not become a direct connection',
    (result) => {
      expect(failureFrom(() => scriptedProxies(result))?.kind).toBe('offline')
    },
  )
})

describe('the environment', () => {
  test.each([
    [{}, null],
    [{ HTTPS_PROXY: 'http://p.example:1' }, 'http://p.example:1'],
    [{ https_proxy: 'p.example:1', HTTPS_PROXY: 'http://other.example:1' }, 'http://p.example:1'],
    [{ http_proxy: 'http://plain.example:1' }, 'http://plain.example:1'],
    [{ https_proxy: '', HTTPS_PROXY: 'http://p.example:1' }, 'http://p.example:1'],
    [{ HTTPS_PROXY: 'http://p.example:1', NO_PROXY: 'other.example,example.com' }, null],
    [{ HTTPS_PROXY: 'http://me:secret@p.example:1' }, 'http://me:secret@p.example:1'],
  ])('%j', (environment, hop) => {
    expect(environmentProxy(service, environment)).toBe(hop)
  })

  test('with an invalid address is a failure, not a direct connection', async () => {
    const environment = { https_proxy: 'http://256.1.1.1:1' }
    const of = proxiesFor({ settings: () => ({ mode: 'system', address: '', bypass: '' }), environment })
    await expect(of(service)).rejects.toMatchObject({ failure: { kind: 'offline' } })
  })
})

test.each([
  ['example.com', true],
  ['.example.com', true],
  ['*.example.com', true],
  ['other.example; data.example.com', true],
  ['data.example.com:443', true],
  ['data.example.com:8443', false],
  ['ample.com', false],
  ['*', true],
  ['<local>', false],
  ['', false],
])('a list of hosts reached directly, “%s”, names data.example.com: %s', (list, isNamed) => {
  expect(isBypassed(service, list)).toBe(isNamed)
})

test('*.example.com is not example.com, and <local> is a name without a dot', () => {
  expect(isBypassed(new URL('https://example.com'), '*.example.com')).toBe(false)
  expect(isBypassed(new URL('https://intranet/'), '<local>')).toBe(true)
  expect(isBypassed(new URL('https://[2001:db8::1]:8443/'), '[2001:db8::1]:8443')).toBe(true)
})

describe('the setting', () => {
  const settings = { mode: 'system', address: 'http://mine.example:8080', bypass: '' } as const
  const environment = { HTTPS_PROXY: 'http://environment.example:1' }
  const system = async (origin: string) => `PROXY ${new URL(origin).hostname}.proxy.example:1`

  test('system: the system where the program can read it, by origin and never by the whole address; else the environment', async () => {
    const origins: string[] = []
    const listening = (origin: string) => (origins.push(origin), system(origin))
    expect(await proxiesFor({ settings: () => settings, system: listening, environment })(service)).toEqual([
      'http://data.example.com.proxy.example:1',
    ])
    expect(origins).toEqual(['https://data.example.com'])
    expect(await proxiesFor({ settings: () => settings, environment })(service)).toEqual([
      'http://environment.example:1',
    ])
  })

  test('none and manual read neither the system nor the environment', async () => {
    const never = () => Promise.reject(new Error('asked'))
    const by = (change: object) =>
      proxiesFor({ settings: () => ({ ...settings, ...change }), system: never, environment })(service)
    expect(await by({ mode: 'none' })).toEqual([null])
    expect(await by({ mode: 'manual' })).toEqual(['http://mine.example:8080'])
    expect(await by({ mode: 'manual', bypass: 'example.com' })).toEqual([null])
  })

  test('applies to the next request when it is changed, and never to this computer', async () => {
    let mode: 'none' | 'manual' = 'none'
    const of = proxiesFor({ settings: () => ({ ...settings, mode }), environment })
    expect(await of(service)).toEqual([null])
    mode = 'manual'
    expect(await of(service)).toEqual(['http://mine.example:8080'])
    expect(await of(new URL('http://127.0.0.1:4000/'))).toEqual([null])
  })
})

describe('an address that is typed in', () => {
  test.each([
    [' proxy.example:8080 ', 'http://proxy.example:8080'],
    ['https://proxy.example/', 'https://proxy.example'],
    ['socks5://127.0.0.1:1080', 'socks5://127.0.0.1:1080'],
    ['http://[::1]:3128', 'http://[::1]:3128'],
  ])('%s', (text, address) => {
    expect(readProxyAddress(text)).toEqual({ address, problem: null })
  })

  test.each(['', 'ftp://proxy.example', 'http://me:secret@proxy.example', 'http://proxy.example/proxy.pac', 'http://'])(
    '%j is refused in words',
    (text) => {
      expect(readProxyAddress(text).problem).toMatch(/^[a-z].{10,}$/)
    },
  )
})

function failureFrom(work: () => unknown) {
  try {
    work()
  } catch (error) {
    return failureOf(error)
  }
  return undefined
}
