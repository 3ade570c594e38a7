import { createRouterClient } from '@orpc/server'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { packKinds } from '#contract/api/pack-kinds.ts'
import { openCore } from '#core/core.ts'
import { failureOf } from '#core/failure-error.ts'
import { mostAcceptances, mostRevisions } from '#core/packs/pack-format.ts'
import { readPack } from '#core/packs/read-pack.ts'
import { headOf } from '#core/storage/tar-header.ts'
import { sampleKey } from '#sample/options.ts'
import { startSampleService } from '#sample/server.ts'
import { filesIn, hashOf, ownFolder } from '../folders.ts'
import { openedCore } from '../opened-core.ts'
import { lastStep } from '../storage/steps.ts'
import { altered, inEntries, sha256, type Alterations } from './altered-pack.ts'
import { passage } from './made-pack.ts'

let folder: string
/** A pack with statements of one company. */
let pack: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tearsheet-test-'))
  const service = await startSampleService({ restated: 'never' })
  const sample = { baseUrl: service.baseUrl, key: sampleKey }
  const core = openCore({ profile: join(folder, 'profile'), version: '0.0.0-test', sample })
  try {
    const api = createRouterClient(core.router)
    await api.financials.open({ symbol: 'HLDN', basis: 'annual', comparison: 'none', freshness: 'service' })
    const making = { companies: ['HLDN'], watchlistIds: [], kinds: [...packKinds], author: 'Ada', name: 'a' }
    const done = await lastStep(api.packs.make({ ...making, passphrase: null, folder }))
    if (done.kind !== 'done') throw new Error(JSON.stringify(done))
    pack = done.path
  } finally {
    await core.close()
    await service.close()
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Why it is refused; null: it is not. */
async function refusalOf(alterations: Alterations): Promise<{ kind: string; detail?: string | undefined } | null> {
  const around = ownFolder()
  const path = altered(pack, join(around, 'altered.tearsheet-pack'), alterations)
  const staging = join(around, 'staging')
  try {
    await readPack({ job: 'read', path, passphrase: null, staging, now: Date.now() }, () => undefined)
    return null
  } catch (error) {
    const failure = failureOf(error)
    if (!failure) throw error
    // Whatever its entries are called, nothing is written outside of the folder for them.
    expect(
      readdirSync(around)
        .toSorted()
        .filter((name) => name !== 'staging'),
    ).toEqual(['altered.tearsheet-pack'])
    return failure
  }
}

interface Revision {
  body: string
  lastSeenAt: number
  sha256: string
  knownFrom: number
  response: number
}
interface PackedRecord {
  identity: string
  firstSeenAt: number
  kind: string
  revisions: [Revision, ...Revision[]]
}
type Records = [PackedRecord, ...PackedRecord[]]
const later = Date.now() + 30 * 86_400_000
const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`

const withBody = (alter: (body: string) => string) =>
  inEntries('records/', ([first, ...rest]: Records) => {
    const [revision, ...others] = first.revisions
    const body = alter(revision.body)
    return [{ ...first, revisions: [{ ...revision, body, sha256: sha256(body) }, ...others] }, ...rest]
  })
const withRevision = (change: Partial<Revision>) =>
  inEntries('records/', ([first, ...rest]: Records) => [
    { ...first, revisions: [{ ...first.revisions[0], ...change }, ...first.revisions.slice(1)] },
    ...rest,
  ])
/** The first record with many versions, all as long as one another. */
const withVersions = (versions: number) =>
  inEntries('records/', ([first, ...rest]: Records) => {
    const [revision] = first.revisions
    const revisions = Array.from({ length: versions }, (_, at) => {
      const body = revision.body.replace('{', `{"version":${1_000_000 + at},`)
      return { ...revision, body, sha256: sha256(body), knownFrom: 1 + at, lastSeenAt: 1 + at }
    })
    return [{ ...first, firstSeenAt: 1, revisions }, ...rest]
  })
/** The same record as one of another company. */
function ofCompany(record: PackedRecord, symbol: string): PackedRecord {
  const [revision, ...others] = record.revisions
  const body = revision.body.replaceAll('HLDN', symbol)
  const identity = record.identity.replace('HLDN', symbol)
  return { ...record, identity, revisions: [{ ...revision, body, sha256: sha256(body) }, ...others] }
}
const withMore = (counts: unknown, name: string) => {
  const known = counts as Record<string, number>
  return { ...known, [name]: (known[name] ?? 0) + 1 }
}
const named = (path: string): Alterations => ({
  entries: (entries) => [...entries, { path, bytes: Buffer.from('[]') }],
})

const metric = { id: 'm', name: 'Margin', formula: '[Revenue]', unit: 'money', savedAt: 0 }
const correction = { callId: 'a', text: 'said', occurrence: 0, correction: 'sad', author: '', at: 0 }
/** With an entry of the author's own data, and the count that it lists. */
const withOwn = (name: string, content: readonly object[], count = content.length): Alterations => ({
  entries: (all) => [...all, { path: `${name}.json`, bytes: Buffer.from(JSON.stringify(content)) }],
  head: (head) => ({ ...head, format: 2, counts: { ...(head['counts'] as object), [name]: count } }),
})

const highlight = { id: 'h', callId: 'a', passage, color: 'green', note: '', createdAt: 1, editedAt: 1 }
const search = { id: 's', name: 'Margin', query: 'margin', chosen: {}, savedAt: 1 }
const view = { columns: [], sort: null, group: null, unseen: [], widths: {} }
const company = { symbol: 'HLDN', securityId: null, position: 0, note: '', addedAt: 1 }
const watchlist = { id: 'w', name: 'Coverage', view, companies: [company] }
const listNamed = (name: string) => ({ ...watchlist, id: name, name })
const second = listNamed('Lasers')
const recording = {
  callId: 'a',
  title: 'Call',
  entry: 'recordings/000001.bin',
  format: 0,
  contentType: null,
  verified: 'size',
  finishedAt: 1,
  stated: null,
}
/** With another entry of the author's own data, and its counts. */
const withEntry = (name: string, content: object, counts: Record<string, number>): Alterations => ({
  entries: (all) => [...all, { path: `${name}.json`, bytes: Buffer.from(JSON.stringify(content)) }],
  head: (head) => ({ ...head, counts: { ...(head['counts'] as object), ...counts } }),
})
function jsonEntry(name: string, content: unknown) {
  return { path: `${name}.json`, bytes: Buffer.from(JSON.stringify(content)) }
}
/** With watchlists, and how many it counts. */
function ofLists(lists: readonly object[], count = lists.length): Alterations {
  return withEntry('watchlists', lists, { watchlists: count })
}
const setting = { callId: 'a', unit: 'minutes', offset: 60 }
const ofUnlistedKind = 'of a kind that it does not list'
function ofKinds(kinds: readonly string[], { head, ...others }: Alterations): Alterations {
  return { ...others, head: (stated) => ({ ...(head?.(stated) as object), kinds }) }
}
const hostile: readonly (readonly [what: string, alterations: Alterations, detail: string | RegExp])[] = [
  ['an author who cannot be seen', { head: (head) => ({ ...head, author: '\u200b' }) }, 'cannot be read'],
  ['an author of two lines', { head: (head) => ({ ...head, author: 'Ada\nApproved' }) }, 'cannot be read'],
  [
    'an author that reorders the text behind it',
    { head: (head) => ({ ...head, author: '\u202egnihtyna' }) },
    'cannot be read',
  ],
  [
    'a workspace that sends commands to a terminal',
    { head: (head) => ({ ...head, workspace: 'x\u001b]0;y\u0007' }) },
    'cannot be read',
  ],
  [
    'a company whose name has a line end',
    { head: (head) => ({ ...head, companies: ['HLDN', 'VSPO\n'] }) },
    'cannot be read',
  ],
  ['a note by nobody who can be seen', withOwn('notes', [{ ...highlight, author: '\u2066' }]), 'cannot be read'],
  ['a path upward', named('../outside.json'), 'files that do not belong'],
  ['a path upward behind a folder of ours', named('records/../../outside.json'), 'files that do not belong'],
  ['an absolute path', named('/tmp/outside.json'), 'files that do not belong'],
  ['a path of Windows', named('records\\000009.json'), 'files that do not belong'],
  ['a database', named('library.db'), 'files that do not belong'],
  ['a link', { file: (bytes) => linkIn(bytes) }, 'it is damaged'],
  ['an entry twice', { entries: (all) => [...all, all[0]!] }, 'lists an entry twice'],
  [
    'an entry that it does not list',
    { head: ({ files, ...head }) => ({ ...head, files: (files as []).slice(0, -1) }) },
    'it is damaged',
  ],
  [
    'a listed entry that is missing',
    {
      head: ({ files, ...head }) => ({
        ...head,
        files: [...(files as []), { path: 'notes.json', bytes: 2, sha256: sha256('[]') }],
      }),
    },
    'an entry that it lists is missing',
  ],
  [
    'a wrong hash',
    {
      head: ({ files, ...head }) => ({
        ...head,
        files: (files as object[]).map((file) => ({ ...file, sha256: '0'.repeat(64) })),
      }),
    },
    'an entry is damaged',
  ],
  [
    'a wrong size',
    {
      head: ({ files, ...head }) => ({
        ...head,
        files: (files as { bytes: number }[]).map((file) => ({ ...file, bytes: file.bytes + 1 })),
      }),
    },
    'the size of an entry',
  ],
  [
    'an entry of 500 GB',
    {
      head: ({ files, ...head }) => ({
        ...head,
        files: (files as object[]).map((file) => ({ ...file, bytes: 500_000_000_000 })),
      }),
    },
    'too large',
  ],
  ['an end that is cut off', { file: (bytes) => bytes.subarray(0, -2000) }, 'it is'],
  ['data behind its end', { file: (bytes) => Buffer.concat([bytes, Buffer.alloc(512, 1)]) }, 'data after its end'],
  ['deep JSON as its description', { head: () => deep }, 'too large'],
  [
    'deep JSON in an entry',
    { entries: (all) => all.map((entry) => ({ ...entry, bytes: Buffer.from(deep) })) },
    'too large',
  ],
  [
    'a million values in an entry',
    { entries: (all) => all.map((entry) => ({ ...entry, bytes: Buffer.from(`[${'0,'.repeat(1_000_000)}0]`) })) },
    'too large',
  ],
  [
    'no JSON in an entry',
    { entries: (all) => all.map((entry) => ({ ...entry, bytes: Buffer.from('{') })) },
    'cannot be read',
  ],
  [
    'records of another schema',
    { entries: inEntries('records/', () => [{ kind: 'fundamentals.enhanced' }]) },
    'cannot be read',
  ],
  [
    'a name of an object’s prototype',
    { entries: inEntries('records/', ([first, ...rest]: Records) => [{ ...first, kind: '__proto__' }, ...rest]) },
    'cannot be read',
  ],
  [
    'a record whose hash is of another content',
    { entries: withRevision({ sha256: '0'.repeat(64) }) },
    'a record is damaged',
  ],
  [
    'a record of another company',
    { entries: withBody((body) => body.replaceAll('HLDN', 'VSPO')) },
    'does not match its listing',
  ],
  ['a record that is none', { entries: withBody(() => '[1]') }, 'does not match its listing'],
  ['a record of deep JSON', { entries: withBody(() => deep) }, 'too large'],
  [
    'a record twice',
    { entries: inEntries('records/', (records: Records) => [...records, records[0]]) },
    'a record twice',
  ],
  ['a record of no request', { entries: withRevision({ response: 999_999 }) }, 'belongs to no request'],
  [
    'a record of the future, to stay the latest',
    { entries: withRevision({ knownFrom: later, lastSeenAt: later }) },
    'in the future',
  ],
  ['a content last seen in the future', { entries: withRevision({ lastSeenAt: later }) }, 'in the future'],
  ['a content last seen before it was first', { entries: withRevision({ lastSeenAt: 1 }) }, 'contradict each other'],
  [
    'a record first seen in the year 9999, to be known from then',
    {
      entries: inEntries('records/', ([first, ...rest]: Records) => [
        { ...first, firstSeenAt: Date.UTC(9999, 0) },
        ...rest,
      ]),
    },
    'contradict each other',
  ],
  ['a highlight of the future', withOwn('notes', [{ ...highlight, createdAt: later }]), 'in the future'],
  ['a note edited in the future', withOwn('notes', [{ ...highlight, editedAt: later }]), 'in the future'],
  ['a metric of the future', withOwn('metrics', [{ ...metric, savedAt: later }]), 'in the future'],
  [
    'a saved search of the future',
    withEntry('saved', { searches: [{ ...search, savedAt: later }], comparisons: [] }, { searches: 1 }),
    'in the future',
  ],
  [
    'a watchlist with a company of the future',
    withEntry('watchlist', { ...watchlist, companies: [{ ...company, addedAt: later }] }, { watchlists: 1 }),
    'in the future',
  ],
  [
    'a second watchlist with a company of the future',
    ofLists([watchlist, { ...second, companies: [{ ...company, addedAt: later }] }]),
    'in the future',
  ],
  ['a watchlist twice', ofLists([watchlist, { ...second, id: watchlist.id }]), 'a watchlist twice'],
  ['two watchlists of the same name', ofLists([watchlist, { ...second, name: watchlist.name }]), 'have the same name'],
  [
    'a company twice on its watchlist',
    withEntry('watchlist', { ...watchlist, companies: [company, company] }, { watchlists: 1 }),
    'a company twice on a watchlist',
  ],
  [
    'a company twice on a second watchlist',
    ofLists([watchlist, { ...second, companies: [company, company] }]),
    'a company twice on a watchlist',
  ],
  ['201 watchlists', ofLists(Array.from({ length: 201 }, (_, at) => listNamed(`w${at}`))), 'cannot be read'],
  [
    'a second watchlist of 5,001 companies',
    ofLists([
      watchlist,
      { ...second, companies: Array.from({ length: 5001 }, (_, at) => ({ ...company, symbol: `A${at}` })) },
    ]),
    'cannot be read',
  ],
  [
    'a second watchlist of 200,000 values',
    ofLists([watchlist, { ...second, companies: Array.from({ length: 40_000 }, () => company) }]),
    'too large',
  ],
  ['a second watchlist without a view', ofLists([watchlist, { ...second, view: null }]), 'cannot be read'],
  ['a watchlist where the list of them belongs', withEntry('watchlists', watchlist, {}), 'cannot be read'],
  ['fewer watchlists in its counts than it has', ofLists([watchlist, second], 1), 'its contents do not match'],
  [
    'watchlists in both entries',
    {
      ...ofLists([second], 2),
      entries: (all) => [...all, jsonEntry('watchlist', watchlist), jsonEntry('watchlists', [second])],
    },
    'watchlists in two entries',
  ],
  ['a third entry for watchlists', named('watchlistss.json'), 'files that do not belong'],
  [
    'a recording of the future',
    {
      ...withEntry('recordings', [{ ...recording, finishedAt: later }], { recordings: 1 }),
      entries: (all) => [
        ...all,
        { path: 'recordings.json', bytes: Buffer.from(JSON.stringify([{ ...recording, finishedAt: later }])) },
        { path: recording.entry, bytes: Buffer.from('ID3') },
      ],
    },
    'in the future',
  ],
  [
    'a recording of a call that it does not have',
    {
      ...withEntry('recordings', [recording], { recordings: 1 }),
      entries: (all) => [
        ...all,
        { path: 'recordings.json', bytes: Buffer.from(JSON.stringify([recording])) },
        { path: recording.entry, bytes: Buffer.from('ID3') },
      ],
    },
    'of a call that is not in the pack',
  ],
  ['a date in the future', { head: (head) => ({ ...head, madeAt: later }) }, 'in the future'],
  [
    'a response with records that are not there',
    { entries: inEntries('responses/', (all: object[]) => all.map((each) => ({ ...each, records: [99_999] }))) },
    'lacks a record',
  ],
  [
    'a request with a list as a parameter',
    {
      entries: inEntries('responses/', (all: object[]) =>
        all.map((each) => ({ ...each, parameters: '{"symbol":["HLDN"]}' })),
      ),
    },
    'cannot be read',
  ],
  [
    'a response that has records of another kind',
    {
      entries: inEntries('responses/', ([first, ...rest]: object[]) => [
        first,
        ...rest,
        { ...first, operation: 'ratings', records: [0] },
      ]),
    },
    'records of a different kind',
  ],
  ['a record with more versions than a pack may have', { entries: withVersions(mostRevisions + 1) }, 'cannot be read'],
  [
    'a record that was accepted more often than a pack may have',
    {
      entries: inEntries('records/', ([first, ...rest]: Records) => {
        const accepted = { sha256: first.revisions[0].sha256, acceptedAt: 1 }
        return [{ ...first, acceptances: Array.from({ length: mostAcceptances + 1 }, () => accepted) }, ...rest]
      }),
    },
    'cannot be read',
  ],
  [
    'records that lie outside of the periods that it states',
    { head: (head) => ({ ...head, format: 2, periods: { from: '2030-01-01', to: '2030-12-31' } }) },
    'of periods that it does not list',
  ],
  [
    'counts that differ',
    { head: (head) => ({ ...head, counts: { ...(head['counts'] as object), periods: 3 } }) },
    'its contents do not match',
  ],
  [
    'records of a company that it does not list',
    { head: (head) => ({ ...head, companies: ['VSPO'] }) },
    'companies that it does not list',
  ],
  [
    'a second company whose statements it does not list',
    {
      entries: inEntries('records/', ([first, ...rest]: Records) => [first, ...rest, ofCompany(first, 'AAPL')]),
      head: (head) => ({ ...head, counts: withMore(head['counts'], 'periods') }),
    },
    'companies that it does not list',
  ],
  [
    'more companies in its counts than it lists',
    { head: (head) => ({ ...head, counts: withMore(head['counts'], 'companies') }) },
    'its contents do not match',
  ],
  [
    'a company twice',
    { head: (head) => ({ ...head, companies: ['HLDN', 'HLDN'], counts: withMore(head['counts'], 'companies') }) },
    'a company twice',
  ],
  [
    'statements, of which it lists none',
    { head: (head) => ({ ...head, kinds: ['news'] }) },
    'of a kind that it does not list',
  ],
  ['a metric twice', withOwn('metrics', [metric, { ...metric, id: 'n' }]), 'a metric twice'],
  ['a metric whose id is a path', withOwn('metrics', [{ ...metric, id: '../m' }]), 'cannot be read'],
  ['a metric of a million characters', withOwn('metrics', [{ ...metric, formula: '1'.repeat(1e6) }]), 'cannot be read'],
  ['metrics that it does not count', withOwn('metrics', [metric], 0), 'its contents do not match'],
  ['a correction twice', withOwn('corrections', [correction, correction]), 'a correction twice'],
  [
    'a correction of the future',
    withOwn('corrections', [{ ...correction, at: later }]),
    /^a correction in it is dated \d+ \w+ \d{4}, in the future; ask its author to create the pack again$/,
  ],
  ['a correction without words', withOwn('corrections', [{ ...correction, correction: null }]), 'cannot be read'],
  [
    'corrections that it does not count',
    ofKinds(['statements', 'notes'], withOwn('corrections', [correction], 0)),
    'its contents do not match',
  ],
  ['timestamps of an unknown unit', withOwn('times', [{ callId: 'a', unit: 'years', offset: 0 }]), 'cannot be read'],
  [
    'the timestamp settings of a call twice',
    withOwn('times', [
      { callId: 'a', unit: null, offset: 1 },
      { callId: 'a', unit: null, offset: 2 },
    ]),
    'settings of a call twice',
  ],
  ['a note of a call that it does not have', withOwn('notes', [highlight]), 'of a call that is not in the pack'],
  [
    'a correction of a call that it does not have',
    withOwn('corrections', [correction]),
    'of a call that is not in the pack',
  ],
  [
    'the timestamps of a call that it does not have',
    ofKinds(['statements', 'calls'], withOwn('times', [setting], 0)),
    'of a call that is not in the pack',
  ],
  ['notes, of which it lists none', ofKinds(['statements'], withOwn('notes', [highlight])), ofUnlistedKind],
  [
    'corrections, whose kind it does not list',
    ofKinds(['statements'], withOwn('corrections', [correction])),
    ofUnlistedKind,
  ],
  ['timestamps, whose kind it does not list', ofKinds(['statements'], withOwn('times', [setting])), ofUnlistedKind],
  [
    'saved searches, of which it lists none',
    ofKinds(['statements'], withEntry('saved', { searches: [search], comparisons: [] }, { searches: 1 })),
    ofUnlistedKind,
  ],
  ['a recording that it does not describe', named('recordings/000001.bin'), 'its recordings do not match'],
]

/** The first entry behind the description becomes a symbolic link. */
function linkIn(bytes: Buffer): Buffer {
  const at = bytes.indexOf('responses/000001.json', 512)
  const head = Buffer.from(bytes.subarray(at, at + 512))
  head.write('2', 156)
  head.write('/etc/passwd', 157)
  const sum = head.reduce((total, byte, place) => total + (place >= 148 && place < 156 ? 0x20 : byte), 0)
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return Buffer.concat([bytes.subarray(0, at), head, bytes.subarray(at + 512)])
}

describe('a hostile pack', () => {
  test('is not one as it was made', async () => {
    expect(await refusalOf({})).toBeNull()
  })

  test.each(hostile)('with %s is refused (K1)', async (_, alterations, detail) => {
    const failure = await refusalOf(alterations)
    expect(failure).toMatchObject({ kind: 'invalid-pack' })
    expect(failure?.detail).toMatch(detail)
  })

  test('of the first format is read, and one without later entries is written in it', async () => {
    const formats: unknown[] = []
    const first = ({ counts, ...head }: Record<string, unknown>) => {
      formats.push(head['format'])
      const { metrics: _, corrections: __, ...others } = counts as Record<string, number>
      return { ...head, counts: others }
    }
    expect(await refusalOf({ head: first })).toBeNull()
    expect(formats).toEqual([1])
  })

  test('of a later version, or that is another file, is said to be that', async () => {
    expect(await refusalOf({ head: (head) => ({ ...head, format: 4 }) })).toMatchObject({ kind: 'newer-version' })
    const other = { file: () => Buffer.concat([headOf('about.json', 0, 0), Buffer.alloc(1024)]) }
    expect(await refusalOf(other)).toMatchObject({ kind: 'foreign-file' })
    expect(await refusalOf({ file: () => Buffer.from('%PDF-1.7') })).toMatchObject({ kind: 'foreign-file' })
  })

  test('leaves every byte of the profile’s databases as it was (K1)', async () => {
    const profile = ownFolder()
    const { api } = openedCore({ profile })
    await api.watchlists.create({ name: 'Mine' })
    // The index of a log is shared memory, and holds nothing that is stored.
    const hashes = () =>
      filesIn(profile)
        .filter((name) => !name.endsWith('-shm'))
        .map((name) => [name, hashOf(join(profile, name))])
    const before = hashes()
    for (const [, alterations] of hostile.slice(0, 3)) {
      const path = altered(pack, join(ownFolder(), 'altered.tearsheet-pack'), alterations)
      expect(await lastStep(api.packs.open({ path, passphrase: null }))).toMatchObject({
        kind: 'failed',
        failure: { kind: 'invalid-pack' },
      })
    }
    expect(hashes()).toEqual(before)
    expect(existsSync(join(profile, 'unfinished.json'))).toBe(false)
  })
})
