import { expect, test } from 'vitest'
import { policyIn } from '#core/policy/policy-file.ts'
import { liveWorkspace, openedCore } from '../opened-core.ts'

const manual = { mode: 'manual', address: 'http://proxy.example:8080', bypass: 'other.example' } as const

test('the way to the service is shown without what is secret in it, and follows the setting', async () => {
  const opened = openedCore({ systemProxy: async () => 'PROXY system.example:3128; DIRECT' })
  const { api } = opened
  await liveWorkspace(opened, 'https://data.example/v1')
  expect(await api.network.route()).toEqual({
    settings: { mode: 'system', address: '', bypass: '' },
    managed: false,
    host: 'data.example',
    proxies: ['system.example:3128', null],
    failure: null,
  })
  await api.preferences.write({ proxy: manual })
  expect(await api.network.route()).toMatchObject({ settings: manual, proxies: ['proxy.example:8080'] })
})

test('what an administrator set replaces the user’s, and an unknown proxy is reported', async () => {
  const managed = openedCore({ policy: policyIn(JSON.stringify({ version: 1, proxy: { mode: 'none' } })) })
  await liveWorkspace(managed, 'https://data.example/v1')
  await managed.api.preferences.write({ proxy: manual })
  expect(await managed.api.network.route()).toMatchObject({
    managed: true,
    settings: { mode: 'none' },
    proxies: [null],
  })
  const unknown = openedCore({ systemProxy: async () => 'SOCKS old.example:1080' })
  await liveWorkspace(unknown, 'https://data.example/v1')
  expect(await unknown.api.network.route()).toMatchObject({ proxies: [], failure: { kind: 'offline' } })
})

test('an address that is no proxy’s is not stored', async () => {
  const { api } = openedCore()
  const wrong = { ...manual, address: 'http://me:secret@proxy.example' }
  await expect(api.preferences.write({ proxy: wrong })).rejects.toThrow()
  expect((await api.preferences.read()).proxy.mode).toBe('system')
})
