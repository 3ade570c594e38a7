import { describe, expect, test } from 'vitest'
import { childEnvironment, findDebugSwitches } from '#main/debug-switches.ts'

const none = () => false

describe('a packaged program that was made to show what it does', () => {
  test.each(['remote-debugging-port', 'remote-debugging-pipe', 'log-net-log', 'ssl-key-log-file'])(
    'by --%s uses no key and says so',
    (name) => {
      expect(findDebugSwitches(true, (one) => one === name, {})).toEqual([`--${name}`])
    },
  )

  test.each(['ELECTRON_ENABLE_LOGGING', 'SSLKEYLOGFILE'])('by %s uses no key and says so', (name) => {
    expect(findDebugSwitches(true, none, { [name]: '1' })).toEqual([name])
    expect(findDebugSwitches(true, none, { [name]: '' })).toEqual([])
  })

  test('by nothing uses its keys', () => {
    expect(findDebugSwitches(true, none, { PATH: '/usr/bin' })).toEqual([])
  })
})

test('a developer can debug with a key', () => {
  expect(findDebugSwitches(false, () => true, { ELECTRON_ENABLE_LOGGING: '1' })).toEqual([])
})

test('the core inherits neither what makes Node print addresses nor what runs other code, and keeps its proxy (L1)', () => {
  const inherited = childEnvironment({
    PATH: '/usr/bin',
    HTTPS_PROXY: 'http://proxy.example:3128',
    NODE_EXTRA_CA_CERTS: '/etc/ca.pem',
    NODE_DEBUG: 'fetch,undici',
    node_options: '--require /elsewhere/x.js',
    SSLKEYLOGFILE: '/elsewhere/keys',
    ELECTRON_RUN_AS_NODE: '1',
    NODE_V8_COVERAGE: '/elsewhere/coverage',
    EMPTY: undefined,
  })
  expect(inherited).toEqual({
    PATH: '/usr/bin',
    HTTPS_PROXY: 'http://proxy.example:3128',
    NODE_EXTRA_CA_CERTS: '/etc/ca.pem',
  })
})
