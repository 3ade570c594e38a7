import { describe, expect, test } from 'vitest'
import { windowId } from '../../../src/renderer/app/window-id.ts'

/** A window's own storage; `copied`: of a window that the browser made as a copy of another one. */
function storage(copied: ReadonlyMap<string, string> = new Map()) {
  const items = new Map(copied)
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  }
}

const { locks } = navigator

/** Lets go of everything that this process holds, as when its windows are closed. */
async function closeWindow(id: string): Promise<void> {
  await locks.request(`tearsheet.window.${id}`, { steal: true }, () => {})
}

describe('the id of a window', () => {
  test('is its own, and is found again after a reload', async () => {
    const [one, other] = [storage(), storage()]
    const [first, second] = [await windowId(one, locks), await windowId(other, locks)]
    expect(first).not.toBe(second)
    await closeWindow(first)
    expect(await windowId(one, locks)).toBe(first)
  })

  test('is another one in a copy of the window, and stays so after the copy is loaded again', async () => {
    const original = storage()
    const first = await windowId(original, locks)
    const copy = storage(original.items)
    const second = await windowId(copy, locks)
    expect(second).not.toBe(first)
    await closeWindow(second)
    expect(await windowId(copy, locks)).toBe(second)
    expect(original.getItem('tearsheet.window')).toBe(first)
  })

  test('is the one that the shell gives it, whatever its storage has, and is found again after a reload', async () => {
    const copied = storage(new Map([['tearsheet.window', 'of-the-first']]))
    expect(await windowId(copied, locks, 'given')).toBe('given')
    await closeWindow('given')
    expect(await windowId(copied, locks)).toBe('given')
  })

  test('is a new one where the browser has no locks to distinguish windows', async () => {
    const kept = storage()
    const none = { request: () => Promise.reject(new Error('not allowed here')) }
    const first = await windowId(kept, none)
    expect(await windowId(kept, none)).not.toBe(first)
  })
})
