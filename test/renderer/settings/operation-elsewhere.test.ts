import { flushSync } from 'svelte'
import { expect, test } from 'vitest'
import type { RunningOperation } from '#contract/api/storage.ts'
import { operationElsewhere } from '../../../src/renderer/settings/storage/operation-elsewhere.svelte.ts'
import { StorageOperations } from '../../../src/renderer/settings/storage/storage-operations.ts'
import { inEffectRoot, InputState } from '../in-effect-root.svelte.ts'

const openPack: RunningOperation = { operation: 'open-pack', progress: null }

function storageScreen() {
  const works = new StorageOperations()
  const reported = new InputState<RunningOperation | null>(null)
  const elsewhere = inEffectRoot(() => operationElsewhere(works, () => reported.value))
  const report = (running: RunningOperation | null) => {
    reported.value = running
    flushSync()
  }
  return { works, report, elsewhere }
}

test('an operation that only the core knows of is one of another window', () => {
  const { report, elsewhere } = storageScreen()
  report(openPack)
  expect(elsewhere.current).toEqual(openPack)
  report(null)
  expect(elsewhere.current).toBeNull()
})

test('the check of a pack in this window is never reported as the operation of another one, not even just after it', async () => {
  const { works, report, elsewhere } = storageScreen()
  let end = () => {}
  const check = works.openPack.prepare(() => new Promise<void>((resolve) => (end = resolve)))
  flushSync()
  report(openPack)
  expect(elsewhere.current).toBeNull()
  end()
  await check
  flushSync()
  expect(elsewhere.current).toBeNull()
  // Later it is the other window's.
  report(null)
  report(openPack)
  expect(elsewhere.current).toEqual(openPack)
})
