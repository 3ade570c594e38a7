import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { ownFolder } from '../folders.ts'
import { failureOfQuestion, openedCore, usualNames, type ApiClient } from '../opened-core.ts'
import { lastStep } from '../storage/steps.ts'

const live = (api: ApiClient, name: string) =>
  api.workspaces.create({ name, baseUrl: `https://${name}.example.com`, recordingsBase: '', search: usualNames })
async function idsOf(api: ApiClient) {
  const { active, workspaces } = await api.workspaces.list()
  return { active, ids: workspaces.map(({ id }) => id) }
}

test('a workspace that is not open is deleted with its folder, and what is open stays as it is', async () => {
  const opened = openedCore()
  const { api, profile } = opened
  await live(api, 'old')
  await live(api, 'mine')
  await api.workspaces.activate({ id: 'mine' })
  await api.watchlists.create({ name: 'CopyCompleteness' })
  await api.workspaces.remove({ id: 'old' })
  expect(await idsOf(api)).toEqual({ active: 'mine', ids: ['sample', 'mine'] })
  expect(readdirSync(join(profile, 'workspaces')).toSorted()).toEqual(['mine', 'sample'])
  expect((await api.watchlists.all()).lists.map(({ name }) => name)).toEqual(['CopyCompleteness'])
  await opened.close()
  const again = openedCore({ profile }).api
  expect(await idsOf(again)).toEqual({ active: 'mine', ids: ['sample', 'mine'] })
  expect((await again.status.now()).notices).toEqual([])
})

test('in place of the open one another live workspace is opened, and after the last one the sample', async () => {
  const { api, profile } = openedCore()
  await live(api, 'first')
  await live(api, 'second')
  await api.workspaces.deleteSample({ withNotes: true })
  await api.workspaces.activate({ id: 'first' })
  await api.workspaces.remove({ id: 'first' })
  expect(await idsOf(api)).toEqual({ active: 'second', ids: ['second'] })
  await api.workspaces.remove({ id: 'second' })
  expect(await idsOf(api)).toEqual({ active: 'sample', ids: ['sample'] })
  expect(readdirSync(join(profile, 'workspaces'))).toEqual(['sample'])
})

test('a deleted sample stays deleted when the workspace that remains is not the one deleted', async () => {
  const { api } = openedCore()
  await live(api, 'old')
  await live(api, 'mine')
  await api.workspaces.activate({ id: 'mine' })
  await api.workspaces.deleteSample({ withNotes: true })
  await api.workspaces.remove({ id: 'old' })
  expect(await idsOf(api)).toEqual({ active: 'mine', ids: ['mine'] })
})

/** A workspace whose library lies on another disk, with copies that migrations and repairs made beside it. */
async function movedLibrary() {
  const opened = openedCore()
  const { api } = opened
  const disk = ownFolder()
  await live(api, 'mine')
  await api.workspaces.activate({ id: 'mine' })
  await lastStep(api.storage.move({ folder: disk }))
  const place = join(disk, readdirSync(disk)[0] ?? '')
  for (const copy of ['backups/library-v7.db', 'set-aside/library.db-0123456789ab/library.db']) {
    mkdirSync(join(place, copy, '..'), { recursive: true })
    writeFileSync(join(place, copy), 'a copy of the library')
  }
  expect(existsSync(join(place, 'library.db'))).toBe(true)
  await api.workspaces.activate({ id: 'sample' })
  return { ...opened, disk, place }
}

test('of a folder that the user chose for the library, the library and its copies go and nothing else', async () => {
  const { api, disk, place } = await movedLibrary()
  writeFileSync(join(place, 'model.xlsx'), 'mine')
  await api.workspaces.remove({ id: 'mine' })
  expect(readdirSync(disk, { recursive: true }).toSorted()).toEqual([
    basename(place),
    join(basename(place), 'model.xlsx'),
  ])
})

test('a folder in which nothing but the library was goes with it', async () => {
  const { api, disk } = await movedLibrary()
  await api.workspaces.remove({ id: 'mine' })
  expect(readdirSync(disk)).toEqual([])
})

test('while the disk of its library is away a workspace is not deleted: the library would be left on it', async () => {
  const { api, disk } = await movedLibrary()
  renameSync(disk, `${disk}-away`)
  expect(await failureOfQuestion(api.workspaces.remove({ id: 'mine' }))).toMatchObject({ kind: 'library-unavailable' })
  renameSync(`${disk}-away`, disk)
  expect(await idsOf(api)).toEqual({ active: 'sample', ids: ['sample', 'mine'] })
  await api.workspaces.activate({ id: 'mine' })
  expect((await api.status.now()).notices).toEqual([])
})

test('what a killed program left of it on a disk that is away goes when the disk is back', async () => {
  const opened = await movedLibrary()
  const { disk, profile } = opened
  await opened.close()
  const folder = join(profile, 'workspaces', 'mine')
  renameSync(folder, `${folder}.0123456789ab.removed`)
  renameSync(disk, `${disk}-away`)
  await openedCore({ profile }).close()
  renameSync(`${disk}-away`, disk)
  expect(readdirSync(join(profile, 'workspaces'))).toContain('mine.0123456789ab.removed')
  await openedCore({ profile }).close()
  expect([readdirSync(disk), readdirSync(join(profile, 'workspaces'))]).toEqual([[], ['sample']])
})

test('a new workspace of the same name has nothing of the deleted one, nor its id, after a restart either', async () => {
  const opened = openedCore()
  const { api, profile } = opened
  const { id } = await live(api, 'mine')
  await api.workspaces.activate({ id })
  await api.watchlists.create({ name: 'CopyCompleteness' })
  await api.workspaces.remove({ id })
  await opened.close()
  const again = openedCore({ profile }).api
  const { id: next } = await live(again, 'mine')
  expect([id, next]).toEqual(['mine', 'mine-2'])
  await again.workspaces.activate({ id: next })
  expect((await again.watchlists.all()).lists).toEqual([])
})

test.each(['sample', 'nowhere', '../sample'])('%j cannot be deleted as a workspace of a service', async (id) => {
  const { api, profile } = openedCore()
  expect(await failureOfQuestion(api.workspaces.remove({ id }))).toEqual({ kind: 'no-such-workspace' })
  expect(existsSync(join(profile, 'workspaces', 'sample', 'desk.db'))).toBe(true)
})
