import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { copyOf, ownFolder } from '../folders.ts'
import { failureOfQuestion, liveWorkspace, openedCore, type OpenedCore } from '../opened-core.ts'
import { lastStep } from '../storage/steps.ts'

/** A live workspace in front that assistants may read and that is published after each refresh. */
async function sharedWorkspace(): Promise<OpenedCore & { readonly id: string }> {
  const opened = openedCore()
  const id = await liveWorkspace(opened, 'https://data.example.com')
  await opened.api.assistants.setAccess({ isAllowed: true })
  await opened.api.storage.setPublishAfterRefresh({ on: true })
  return { ...opened, id }
}

async function sharingOf({ api }: Pick<OpenedCore, 'api'>) {
  const { isAllowed, workspaces } = await api.assistants.access()
  const { afterRefresh } = await api.storage.publication()
  return { isAllowed, allowed: workspaces, afterRefresh }
}

const nothing = { isAllowed: false, allowed: [], afterRefresh: false }

test('after a missing workspace was removed from the list, assistants may not read another one of its name (A2)', async () => {
  const before = await sharedWorkspace()
  await before.close()
  rmSync(join(before.profile, 'workspaces', before.id), { recursive: true })
  const again = openedCore({ profile: before.profile })
  await again.api.recovery.removeWorkspace()
  const next = await liveWorkspace(again, 'https://other.example.com')
  expect(next).not.toBe(before.id)
  expect(await sharingOf(again)).toEqual(nothing)
})

test('a deleted workspace that comes back with a backup is read by no assistant until it is allowed again (A2)', async () => {
  const opened = await sharedWorkspace()
  const { api, id } = opened
  const made = await lastStep(api.storage.createBackup({ folder: ownFolder() }))
  if (made.kind === 'failed') throw new Error(made.failure.kind)
  await api.workspaces.remove({ id })
  expect(await sharingOf(opened)).toEqual(nothing)
  expect(await lastStep(api.storage.restore({ path: made.path }))).toMatchObject({ kind: 'done' })
  expect(await api.workspaces.list()).toMatchObject({ active: id })
  expect(await sharingOf(opened)).toEqual(nothing)
})

test('a sample that was deleted is read by no assistant until it is allowed again (A2)', async () => {
  const { api } = openedCore()
  await api.assistants.setAccess({ isAllowed: true })
  await api.workspaces.deleteSample({ withNotes: true })
  expect(await api.assistants.access()).toMatchObject({ isAllowed: false, workspaces: [] })
})

test('a workspace that cannot be deleted now keeps what was chosen for it', async () => {
  const opened = await sharedWorkspace()
  const { api, id } = opened
  const disk = ownFolder()
  await lastStep(api.storage.move({ folder: disk }))
  const shared = await sharingOf(opened)
  expect(shared).toEqual({ isAllowed: true, allowed: [id], afterRefresh: true })
  await api.workspaces.activate({ id: 'sample' })
  renameSync(disk, `${disk}-away`)
  expect(await failureOfQuestion(api.workspaces.remove({ id }))).toMatchObject({ kind: 'library-unavailable' })
  renameSync(`${disk}-away`, disk)
  await api.workspaces.activate({ id })
  expect(await sharingOf(opened)).toEqual(shared)
})

test('what an earlier version left of a removed workspace applies neither to a new one of its name nor to it in a backup (A2)', async () => {
  const before = await sharedWorkspace()
  const { profile, id } = before
  const folder = ownFolder()
  await lastStep(before.api.storage.publish({ folder }))
  const backup = await lastStep(before.api.storage.createBackup({ folder: ownFolder() }))
  if (backup.kind === 'failed') throw new Error(backup.failure.kind)
  await before.close()
  const restored = copyOf(profile)
  for (const each of [profile, restored]) removeAsEarlierVersion(each, id)
  const again = openedCore({ profile })
  expect(await liveWorkspace(again, 'https://other.example.com')).not.toBe(id)
  expect(await sharingOf(again)).toEqual(nothing)
  expect(await again.api.storage.publication()).toMatchObject({ folder: null })
  const other = openedCore({ profile: restored })
  expect(await lastStep(other.api.storage.restore({ path: backup.path }))).toMatchObject({ kind: 'done' })
  expect(await other.api.workspaces.list()).toMatchObject({ active: id })
  expect(await sharingOf(other)).toEqual(nothing)
})

test('a workspace whose folder is missing stays shared until it is removed from the list', async () => {
  const before = await sharedWorkspace()
  const shared = await sharingOf(before)
  await before.api.workspaces.activate({ id: 'sample' })
  await before.close()
  const place = join(before.profile, 'workspaces', before.id)
  renameSync(place, `${before.profile}-away`)
  await openedCore({ profile: before.profile }).close()
  renameSync(`${before.profile}-away`, place)
  const again = openedCore({ profile: before.profile })
  await again.api.workspaces.activate({ id: before.id })
  expect(await sharingOf(again)).toEqual(shared)
})

/** Those kept who may read the workspace and where it was published, and did not note its id as used. */
function removeAsEarlierVersion(profile: string, id: string): void {
  rmSync(join(profile, 'workspaces', id), { recursive: true })
  const database = new Database(join(profile, 'profile.db'))
  const put = database.prepare('UPDATE preference SET value = ? WHERE name = ?')
  put.run('[]', 'known-workspaces')
  put.run('"sample"', 'active-workspace')
  database.close()
}
