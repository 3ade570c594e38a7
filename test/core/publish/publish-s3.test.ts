import Database from 'better-sqlite3'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { AdministratorPolicy } from '#contract/api/policy.ts'
import { sentenceOf } from '#contract/failure.ts'
import { noPolicy } from '#core/policy/policy-file.ts'
import { manifest as manifestSchema } from '#core/publish/manifest.ts'
import { tableNames } from '#core/publish/published-tables.ts'
import { announcements } from '../announcements.ts'
import { PatientClock } from '../clocks.ts'
import { filesIn, ownFolder } from '../folders.ts'
import { liveWorkspace, openedCore, type OpenedCore } from '../opened-core.ts'
import { isDone, untilJob } from '../sync/sync-setup.ts'
import { lastStep } from '../storage/steps.ts'
import { filesOf, openDuck } from './duckdb.ts'
import { filledLibrary } from './filled-library.ts'
import { laterManifest } from './publication.ts'
import { bucket, credentials, type Fault, type S3Store, type StoreRequest } from './s3-store.ts'
import { startedStore } from './started-store.ts'

const held = {
  accessKeyId: credentials.AWS_ACCESS_KEY_ID,
  secretAccessKey: credentials.AWS_SECRET_ACCESS_KEY,
  sessionToken: null,
}

const addressAt = ({ endpoint }: Pick<S3Store, 'endpoint'>) => ({
  endpoint,
  region: 'eu-central-1',
  bucket,
  prefix: 'desk/tearsheet',
})

interface Setup {
  readonly opened: OpenedCore
  readonly clock: PatientClock
  readonly store: S3Store
  /** What readers find at the prefix. */
  readonly folder: string
}

/** A filled library whose retries wait for nothing, and a store that accepts its credentials. */
async function setUp(policy: AdministratorPolicy = noPolicy): Promise<Setup> {
  const filled = await filledLibrary()
  await filled.close()
  const { profile } = filled
  const clock = new PatientClock()
  const opened = openedCore({ profile, clock, policy })
  const store = await startedStore(() => clock.now())
  opened.core.s3Credentials.hold(store.endpoint, held)
  return { opened, clock, store, folder: join(store.folder, 'desk', 'tearsheet') }
}

/** A colleague with a library of the same name, on a computer with credentials of the same store. */
async function colleagueOf({ store }: Setup): Promise<Pick<Setup, 'opened' | 'store'>> {
  const { opened } = await setUp()
  opened.core.s3Credentials.hold(store.endpoint, held)
  return { opened, store }
}

async function published({ opened: { api }, store }: Pick<Setup, 'opened' | 'store'>) {
  const done = await lastStep(api.storage.publish({ s3: addressAt(store) }))
  if (done.kind !== 'done') throw new Error(JSON.stringify(done))
  return done
}

/** The sentence that a user reads. */
async function refusal({ opened: { api }, store }: Pick<Setup, 'opened' | 'store'>, changed = {}): Promise<string> {
  const last = await lastStep(api.storage.publish({ s3: { ...addressAt(store), ...changed } }))
  return last.kind === 'failed' ? sentenceOf(last.failure) : last.kind
}

const change = ({ api }: OpenedCore, name: string) => api.metrics.save({ name, formula: 'Revenue', unit: 'money' })

const manifestOf = (folder: string) =>
  manifestSchema.parse(JSON.parse(readFileSync(join(folder, '_tearsheet', 'manifest.json'), 'utf8')))

/** The state that readers rely on: the manifest, and each file that it names, byte for byte. */
function stateOf(folder: string) {
  const manifest = manifestOf(folder)
  return { manifest, files: manifest.files.map(({ path }) => readFileSync(join(folder, path)).toString('base64')) }
}

const isUpload = ({ method, key, headers }: StoreRequest) =>
  method === 'PUT' && key.endsWith('.parquet') && headers['x-amz-copy-source'] === undefined
const isCopy = ({ headers }: StoreRequest) => headers['x-amz-copy-source'] !== undefined
const isManifest = ({ method, key }: StoreRequest) => method === 'PUT' && key.endsWith('manifest.json')

describe('a library published to an S3 address', () => {
  test('has in DuckDB the rows and sums of the library', async () => {
    const setup = await setUp()
    const { opened, folder } = setup
    const { tables, to } = await published(setup)
    expect(to).toBe('s3://research/desk/tearsheet')
    const duck = await openDuck()
    for (const table of tableNames) {
      const [counted] = await duck.rows(`SELECT count(*) AS rows FROM ${filesOf(folder, table)}`)
      expect(counted?.['rows'], table).toBeGreaterThan(0)
      expect(tables.find(({ name }) => name === table)?.rows, table).toBe(counted?.['rows'])
    }
    const database = new Database(join(opened.profile, 'workspaces', 'sample', 'library.db'), { readonly: true })
    const sums = [
      'SELECT count(*) AS n, count(DISTINCT symbol) AS a, sum(value) AS b FROM statements',
      'SELECT count(*) AS n, sum(words) AS a, sum(length(text)) AS b FROM turns',
      'SELECT count(*) AS n, sum(id) AS a, 0 AS b FROM ratings',
    ]
    for (const sql of sums) {
      const [expected] = database.prepare(sql).all() as { n: number; a: number; b: number }[]
      const [found] = await duck.rows(
        sql.replace(/FROM (\w+)$/, (_, table: string) => `FROM ${filesOf(folder, table)}`),
      )
      expect(found?.['n'], sql).toBe(expected?.n)
      expect(found?.['a'], sql).toBe(expected?.a)
      expect(Number(found?.['b']) / (expected?.b || 1), sql).toBeCloseTo(expected?.b ? 1 : 0, 9)
    }
    database.close()
  })

  test('uploads only what changed; the rest is copied within the bucket, a page of its listing at a time', async () => {
    const setup = await setUp()
    const { opened, store, folder } = setup
    store.pageSize = 3
    const first = await published(setup)
    expect(store.requests.filter(isUpload)).toHaveLength(first.files)
    const before = store.keys
    store.requests.length = 0
    expect(await published(setup)).toMatchObject({
      isChanged: false,
      written: { files: 0 },
      createdAt: first.createdAt,
    })
    expect(store.keys).toEqual(before)
    expect(store.requests.filter(({ method }) => method !== 'GET')).toEqual([])
    await change(opened, 'Later')
    store.requests.length = 0
    const changed = await published(setup)
    expect(changed.isChanged).toBe(true)
    const uploaded = store.requests.filter(isUpload).map(({ key }) => key.split('/').slice(2, 4).join(' '))
    expect(uploaded).toHaveLength(changed.written.files)
    expect([...new Set(uploaded)].sort()).toEqual(['version-2 metric_values', 'version-2 metrics'])
    const { files, version } = manifestOf(folder)
    expect(filesIn(join(folder, version))).toEqual(files.map(({ path }) => path.slice(version.length + 1)).toSorted())
  })

  test('keeps the version before for who is reading it, and no older ones', async () => {
    const setup = await setUp()
    for (const name of ['One', 'Two', 'Three']) {
      await change(setup.opened, name)
      await published(setup)
    }
    expect(readdirSync(setup.folder).filter((name) => filesIn(join(setup.folder, name)).length > 0)).toEqual([
      '_tearsheet',
      'version-2',
      'version-3',
    ])
    expect(filesIn(join(setup.folder, '_tearsheet'))).toEqual(['manifest.json', 'publication.json', 'version-3.json'])
  })

  test('is published, and that is said once, where the keys may not delete what it replaced', async () => {
    const setup = await setUp()
    const { opened, store, folder } = setup
    for (const name of ['One', 'Two']) {
      await change(opened, name)
      expect(await published(setup)).toMatchObject({ isCleared: true })
    }
    store.fault = ({ method }) => (method === 'DELETE' ? { kind: 'status', status: 403, code: 'AccessDenied' } : null)
    await change(opened, 'Three')
    expect(await published(setup)).toMatchObject({ isChanged: true, isCleared: false })
    expect(manifestOf(folder).version).toBe('version-3')
    expect(filesIn(join(folder, 'version-1'))).not.toEqual([])
    store.fault = () => null
    await change(opened, 'Four')
    expect(await published(setup)).toMatchObject({ isCleared: true })
    expect(filesIn(join(folder, 'version-1'))).toEqual([])
  })

  test('stands where the profile cannot delete what was written there to upload it', async () => {
    const setup = await setUp()
    const note = join(setup.opened.profile, 'unfinished.json')
    setup.store.before = (request) => {
      if (!isManifest(request)) return
      rmSync(note)
      mkdirSync(note)
    }
    expect(await published(setup)).toMatchObject({ isChanged: true })
  })

  test('leaves nothing of it in the profile', async () => {
    const setup = await setUp()
    await published(setup)
    expect(filesIn(setup.opened.profile).filter((name) => name.includes('publication'))).toEqual([])
  })
})

test('the manifest comes last, after every file, and old files are deleted after it', async () => {
  const setup = await setUp()
  const { opened, store } = setup
  for (const name of ['One', 'Two']) {
    await change(opened, name)
    await published(setup)
  }
  store.requests.length = 0
  await change(opened, 'Three')
  await published(setup)
  const of = (isIt: (request: StoreRequest) => boolean) =>
    store.requests.flatMap((request, at) => (isIt(request) ? [at] : []))
  const [at = 0, ...others] = of(isManifest)
  expect(others).toEqual([])
  expect(Math.max(...of(isUpload), ...of(isCopy))).toBeLessThan(at)
  const deletions = of(({ method }) => method === 'DELETE')
  expect(deletions.length).toBeGreaterThan(5)
  expect(Math.min(...deletions)).toBeGreaterThan(at)
})

/** Each fault, at which requests, and what the user reads. */
const faults: readonly (readonly [string, (request: StoreRequest) => boolean, Fault, RegExp])[] = [
  ['500s', isUpload, { kind: 'status', status: 500, code: 'InternalError' }, /returned an error \(status 503\).*later/],
  ['a bad gateway without a body', isUpload, { kind: 'status', status: 502, code: '' }, /status 502/],
  [
    'uploads denied',
    isUpload,
    { kind: 'status', status: 403, code: 'AccessDenied' },
    /have no write access to the bucket research/,
  ],
  [
    'a session that expires',
    isUpload,
    { kind: 'status', status: 400, code: 'ExpiredToken' },
    /credentials have expired/,
  ],
  ['a full bucket', isUpload, { kind: 'status', status: 403, code: 'QuotaExceeded' }, /is full/],
  ['a redirect', isUpload, { kind: 'redirect', to: 'http://127.0.0.1:9/elsewhere' }, /was not followed/],
  ['an error with status 200', isUpload, { kind: 'error-with-200', code: 'InternalError' }, /returned an error/],
  ['copies that fail with status 200', isCopy, { kind: 'error-with-200', code: 'InternalError' }, /returned an error/],
  ['files it forgets', isUpload, { kind: 'forgotten' }, /has not stored every file/],
  ['a listing cut off', ({ key }) => key === '', { kind: 'truncated' }, /cut off/],
  [
    'a manifest cut off',
    ({ method, key }) => method === 'GET' && key.endsWith('manifest.json'),
    { kind: 'truncated' },
    /cut off/,
  ],
  ['the manifest denied', isManifest, { kind: 'status', status: 403, code: 'AccessDenied' }, /no write access/],
]

describe('what was published before stays whole', () => {
  test('at an endpoint that misbehaves, whose sentence says what to do, and the next publication completes', async () => {
    const setup = await setUp()
    const { opened, store, folder } = setup
    await published(setup)
    const before = stateOf(folder)
    await change(opened, 'Later')
    for (const [name, isIt, fault, sentence] of faults) {
      store.fault = (request) => (isIt(request) ? fault : null)
      const read = await refusal(setup)
      expect(read, name).toMatch(sentence)
      expect(read, name).toMatch(/^The library was not published: .*\. What was published before is unchanged\.$/)
      expect(stateOf(folder), name).toEqual(before)
    }
    store.fault = () => null
    expect(await published(setup)).toMatchObject({ isChanged: true })
    const { files } = manifestOf(folder)
    for (const { path, bytes } of files) expect(readFileSync(join(folder, path))).toHaveLength(bytes)
  })

  test('after a failure that passes nothing is lost: the request is repeated', async () => {
    const setup = await setUp()
    let left = 2
    setup.store.fault = (request) =>
      isUpload(request) && left-- > 0 ? { kind: 'status', status: 503, code: 'SlowDown' } : null
    expect(await published(setup)).toMatchObject({ isChanged: true })
  })

  test.each([
    ['the connection breaks', { kind: 'no-response' }],
    ['the endpoint is busy', { kind: 'status', status: 503, code: 'SlowDown' }],
  ] as const)('also after minutes of an upload: where %s at its end, the file is uploaded again', async (_, fault) => {
    const setup = await setUp()
    const { clock, store, folder } = setup
    let slow: string | null = null
    store.fault = (request) => {
      if (!isUpload(request) || slow !== null) return null
      slow = request.key
      clock.advance(100_000)
      return fault
    }
    const { files } = await published(setup)
    expect(manifestOf(folder).files).toHaveLength(files)
    expect(store.requests.filter((request) => isUpload(request) && request.key === slow)).toHaveLength(2)
  })

  test('the manifest counts as written when its response was lost', async () => {
    const setup = await setUp()
    let left = 1
    setup.store.fault = (request) => (isManifest(request) && left-- > 0 ? { kind: 'no-response' } : null)
    const { files } = await published(setup)
    expect(manifestOf(setup.folder).files).toHaveLength(files)
  })

  test('when the end of the listing never comes', async () => {
    const setup = await setUp()
    await published(setup)
    Object.assign(setup.store, { pageSize: 1, isStuck: true })
    expect(await refusal(setup)).toContain('was cut off or changed in transit')
  })

  test('and whether the manifest was replaced is said to be unknown where nothing of it can be read', async () => {
    const setup = await setUp()
    await published(setup)
    await change(setup.opened, 'Later')
    let isSent = false
    setup.store.fault = (request) => {
      if (!isManifest(request) && !(isSent && request.key.endsWith('manifest.json'))) return null
      isSent = true
      return { kind: 'no-response' }
    }
    expect(await refusal(setup)).toMatch(/so the library may not have been published\. Publish again\.$/)
    setup.store.fault = () => null
    expect(await published(setup)).toMatchObject({ isChanged: false })
  })

  test('when it is canceled, and what was uploaded is deleted', async () => {
    const setup = await setUp()
    const { opened, store, folder } = setup
    await published(setup)
    const [before, keys] = [stateOf(folder), store.keys]
    await change(opened, 'Later')
    const leaving = new AbortController()
    store.before = ({ method, key }) => (method === 'PUT' && key.includes('/metrics/') ? leaving.abort() : undefined)
    const steps = await opened.api.storage.publish({ s3: addressAt(store) }, { signal: leaving.signal })
    await expect(lastStep(Promise.resolve(steps))).resolves.toMatchObject({ failure: { kind: 'cancelled' } })
    expect(stateOf(folder)).toEqual(before)
    expect(store.keys.filter((key) => !keys.includes(key))).toEqual(['desk/tearsheet/_tearsheet/version-2.json'])
  })
})

test('the host of a bucket as the endpoint: the user reads which address to enter, not that others deleted a file', async () => {
  const setup = await setUp()
  // The store takes the name of the bucket in the path for an object of the bucket that its host names.
  setup.store.fault = ({ method, key }) =>
    method === 'GET' && key === '' ? { kind: 'status', status: 404, code: 'NoSuchKey' } : null
  expect(await refusal(setup)).toBe(
    'The library was not published: the endpoint does not list the bucket research. Enter the address of the store, without a bucket name. What was published before is unchanged.',
  )
})

describe('others meanwhile', () => {
  test('deleted a published file that was to be copied: the sentence does not say that what was published is unchanged', async () => {
    const setup = await setUp()
    const { opened, store, folder } = setup
    await published(setup)
    await change(opened, 'Later')
    store.before = ({ method, key }) => {
      if (method !== 'PUT' || !key.endsWith('/version-2.json')) return
      for (const { path } of manifestOf(folder).files) rmSync(join(folder, path), { force: true })
    }
    expect(await refusal(setup)).toBe(
      'The library was not published: a published file was deleted meanwhile. Publish again.',
    )
    store.before = () => undefined
    expect(await published(setup)).toMatchObject({ isChanged: true })
  })

  test('deleted a file from the profile that was to be uploaded: the profile is named, not the network, and nothing is repeated', async () => {
    const setup = await setUp()
    const { opened, store } = setup
    const { profile } = opened
    const isStaged = (name: string) => name.startsWith('publication') && name.includes('/metrics/')
    store.before = ({ method, key }) => {
      if (method !== 'PUT' || !key.endsWith('/version-1.json')) return
      for (const name of filesIn(profile).filter(isStaged)) rmSync(join(profile, name))
    }
    const sentence = await refusal(setup)
    expect(sentence).toContain('the files written to the profile for the upload are gone')
    expect(sentence).toContain('What was published before is unchanged')
    expect(store.requests.filter((request) => isUpload(request) && request.key.includes('/metrics/'))).toEqual([])
    expect(store.keys).toEqual([])
  })
})

describe('a first publication that does not end leaves the address as empty as it was, for other libraries too,', () => {
  const mark = 'desk/tearsheet/_tearsheet/publication.json'

  test.each([
    ['when it fails', isUpload],
    [
      'when its mark is written and nothing more is heard of it',
      ({ method, key }: StoreRequest) => method === 'PUT' && key === mark,
    ],
    [
      'when it fails before its first file',
      ({ method, key }: StoreRequest) => method === 'PUT' && key.endsWith('/version-1.json'),
    ],
  ])('%s', async (_, isIt) => {
    const setup = await setUp()
    const { store } = setup
    store.fault = (request) => (isIt(request) ? { kind: 'no-response' } : null)
    expect(await refusal(setup)).toMatch(/^The library was not published/)
    expect(store.keys).toEqual([])
    store.fault = () => null
    expect(await published(await colleagueOf(setup))).toMatchObject({ isChanged: true })
  })

  test('when it is canceled', async () => {
    const setup = await setUp()
    const { opened, store } = setup
    const leaving = new AbortController()
    store.before = ({ method, key }) => (method === 'PUT' && key.includes('/metrics/') ? leaving.abort() : undefined)
    const steps = await opened.api.storage.publish({ s3: addressAt(store) }, { signal: leaving.signal })
    await expect(lastStep(Promise.resolve(steps))).resolves.toMatchObject({ failure: { kind: 'cancelled' } })
    expect(store.keys).toEqual([])
  })

  test('except while another program publishes the same library there, which takes its own mark then', async () => {
    const setup = await setUp()
    const { store, folder } = setup
    // As the first one does when it fails.
    store.before = (request) => (isUpload(request) ? rmSync(join(store.folder, mark), { force: true }) : undefined)
    expect(await published(setup)).toMatchObject({ isChanged: true })
    expect(JSON.parse(store.read(mark).toString())).toMatchObject({ library_id: manifestOf(folder).library_id })
  })

  test('but keeps what another program has there', async () => {
    const setup = await setUp()
    const { store } = setup
    const others = 'desk/tearsheet/_tearsheet/version-7.json'
    store.fault = (request) => (isUpload(request) ? { kind: 'status', status: 403, code: 'AccessDenied' } : null)
    store.before = (request) => (isUpload(request) ? store.write(others, '{}') : undefined)
    await refusal(setup)
    expect(store.keys).toEqual(expect.arrayContaining([mark, others]))
  })
})

describe('two programs that publish at once', () => {
  /** The same workspace on another computer, with a change of its own. */
  async function twoPrograms() {
    const setup = await setUp()
    await published(setup)
    await setup.opened.close()
    const profile = join(ownFolder(), 'profile')
    cpSync(setup.opened.profile, profile, { recursive: true })
    const open = async (at: string, name: string) => {
      const opened = openedCore({ profile: at, clock: new PatientClock() })
      opened.core.s3Credentials.hold(setup.store.endpoint, held)
      await change(opened, name)
      return { ...setup, opened }
    }
    return { mine: await open(setup.opened.profile, 'Mine'), theirs: await open(profile, 'Theirs') }
  }

  test.each([
    ['with conditional writes', null],
    ['without them', { kind: 'unconditional' }],
  ] as const)('at an endpoint %s: the second to finish is refused, and the first is whole', async (_, fault) => {
    const { mine, theirs } = await twoPrograms()
    const { store, folder } = mine
    store.fault = () => fault
    let isFirst = true
    store.before = async (request) => {
      if (!isUpload(request) || !isFirst) return
      isFirst = false
      await published(theirs)
    }
    expect(await refusal(mine)).toContain('another program has published there meanwhile. Publish again')
    const { files } = manifestOf(folder)
    for (const { path, bytes } of files) expect(readFileSync(join(folder, path))).toHaveLength(bytes)
    const names = await (await openDuck()).rows(`SELECT name FROM ${filesOf(folder, 'metrics')}`)
    expect(JSON.stringify(names)).toContain('Theirs')
    expect(await published(mine)).toMatchObject({ isChanged: true })
  })

  test('that count to the same version where conditions are ignored: the second to finish leaves all of the first', async () => {
    const { mine, theirs } = await twoPrograms()
    const { store, folder } = mine
    store.fault = () => ({ kind: 'unconditional' })
    let isFirst = true
    store.before = async ({ method, key }) => {
      if (method !== 'PUT' || !key.endsWith('/_tearsheet/version-2.json') || !isFirst) return
      isFirst = false
      await published(theirs)
    }
    expect(await refusal(mine)).toContain('another program has published there meanwhile. Publish again')
    const { version, files } = manifestOf(folder)
    expect(version).toBe('version-2')
    expect(filesIn(join(folder, version)).map((path) => `${version}/${path}`)).toEqual(
      files.map(({ path }) => path).toSorted(),
    )
    expect(await published(mine)).toMatchObject({ isChanged: true })
  })
})

describe('an address that cannot be used', () => {
  test('is refused with what to do, and nothing is written there', async () => {
    const setup = await setUp()
    const { opened, store } = setup
    expect(await refusal(setup, { bucket: 'nowhere' })).toContain('there is no bucket nowhere at this endpoint')
    expect(await refusal(setup, { region: 'us-east-1' })).toContain('is not in the region us-east-1')
    opened.core.s3Credentials.hold(store.endpoint, { ...held, secretAccessKey: 'another' })
    expect(await refusal(setup)).toContain('the credentials were rejected. Check AWS_ACCESS_KEY_ID')
    opened.core.s3Credentials.hold(store.endpoint, { ...held, accessKeyId: 'AKIANOBODY' })
    expect(await refusal(setup)).toContain('the credentials were rejected')
    opened.core.s3Credentials.hold('http://127.0.0.1:2', held)
    expect(await refusal(setup, { endpoint: 'http://127.0.0.1:2' })).toContain('cannot be reached (no response)')
    expect(store.keys).toEqual([])
  })

  test('by a computer whose clock is wrong is refused, naming the clock', async () => {
    const { opened } = await setUp()
    const store = await startedStore(() => 0)
    opened.core.s3Credentials.hold(store.endpoint, held)
    expect(await refusal({ opened, store })).toContain('this computer’s clock')
  })

  test.each([
    'desk/tearsheet/notes.txt',
    'desk/tearsheet/version-1/mine.parquet',
    'desk/tearsheet/_tearsheet/other.json',
  ])('because %s is there is not touched', async (key) => {
    const setup = await setUp()
    setup.store.write(key, 'mine')
    expect(await refusal(setup)).toContain('s3://research/desk/tearsheet contains other files')
    expect(setup.store.keys).toEqual([key])
  })

  test('because a colleague’s library is published there, whose workspace has the same name, is not touched', async () => {
    const setup = await setUp()
    await published(setup)
    const colleague = await colleagueOf(setup)
    const { keys } = setup.store
    const before = stateOf(setup.folder)
    expect(await refusal(colleague)).toContain('contains the publication of another library')
    expect(setup.store.keys).toEqual(keys)
    expect(stateOf(setup.folder)).toEqual(before)
  })

  test('of an earlier version of the program belongs to the first library that publishes there again, and to no other', async () => {
    const setup = await setUp()
    const mark = 'desk/tearsheet/_tearsheet/publication.json'
    setup.store.write(mark, JSON.stringify({ tearsheet: 'publication', workspace: 'sample' }))
    await published(setup)
    const colleague = await colleagueOf(setup)
    expect(await refusal(colleague)).toContain('contains the publication of another library')
  })

  test('of an earlier version of the program is not claimed by an attempt that is canceled', async () => {
    const setup = await setUp()
    const { store } = setup
    const mark = 'desk/tearsheet/_tearsheet/publication.json'
    store.write(mark, JSON.stringify({ tearsheet: 'publication', workspace: 'sample' }))
    const leaving = new AbortController()
    store.before = ({ method, key }) => (method === 'PUT' && key.includes('/metrics/') ? leaving.abort() : undefined)
    const steps = await setup.opened.api.storage.publish({ s3: addressAt(store) }, { signal: leaving.signal })
    await expect(lastStep(Promise.resolve(steps))).resolves.toMatchObject({ failure: { kind: 'cancelled' } })
    store.before = () => undefined
    expect(await published(await colleagueOf(setup))).toMatchObject({ isChanged: true })
  })

  test('because its mark was taken by another attempt of this library is marked again, so that the next publication is not refused', async () => {
    const setup = await setUp()
    const { store } = setup
    const mark = 'desk/tearsheet/_tearsheet/publication.json'
    const leaving = new AbortController()
    store.before = ({ method, key }) => {
      if (method === 'PUT' && key.endsWith('/version-1.json')) rmSync(join(store.folder, mark))
      if (method === 'PUT' && key.includes('/metrics/')) leaving.abort()
    }
    // Nothing can be deleted, as after a crash.
    store.fault = ({ method }) => (method === 'DELETE' ? { kind: 'status', status: 503, code: 'SlowDown' } : null)
    const steps = await setup.opened.api.storage.publish({ s3: addressAt(store) }, { signal: leaving.signal })
    await expect(lastStep(Promise.resolve(steps))).resolves.toMatchObject({ failure: { kind: 'cancelled' } })
    store.before = () => undefined
    store.fault = () => null
    expect(await published(setup)).toMatchObject({ isChanged: true })
  })

  test('because a later version of the program is published there, with a table that is not known here, is not touched', async () => {
    const setup = await setUp()
    await published(setup)
    setup.store.write('desk/tearsheet/_tearsheet/manifest.json', laterManifest(manifestOf(setup.folder)))
    const { keys } = setup.store
    expect(await refusal(setup)).toMatch(/^The publication was created by a newer version of Tearsheet/)
    expect(setup.store.keys).toEqual(keys)
  })

  test('because another workspace is published there is not touched', async () => {
    const setup = await setUp()
    const mark = 'desk/tearsheet/_tearsheet/publication.json'
    setup.store.write(mark, JSON.stringify({ tearsheet: 'publication', workspace: 'other' }))
    expect(await refusal(setup)).toContain('contains the publication of another library')
    expect(setup.store.keys).toEqual([mark])
  })

  test('by policy gets no request', async () => {
    const setup = await setUp({ ...noPolicy, services: ['https://data.example.com'] })
    expect(await refusal(setup)).toBe('Your administrator does not allow requests to 127.0.0.1.')
    expect(setup.store.requests).toEqual([])
  })
})

/** As a shell hands over what was entered in the window. */
const enter = ({ core }: OpenedCore, { endpoint }: S3Store, changed = {}) =>
  core.s3Credentials.holdEntered({
    workspace: 'sample',
    origin: endpoint,
    accessKeyId: held.accessKeyId,
    secretAccessKey: held.secretAccessKey,
    ...changed,
  })

describe('keys that were entered in the window', () => {
  /** A library that can be refreshed, and a store that accepts the keys which were entered. */
  async function entered() {
    const opened = await filledLibrary()
    const store = await startedStore(() => opened.clock.now())
    enter(opened, store)
    return { opened, store, folder: join(store.folder, 'desk', 'tearsheet') }
  }

  async function refreshed({ opened: { api, clock } }: Awaited<ReturnType<typeof entered>>) {
    const { lists } = await api.watchlists.all()
    const listId = lists[0]?.id ?? (await api.watchlists.create({ name: 'Coverage' })).id
    await api.watchlists.addCompanies({ listId, securities: [{ symbol: 'LWFL' }] })
    clock.advance(2 * 86_400_000)
    const job = await api.sync.refresh({ scope: { of: 'list', listId } })
    await untilJob({ api, clock }, job.id, isDone)
  }

  test('publish, and the address is found again at the next start, without the keys; that of a command is not', async () => {
    const setup = await entered()
    const { opened, store } = setup
    const { createdAt, files, bytes, tables } = await published(setup)
    const found = {
      to: 's3',
      folder: null,
      s3: addressAt(store),
      published: { createdAt, files, bytes, tables },
      failure: null,
      afterRefresh: false,
    }
    expect(await opened.api.storage.publication()).toEqual(found)
    await opened.close()
    const again = openedCore({ profile: opened.profile, clock: opened.clock })
    expect(await again.api.storage.publication()).toEqual(found)
    expect(await refusal({ opened: again, store })).toMatch(
      /the keys for this endpoint are missing or locked\. See Settings, Storage/,
    )

    again.core.s3Credentials.hold(store.endpoint, held)
    await change(again, 'Later')
    const later = await published({ opened: again, store })
    const { published: last, to } = await again.api.storage.publication()
    expect([to, last]).toEqual([
      's3',
      { createdAt: later.createdAt, files: later.files, bytes: later.bytes, tables: later.tables },
    ])
    expect(later.bytes).not.toBe(bytes)

    const command = await setUp()
    await published(command)
    expect(await command.opened.api.storage.publication()).toMatchObject({ to: 'folder', s3: null, published: null })
  })

  test('a failed publication to another bucket or folder leaves where it is published again after a refresh', async () => {
    const setup = await entered()
    const { opened, store } = setup
    await published(setup)
    const { createdAt } = (await opened.api.storage.publication()).published ?? {}
    expect(await refusal(setup, { bucket: 'no-such-bucket' })).toContain('no bucket no-such-bucket')
    const folder = ownFolder()
    const canceled = new AbortController()
    const steps = await opened.api.storage.publish({ folder }, { signal: canceled.signal })
    const ended = (async () => {
      for await (const { kind } of steps) if (kind === 'progress') canceled.abort()
    })()
    await Promise.allSettled([ended])
    expect(readdirSync(folder)).toEqual([])
    expect(await opened.api.storage.publication()).toMatchObject({
      to: 's3',
      s3: addressAt(store),
      published: { createdAt },
    })
  })

  test('serve the workspace and the endpoint that they were entered for, until they are removed (S10)', async () => {
    const setup = await entered()
    const { opened, store } = setup
    await published(setup)
    const other = await startedStore(() => opened.clock.now())
    expect(await refusal({ opened, store: other })).toContain('the keys for this endpoint are missing')
    expect(other.requests).toEqual([])
    opened.core.s3Credentials.dropEntered('sample')
    store.requests.length = 0
    expect(await refusal(setup)).toContain('the keys for this endpoint are missing')
    enter(opened, store)
    await liveWorkspace(opened, 'https://data.example.com')
    expect(await refusal(setup)).toContain('the keys for this endpoint are missing')
    expect(store.requests).toEqual([])
  })

  test('that are wrong are named as what the window can replace, and publications after a refresh stay in the folder', async () => {
    const setup = await entered()
    const { opened, store } = setup
    const folder = ownFolder()
    expect((await lastStep(opened.api.storage.publish({ folder }))).kind).toBe('done')
    enter(opened, store, { secretAccessKey: 'another' })
    expect(await refusal(setup)).toContain('the keys were rejected. Replace them in Settings, Storage, Publish')
    expect(await opened.api.storage.publication()).toMatchObject({ to: 'folder', folder, s3: addressAt(store) })
    enter(opened, store)
    await published(setup)
    expect(await opened.api.storage.publication()).toMatchObject({ to: 's3', folder })
  })

  test('publish again after each refresh where the user wants that; without them a notice says what to do', async () => {
    const setup = await entered()
    const { opened, folder } = setup
    const first = await published(setup)
    const before = manifestOf(folder)
    await opened.api.storage.setPublishAfterRefresh({ on: true })
    const { until } = await announcements(opened.api)
    await refreshed(setup)
    const isBefore = async () => (await opened.api.storage.publication()).published?.createdAt === first.createdAt
    for (let count = 1; await isBefore(); count += 1) await until(count)
    expect(manifestOf(folder).version).not.toBe(before.version)
    opened.core.s3Credentials.dropEntered('sample')
    await refreshed(setup)
    const { untilStatus } = await announcements(opened.api)
    await untilStatus(({ notices }) =>
      notices.some(
        ({ failure: { kind, detail = '' } }) => kind === 'not-published' && detail.includes('See Settings, Storage'),
      ),
    )
  })
})

test('through proxies: one that cannot be reached is passed over, and the last one is named', async () => {
  const filled = await filledLibrary()
  await filled.close()
  const nobody = 'PROXY 127.0.0.1:1'
  const opened = openedCore({
    profile: filled.profile,
    clock: new PatientClock(),
    systemProxy: async () => `${nobody}; ${nobody}`,
  })
  const endpoint = 'https://s3.example.invalid'
  opened.core.s3Credentials.hold(endpoint, held)
  const last = await lastStep(opened.api.storage.publish({ s3: { ...addressAt({ endpoint }) } }))
  expect(last.kind === 'failed' && sentenceOf(last.failure)).toContain(
    'the endpoint s3.example.invalid cannot be reached (the proxy 127.0.0.1:1: no response)',
  )
})

describe('the credentials', () => {
  test('are sent to the endpoint they were entered for only, and over https only (S10)', async () => {
    const setup = await setUp()
    const other = await startedStore(() => 0)
    expect(await refusal({ ...setup, store: other })).toContain('the keys for this endpoint are missing')
    setup.store.fault = () => ({ kind: 'redirect', to: `${other.endpoint}/research` })
    expect(await refusal(setup)).toContain('was not followed')
    expect(other.requests).toEqual([])
    const plain = 'http://s3.example.com'
    setup.opened.core.s3Credentials.hold(plain, held)
    expect(await refusal(setup, { endpoint: plain })).toContain('must begin with https')
  })

  test('are in no file of the profile, nor in any request but as a signature (S10)', async () => {
    const setup = await setUp()
    await published(setup)
    setup.store.fault = () => ({ kind: 'status', status: 500, code: 'InternalError' })
    await refusal(setup)
    await setup.opened.close()
    for (const name of filesIn(setup.opened.profile)) {
      const file = readFileSync(join(setup.opened.profile, name))
      for (const secret of [held.secretAccessKey, held.accessKeyId]) expect(file.includes(secret), name).toBe(false)
    }
    expect(JSON.stringify(setup.store.requests)).not.toContain(held.secretAccessKey)
  })
})
