import { expect, test } from 'vitest'
import type { StorageFault } from '#contract/api/storage.ts'
import type { Core } from '../../../src/renderer/core-client/client.ts'
import { Verification } from '../../../src/renderer/settings/storage/verification.svelte.ts'

const recording = (callId: string): StorageFault => ({
  kind: 'recording',
  name: callId,
  message: 'it changed since it was last verified',
  callId,
  fetchable: true,
})
const record: StorageFault = {
  kind: 'content',
  name: 'content 7',
  message: 'checksum mismatch',
  callId: null,
  fetchable: true,
}

/** The recordings on a disk: a download arrives at once, unless the service is unavailable. */
function diskOf(callIds: readonly string[]) {
  const files = new Map(callIds.map((callId) => [callId, 'damaged']))
  const removed: string[] = []
  let offline = false
  const core = {
    storage: {
      removeRecordings: async ({ callIds: gone }: { readonly callIds: readonly string[] }) => {
        for (const callId of gone) if (files.delete(callId)) removed.push(callId)
      },
    },
    recordings: {
      download: async ({ callId }: { readonly callId: string }) => {
        if (offline) throw new Error('offline')
        files.set(callId, 'good')
      },
    },
  } as unknown as Pick<Core, 'storage' | 'recordings'>
  return { files, removed, core, disconnect: (is: boolean) => (offline = is) }
}

async function verified(faults: StorageFault[]): Promise<Verification> {
  const work = new Verification()
  await work.run(async () =>
    (async function* () {
      yield { kind: 'done' as const, checked: { tables: 1, contents: 9, recordings: 2 }, faults }
    })(),
  )
  return work
}

test('a recording that was downloaded in place of a damaged one is not removed again, by however many clicks', async () => {
  const { files, removed, core, disconnect } = diskOf(['c1', 'c2'])
  const work = await verified([recording('c1'), record, recording('c2')])
  const clicks = [work.replaceRecordings(core), work.replaceRecordings(core)]
  expect(work.isReplacing).toBe(true)
  expect(await Promise.all(clicks)).toEqual([2, 0])
  expect({ left: work.faults, replaced: work.replaced }).toEqual({ left: [record], replaced: 2 })
  disconnect(true)
  expect(await work.replaceRecordings(core)).toBe(0)
  expect({ removed, files: [...files.values()] }).toEqual({ removed: ['c1', 'c2'], files: ['good', 'good'] })
})

test('after a download that could not be requested, only what is damaged still is requested', async () => {
  const { files, removed, core, disconnect } = diskOf(['c1', 'c2'])
  const work = await verified([recording('c1'), recording('c2')])
  disconnect(true)
  await expect(work.replaceRecordings(core)).rejects.toThrow('offline')
  expect([...files]).toEqual([['c2', 'damaged']])
  disconnect(false)
  expect(await work.replaceRecordings(core)).toBe(2)
  expect([removed, work.faults]).toEqual([['c1', 'c2'], []])
})

test('a new verification reports what it finds, whatever was downloaded before', async () => {
  const { core } = diskOf(['c1'])
  const work = await verified([recording('c1')])
  await work.replaceRecordings(core)
  await work.run(async () =>
    (async function* () {
      yield { kind: 'done' as const, checked: { tables: 1, contents: 9, recordings: 1 }, faults: [recording('c1')] }
    })(),
  )
  expect({ faults: work.faults, replaced: work.replaced }).toEqual({ faults: [recording('c1')], replaced: 0 })
})
