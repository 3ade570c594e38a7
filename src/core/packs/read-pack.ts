/**
 * Extracts a pack into a separate folder and checks all of it, in its worker thread: paths, sizes and hashes of the entries, then the
 * schema of each, then that every record is what it is listed as. Nothing else is touched. Checked records are left as the core stores
 * them: a record a line.
 */

import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { z } from 'zod'
import type { OperationName } from '#contract/service/operations.ts'
import { syncFolder } from '../database/fsync.ts'
import { fail } from '../failure-error.ts'
import { limitExceeded } from '../service/json-limits.ts'
import { SyncQueue } from '../storage/copy-file.ts'
import { requireFreeSpace } from '../storage/folder-checks.ts'
import type { Report } from '../storage/run-storage-worker.ts'
import { extractEntry, TarReader } from '../storage/tar-reader.ts'
import { checkOwnEntries } from './check-own-entries.ts'
import { decryptFile, isEncrypted } from './pack-encryption.ts'
import {
  checkedLines,
  entryNames,
  entryPath,
  formatNow,
  headName,
  mostTextBytes,
  packedRecordings,
  packedRecords,
  packedResponses,
  packHead,
  type PackedResponse,
  type PackHead,
} from './pack-format.ts'
import { CompanyCheck, factsOfRecord, isOfCall, operationsOf, PeriodCheck, RecordCounts } from './packed-kinds.ts'

export interface ReadRequest {
  readonly job: 'read'
  readonly path: string
  readonly passphrase: string | null
  /** Of the description of the only pack that is wanted, which lists the hashes of all else; absent: whichever the file is. */
  readonly sha256?: string | undefined
  /** A new folder for the entries. */
  readonly staging: string
  readonly now: number
}

/** `locked`: it is encrypted, and there is no passphrase. */
export type ReadPack =
  | { readonly kind: 'locked' }
  | {
      readonly kind: 'pack'
      readonly head: PackHead
      /** Of its description. */
      readonly sha256: string
      readonly bytes: number
      readonly isEncrypted: boolean
    }

/** Most bytes of one entry of text, and of one recording. */
const mostBytes = { text: mostTextBytes, recording: 4 * 1024 * 1024 * 1024 }
/** A clock of another machine may be ahead by so much, in milliseconds. */
const clockSlack = 24 * 60 * 60 * 1000

const otherCompanies = 'it has records of companies that it does not list'

function broken(detail: string): never {
  fail({ kind: 'invalid-pack', detail })
}

/** Throws `invalid-pack`, `wrong-passphrase`, `foreign-file`, `newer-version`, `not-enough-space`, and errors of the file system. */
export async function readPack(request: ReadRequest, report: Report): Promise<ReadPack> {
  const { path, passphrase, staging, now } = request
  const encrypted = isEncrypted(path)
  if (encrypted && passphrase === null) return { kind: 'locked' }
  mkdirSync(staging, { mode: 0o700 })
  let tar = path
  if (encrypted && passphrase !== null) {
    report({ message: 'Decrypting', done: 0, total: 0 })
    tar = join(staging, 'pack.tar')
    await decryptFile(path, tar, passphrase)
  }
  const source = new TarReader(tar, 'invalid-pack')
  try {
    const { head, sha256 } = readHead(source)
    if (sha256 !== (request.sha256 ?? sha256)) broken('the file has changed since the check. Check it again')
    if (head.madeAt > now + clockSlack) broken('its date is in the future')
    requireFreeSpace(dirname(staging), source.bytes)
    await extractEntries(source, head, staging, report)
    new EntryChecks(staging, head, now + clockSlack).run(report)
    return { kind: 'pack', head, sha256, bytes: source.bytes, isEncrypted: encrypted }
  } finally {
    source.close()
  }
}

function readHead(source: TarReader): { readonly head: PackHead; readonly sha256: string } {
  const first = source.bytes < 512 ? null : headOrForeign(source)
  if (first?.path !== headName) fail({ kind: 'foreign-file', detail: 'The file' })
  const text = source.text(first.bytes)
  if (limitExceeded(Buffer.from(text)) !== null) broken('its description is too large')
  const stated = parsed(text)
  if (isNewer(stated)) fail({ kind: 'newer-version', detail: 'The pack' })
  const head = packHead.safeParse(stated).data ?? broken('its description cannot be read')
  return { head, sha256: createHash('sha256').update(text).digest('hex') }
}

/** Where a file begins with anything but a header of ours, it is none of ours. */
function headOrForeign(source: TarReader): ReturnType<TarReader['head']> {
  try {
    return source.head()
  } catch {
    return fail({ kind: 'foreign-file', detail: 'The file' })
  }
}

function isNewer(stated: unknown): boolean {
  const isPack = typeof stated === 'object' && stated !== null && 'tearsheet' in stated && stated.tearsheet === 'pack'
  return isPack && 'format' in stated && typeof stated.format === 'number' && stated.format > formatNow
}

async function extractEntries(source: TarReader, { files }: PackHead, staging: string, report: Report): Promise<void> {
  demandPlainList(files)
  for (const folder of ['responses', 'records', 'recordings']) mkdirSync(join(staging, folder), { mode: 0o700 })
  const syncs = new SyncQueue()
  try {
    for (const listed of files) {
      const entry = source.head() ?? broken('an entry that it lists is missing')
      if (entry.path !== listed.path) broken('its entries do not match its list')
      if (entry.bytes !== listed.bytes) broken('the size of an entry does not match the list')
      const progress = () => report({ message: 'Checking', done: source.at, total: source.bytes })
      const hash = await extractEntry(source, entry, join(staging, entry.path), progress, syncs)
      if (hash !== listed.sha256) broken('an entry is damaged')
      source.padding(entry.bytes)
    }
    source.end()
  } finally {
    await syncs.end()
  }
  syncFolder(staging)
}

function demandPlainList(files: PackHead['files']): void {
  const names = new Set<string>()
  for (const { path, bytes } of files) {
    if (!entryPath.test(path)) broken('it contains files that do not belong in a pack')
    if (names.has(path)) broken('it lists an entry twice')
    names.add(path)
    if (bytes > (path.endsWith('.bin') ? mostBytes.recording : mostBytes.text)) broken('an entry is too large')
  }
}

/** Checks the contents of extracted entries. */
class EntryChecks {
  readonly #staging: string
  readonly #head: PackHead
  /** ms since 1970: nothing was received later. */
  readonly #latest: number

  constructor(staging: string, head: PackHead, latest: number) {
    this.#staging = staging
    this.#head = head
    this.#latest = latest
  }

  run(report: Report): void {
    const { kinds, companies, periods } = this.#head
    if (new Set(companies).size !== companies.length) broken('it lists a company twice')
    const responses = this.#named('responses/').flatMap((path) => this.#read(path, packedResponses))
    const counts = new RecordCounts()
    const company = new CompanyCheck(companies)
    const period = new PeriodCheck(periods)
    // Listings always come along: without them a company has no name.
    const operations = new Set(['securities', ...kinds.flatMap((kind) => operationsOf[kind])])
    const recordKinds: OperationName[] = []
    const identities = new Set<string>()
    for (const [at, path] of this.#named('records/').entries()) {
      report({ message: 'Checking records', done: at, total: this.#named('records/').length })
      const checked = this.#read(path, packedRecords).map((record) => {
        const facts = factsOfRecord(record, (place) => responses[place])
        if ('fault' in facts) return broken(facts.fault)
        if (!operations.has(record.kind)) broken('it has records of a kind that it does not list')
        company.addCall(record, facts)
        period.add(record, facts)
        if (!isOfCall(record.kind) && !company.belongs(record, facts)) broken(otherCompanies)
        const name = `${record.kind} ${record.identity}`
        if (identities.has(name)) broken('it has a record twice')
        identities.add(name)
        this.#demandPast([
          ...record.revisions.flatMap(({ knownFrom, lastSeenAt }) => [knownFrom, lastSeenAt]),
          ...record.acceptances.map(({ acceptedAt }) => acceptedAt),
        ])
        counts.add(record)
        recordKinds.push(record.kind)
        return { ...record, updateTimes: [...facts.updateTimes] }
      })
      writeFileSync(join(this.#staging, path), checkedLines(checked))
    }
    if (!company.areCallsListed) broken(otherCompanies)
    if (!period.areAllWithin) broken('it has records of periods that it does not list')
    this.#checkResponses(responses, recordKinds)
    this.#demandPast(this.#head.origins.map(({ madeAt }) => madeAt))
    const others = this.#checkOthers(company)
    const listed = { ...this.#head.counts, companies: companies.length, ...counts.counts, ...others }
    if (JSON.stringify(listed) !== JSON.stringify(this.#head.counts)) broken('its contents do not match its list')
  }

  #checkResponses(responses: readonly PackedResponse[], recordKinds: readonly OperationName[]): void {
    for (const { operation, parameters, path, fetchedAt, origin, records: places } of responses) {
      if (!isPlainRequest(parameters) || !path.startsWith('/')) broken('a request in it cannot be read')
      if (places.some((place) => place >= recordKinds.length)) broken('a response lacks a record')
      if (places.some((place) => recordKinds[place] !== operation)) broken('a response has records of a different kind')
      if (origin !== null && origin >= this.#head.origins.length) broken('the origin of a response is missing')
      this.#demandPast([fetchedAt])
    }
  }

  /** Recordings and the author's own data; returns how many there are. */
  #checkOthers(company: CompanyCheck): Partial<PackHead['counts']> {
    const recordings = this.#readIfListed(entryNames.recordings, packedRecordings) ?? []
    const files = this.#named('recordings/').toSorted()
    const referenced = recordings.map(({ entry }) => entry).toSorted()
    if (JSON.stringify(files) !== JSON.stringify(referenced)) broken('its recordings do not match its list')
    if (new Set(recordings.map(({ callId }) => callId)).size !== recordings.length) broken('it has a recording twice')
    this.#demandPast(recordings.map(({ finishedAt }) => finishedAt))
    if (!recordings.every(({ callId }) => company.hasCall(callId)))
      broken('it has a recording of a call that is not in the pack')
    if (recordings.length > 0 && !this.#head.kinds.includes('recordings'))
      broken('it has items of a kind that it does not list')
    const own = checkOwnEntries(
      { read: (entry, schema) => this.#readIfListed(entryNames[entry], schema), refuse: (_, detail) => broken(detail) },
      { latest: this.#latest, kinds: this.#head.kinds, hasCall: (callId) => company.hasCall(callId) },
    )
    return { recordings: recordings.length, ...own }
  }

  #demandPast(times: readonly number[]): void {
    if (times.some((time) => time > this.#latest)) broken('its dates are in the future')
  }

  #named(folder: string): string[] {
    return this.#head.files.map(({ path }) => path).filter((path) => path.startsWith(folder))
  }

  #readIfListed<Schema extends z.ZodType>(name: string, schema: Schema): z.output<Schema> | null {
    return this.#head.files.some(({ path }) => path === name) ? this.#read(name, schema) : null
  }

  #read<Schema extends z.ZodType>(path: string, schema: Schema): z.output<Schema> {
    const bytes = readFileSync(join(this.#staging, path))
    if (limitExceeded(bytes) !== null) broken('an entry is too large')
    return schema.safeParse(parsed(bytes.toString())).data ?? broken('an entry cannot be read')
  }
}

/** An object of plain values in the order of its names, as the ledger has it. */
function isPlainRequest(parameters: string): boolean {
  const read = parsed(parameters)
  if (typeof read !== 'object' || read === null || Array.isArray(read)) return false
  const entries = Object.entries(read)
  const isSorted = entries.every(([name], at) => at === 0 || (entries[at - 1]?.[0] ?? '') < name)
  return isSorted && entries.every(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
