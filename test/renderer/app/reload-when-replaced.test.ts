import { expect, test } from 'vitest'
import type { Change } from '../../../src/renderer/core-client/changes.ts'
import { ReloadWhenReplaced } from '../../../src/renderer/app/reload-when-replaced.ts'

function listened() {
  const listeners = new Set<(change: Change) => void>()
  let reloads = 0
  const stored = Promise.withResolvers<boolean>()
  const window = new ReloadWhenReplaced(
    {
      listen: (listener) => {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    },
    { storeText: () => stored.promise, reload: () => void (reloads += 1) },
  )
  return {
    window,
    reloads: () => reloads,
    announce: (change: Change) => listeners.forEach((each) => each(change)),
    textStored: async (isStored: boolean) => {
      stored.resolve(isStored)
      await stored.promise
    },
  }
}

test('a window shows nothing of what a restore in another window replaced', async () => {
  const { announce, reloads, textStored } = listened()
  announce({ kind: 'workspaces' })
  expect(reloads()).toBe(0)
  announce({ kind: 'replaced' })
  await textStored(true)
  expect(reloads()).toBe(1)
})

test('text that is being typed is stored before the window reloads, which then needs no confirmation', async () => {
  const { window, announce, reloads, textStored } = listened()
  announce({ kind: 'replaced' })
  expect([reloads(), window.isTextStored]).toEqual([0, false])
  await textStored(true)
  expect([reloads(), window.isTextStored]).toEqual([1, true])
})

test('a window whose text could not be stored asks before it reloads', async () => {
  const { window, announce, reloads, textStored } = listened()
  announce({ kind: 'replaced' })
  await textStored(false)
  expect([reloads(), window.isTextStored]).toEqual([1, false])
})

test('the window that restores shows the result until its dialog is closed', async () => {
  const { window, announce, reloads, textStored } = listened()
  const release = window.hold()
  announce({ kind: 'replaced' })
  await textStored(true)
  expect(reloads()).toBe(0)
  release()
  expect(reloads()).toBe(1)
})

test('a dialog that is closed without a restore reloads nothing', () => {
  const { window, reloads } = listened()
  window.hold()()
  expect(reloads()).toBe(0)
})
