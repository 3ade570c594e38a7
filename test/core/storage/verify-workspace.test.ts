import Database from 'better-sqlite3'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleKey } from '#sample/options.ts'
import { startSampleService, type SampleService } from '#sample/server.ts'
import { openFolders, workspaceFolder } from '#core/profile.ts'
import { verify } from '#core/storage/verify-workspace.ts'
import { filesIn, hashOf } from '../folders.ts'
import { openedCore } from '../opened-core.ts'
import { lastStep } from './steps.ts'

const [one, other] = ['0b7f6a51-1c2d-4e3f-8a9b-0c1d2e3f4a5b', '0b7f6a51-1c2d-4e3f-8a9b-0c1d2e3f4a5c']

let service: SampleService
beforeAll(async () => {
  service = await startSampleService({ restated: 'never' })
})
afterAll(() => service.close())

async function withRecordings() {
  const sample = { baseUrl: service.baseUrl, key: sampleKey }
  const first = openedCore({ sample })
  const { profile } = first
  await first.api.financials.open({ symbol: 'HLDN', basis: 'annual', comparison: 'none', freshness: 'service' })
  await first.close()
  const folder = join(profile, 'workspaces', 'sample')
  const files = [one, other].map((callId) => join(folder, 'recordings', `${callId}.mp3`))
  for (const file of files) writeFileSync(file, 'sound '.repeat(1000))
  const opened = openedCore({ profile, sample })
  return { ...opened, folder, files }
}

test('a library that is whole is found whole, and one altered record and one altered recording are named', async () => {
  const { api, folder, files } = await withRecordings()
  expect(await lastStep(api.storage.verify())).toEqual({
    kind: 'done',
    checked: { tables: expect.any(Number) as number, contents: expect.any(Number) as number, recordings: 2 },
    faults: [],
  })
  const library = new Database(join(folder, 'library.db'))
  library.exec("UPDATE ledger_content SET body = replace(body, 'HLDN', 'HLDM') WHERE id = 3")
  library.close()
  const sound = readFileSync(files[0]!)
  sound[100] = 0
  writeFileSync(files[0]!, sound)
  const before = filesIn(join(folder, 'recordings')).map((name) => hashOf(join(folder, 'recordings', name)))
  const found = await lastStep(api.storage.verify())
  expect(found).toMatchObject({
    faults: [
      { kind: 'content', fetchable: true, message: expect.stringContaining('checksum mismatch') as string },
      { kind: 'recording', callId: one, message: 'it changed since it was last verified', fetchable: true },
    ],
  })
  expect(filesIn(join(folder, 'recordings')).map((name) => hashOf(join(folder, 'recordings', name)))).toEqual(before)
})

test('sizes that differ are written in the number format of the window', async () => {
  const opened = await withRecordings()
  await opened.close()
  const { files, profile } = opened
  const recording = {
    callId: one,
    title: '',
    path: files[0]!,
    bytes: 6000,
    stated: 1_204_000,
    finishedAt: 0,
    sha256: null,
  }
  const { faults } = verify(
    {
      job: 'verify',
      folder: workspaceFolder(openFolders(profile), 'sample'),
      isReadOnly: false,
      recordings: [recording],
      numbers: 'de-DE',
    },
    () => {},
  )
  expect(faults).toMatchObject([{ callId: one, message: '6.000 bytes; the service states 1.204.000' }])
})

test('a damaged page is named with its database, and what else there is is checked all the same', async () => {
  const opened = await withRecordings()
  const { api, folder } = opened
  const library = join(folder, 'library.db')
  await lastStep(api.storage.verify())
  const look = new Database(library, { readonly: true })
  const page = look
    .prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'news_item_ticker'")
    .pluck()
    .get() as number
  look.close()
  await opened.close()
  const bytes = readFileSync(library)
  bytes.fill(0xee, (page - 1) * 8192, page * 8192)
  writeFileSync(library, bytes)
  const again = openedCore({ profile: opened.profile })
  const found = await lastStep(again.api.storage.verify())
  expect(found).toMatchObject({
    kind: 'done',
    checked: { recordings: 2 },
    faults: [{ kind: 'database', name: 'library.db', fetchable: true }],
  })
})

test('recordings are removed with what they free, and nothing else is', async () => {
  const { api, folder } = await withRecordings()
  const listed = await api.storage.recordings()
  expect(listed.map(({ callId }) => callId).toSorted()).toEqual([one, other])
  const before = filesIn(folder).filter((name) => !name.includes(one))
  expect(await api.storage.removeRecordings({ callIds: [one, 'not-there'] })).toEqual({ removed: 1, bytes: 6000 })
  expect(filesIn(folder)).toEqual(before)
  expect((await api.storage.recordings()).map(({ callId }) => callId)).toEqual([other])
})
