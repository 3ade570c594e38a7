import Database from 'better-sqlite3'
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sentenceOf } from '#contract/failure.ts'
import { failureOf } from '#core/failure-error.ts'
import { flushFile, flushFolder, flushOpenFile } from '#core/publish/flush.ts'
import type { Manifest } from '#core/publish/manifest.ts'
import {
  buildingFolder,
  demandOwnFolder,
  leaveAsFound,
  markNewFolder,
  readManifest,
  writeManifest,
} from '#core/publish/publication-folder.ts'
import { publishFailure, stagingFailure } from '#core/publish/publish-failure.ts'
import { schemaVersion } from '#core/publish/published-tables.ts'
import { placeOf } from '#core/publish/version-place.ts'
import { ownFolder } from '../folders.ts'
import { filledLibrary } from './filled-library.ts'
import { manifestOf, published } from './publication.ts'

const owner = { library: 'a'.repeat(32), workspace: 'sample' }

const manifestNamed = (version: string): Manifest => ({
  tearsheet: 'publication',
  schema_version: schemaVersion,
  program_version: '0.0.0-test',
  workspace: { id: 'sample', name: 'Sample' },
  library_id: owner.library,
  created_at: new Date(0).toISOString(),
  version,
  previous_version: null,
  tables: [],
  files: [],
})

/** As the system throws it. */
const systemError = (code: string, syscall = 'open') => Object.assign(new Error(code), { code, syscall })

const failing = (code: string) => () => {
  throw systemError(code)
}

/** A folder that is marked, and to which nothing is published yet. */
function markedFolder(): string {
  const folder = ownFolder()
  markNewFolder(folder, owner)
  return folder
}

describe('a share or disk that flushes nothing is published to', () => {
  test.each(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOTTY', 'ENOENT'])('where a folder is refused with %s', (code) => {
    expect(() => flushFolder('/', failing(code))).not.toThrow()
  })

  test.each(['ENOTSUP', 'EOPNOTSUPP', 'ENOTTY'])('where a file is refused with %s', (code) => {
    expect(() => flushFile('/', failing(code))).not.toThrow()
    expect(() => flushOpenFile(0, failing(code))).not.toThrow()
  })

  test.skipIf(!existsSync('/proc/self'))(
    'as the process file system of Linux refuses its folders (needs Linux)',
    () => {
      expect(() => flushFolder('/proc/self')).not.toThrow()
    },
  )

  test.each(['EIO', 'ENOSPC', 'EDQUOT'])('but not where the disk fails with %s', (code) => {
    expect(() => flushFolder('/', failing(code))).toThrow(code)
    expect(() => flushFile('/', failing(code))).toThrow(code)
    expect(() => flushOpenFile(0, failing(code))).toThrow(code)
  })
})

describe('the manifest', () => {
  test.each(['EPERM', 'EACCES', 'EBUSY'])('that a reader holds for a moment (%s) is replaced', (code) => {
    const folder = markedFolder()
    let tries = 0
    writeManifest(folder, manifestNamed('version-1'), (from, to) => {
      tries += 1
      if (tries < 3) throw systemError(code, 'rename')
      renameSync(from, to)
    })
    expect(readManifest(folder)?.version).toBe('version-1')
  })

  test('that stays open in another program is not replaced, and the sentence says so', () => {
    const folder = markedFolder()
    writeManifest(folder, manifestNamed('version-1'))
    let thrown: unknown = null
    try {
      writeManifest(folder, manifestNamed('version-2'), () => {
        throw systemError('EPERM', 'rename')
      })
    } catch (error) {
      thrown = publishFailure(error)
    }
    expect(failureOf(thrown)?.detail).toMatch(/^files in the folder are open in another program/)
    expect(readManifest(folder)?.version).toBe('version-1')
  })

  test('counts as replaced where a share has done that and reports an error', () => {
    const folder = markedFolder()
    writeManifest(folder, manifestNamed('version-1'), (from, to) => {
      renameSync(from, to)
      throw systemError('ENOENT', 'rename')
    })
    expect(readManifest(folder)?.version).toBe('version-1')
  })

  test('counts as replaced where the disk goes in that moment', () => {
    const folder = markedFolder()
    const away = join(ownFolder(), 'away')
    writeManifest(folder, manifestNamed('version-1'), (from, to) => {
      renameSync(from, to)
      renameSync(folder, away)
    })
    expect(readManifest(away)?.version).toBe('version-1')
  })
})

test('a publication stands when its disk goes before what it replaced is deleted', () => {
  const folder = ownFolder()
  const place = placeOf({ kind: 'folder', folder, building: buildingFolder(folder), holder: 'of this profile' }, owner)
  const manifest = manifestNamed('version-1')
  place.begin()
  mkdirSync(place.building)
  place.putInPlace(manifest)
  renameSync(folder, join(ownFolder(), 'away'))
  expect(() => place.clear(manifest)).not.toThrow()
  place.end()
})

test('a publication stands when the profile cannot store that it was made', async () => {
  const opened = await filledLibrary()
  const folder = ownFolder()
  await published(opened, folder)
  const { version } = manifestOf(folder)
  const profile = new Database(join(opened.profile, 'profile.db'))
  profile.exec(`CREATE TRIGGER no_more BEFORE INSERT ON preference BEGIN SELECT RAISE(ABORT, 'no more'); END`)
  profile.close()
  await opened.api.metrics.save({ name: 'Later', formula: 'Revenue', unit: 'money' })
  expect(await published(opened, folder)).toMatchObject({ isChanged: true })
  expect(manifestOf(folder).version).not.toBe(version)
})

describe('the sentence for an error of the system says what to do', () => {
  const detailOf = (error: unknown) => failureOf(publishFailure(error))?.detail

  test.each(['UNKNOWN', 'ECONNRESET', 'ECONNABORTED', 'ENETUNREACH', 'ENETDOWN', 'EREMCHG', 'EIO', 'ESTALE'])(
    '%s: reconnect',
    (code) => {
      expect(detailOf(systemError(code))).toMatch(/Reconnect its disk or network share, then publish again$/)
    },
  )

  test('EBUSY: close the other program', () => {
    expect(detailOf(systemError('EBUSY', 'unlink'))).toMatch(/open in another program.*then publish again$/)
  })

  test('EACCES: ask for access, also where the folder is only read', () => {
    expect(detailOf(systemError('EACCES'))).toMatch(/^access to the folder is denied/)
  })

  test.each(['EINVAL', 'ENAMETOOLONG', 'ELOOP', 'Unknown system error -78'])(
    '%s, which nobody expected: named',
    (code) => {
      const sentence = sentenceOf(failureOf(publishFailure(systemError(code))) ?? { kind: 'defect' })
      expect(sentence).toContain(`the system reports an error in the folder (${code})`)
      const ofProfile = sentenceOf(failureOf(stagingFailure(systemError(code))) ?? { kind: 'defect' })
      expect(ofProfile).toContain(`the system reports an error in the profile (${code})`)
    },
  )

  test('EMFILE: close other programs', () => {
    expect(failureOf(publishFailure(systemError('EMFILE')))).toEqual({ kind: 'too-many-open-files' })
  })

  test('but an error of the program is none of the system, and stays a defect', () => {
    for (const error of [new TypeError('a defect'), systemError('ERR_INVALID_ARG_TYPE'), systemError('SQLITE_ERROR')])
      expect(publishFailure(error)).toBe(error)
  })
})

test('a folder in which something could not be deleted after a first publication that failed can be published to again', () => {
  const folder = markedFolder()
  const building = buildingFolder(folder)
  mkdirSync(building)
  // As a network file system keeps a file that somebody has open.
  writeFileSync(join(building, '.nfs0001'), '')
  leaveAsFound(folder, null)
  expect(existsSync(building)).toBe(true)
  expect(() => demandOwnFolder(folder, owner)).not.toThrow()
})

test.each([publishFailure, stagingFailure])(
  'a file that is too large for its file system is not reported as a full disk, where freeing space would help',
  (explained) => {
    expect(failureOf(explained(systemError('EFBIG', 'write')))?.detail).toMatch(/cannot store files of this size/)
  },
)
