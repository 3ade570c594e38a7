import { expect, test } from 'vitest'
import type { KeyState, ShellBridge } from '#contract/shell.ts'
import type { Change } from '../../../src/renderer/core-client/changes.ts'
import { KeyStates } from '../../../src/renderer/settings/workspaces/key-states.svelte.ts'

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

function shell(offer: KeyState['canRemember'] = ['session']) {
  const held = new Map<string, string>()
  const listeners = new Set<(change: Change) => void>()
  const failed: unknown[] = []
  const state = (id: string): KeyState => ({
    present: held.has(id),
    origin: held.get(id) ?? null,
    lastFour: null,
    keeping: held.has(id) ? 'session' : null,
    canRemember: offer,
    problem: null,
  })
  const bridge: ShellBridge = {
    kind: 'browser',
    keyState: async (id) => {
      if (id === 'broken') throw new Error('no vault')
      return state(id)
    },
    setKey: async ({ workspace }) => state(workspace),
    forgetKey: async (id) => (held.delete(id), state(id)),
    publishKeyState: async (id) => state(id),
    setPublishKeys: async ({ workspace }) => state(workspace),
    forgetPublishKeys: async (id) => state(id),
    openExternal: async () => false,
  }
  const changes = {
    listen: (listener: (change: Change) => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const keys = new KeyStates(bridge, changes, (error) => failed.push(error))
  return { keys, held, failed, announce: (change: Change) => listeners.forEach((tell) => tell(change)) }
}

test('a key that another window, or a file, brought shows up automatically', async () => {
  const { keys, held, announce } = shell()
  await keys.read('acme')
  const before = keys.of('acme')?.present
  held.set('acme', 'https://api.example.com')
  announce({ kind: 'workspaces' })
  await settle()
  expect([before, keys.of('acme')?.origin]).toEqual([false, 'https://api.example.com'])
})

test('a forgotten key is gone from the page at once', async () => {
  const { keys, held } = shell()
  held.set('acme', 'https://api.example.com')
  await keys.read('acme')
  await keys.forget('acme')
  expect([keys.of('acme')?.present, held.size]).toEqual([false, 0])
})

test('a new workspace is offered what holds for the others, and the run alone before anything is known', async () => {
  const { keys } = shell(['session', 'keyring'])
  const before = keys.offer.canRemember
  await keys.read('sample')
  expect([before, keys.offer.canRemember]).toEqual([['session'], ['session', 'keyring']])
})

test('a vault that does not respond is reported, and leaves the rest as it was', async () => {
  const { keys, failed } = shell()
  await keys.read('acme')
  await keys.read('broken')
  expect([failed.length, keys.of('acme')?.present, keys.of('broken')]).toEqual([1, false, null])
})
