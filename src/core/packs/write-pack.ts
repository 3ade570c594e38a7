/** Writes a pack, in its worker thread: reads one moment of the library, stages the entries, and puts them into one file. */

import { createHash } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { z } from 'zod'
import { packEnding, type PackKind } from '#contract/api/pack-kinds.ts'
import type { PackCounts, PackPeriods } from '#contract/api/packs.ts'
import type { Failure } from '#contract/failure.ts'
import { hiddenCharacters } from '#contract/shown-name.ts'
import { readWithExtraConnection } from '../database/extra-connection.ts'
import { syncFile, syncFolder } from '../database/fsync.ts'
import { libraryDatabase } from '../database/library-schema.ts'
import type { Reader } from '../database/reader-writer.ts'
import { fail } from '../failure-error.ts'
import * as histories from '../ledger/history-store.ts'
import { getResponseRecords, type PackOrigin } from '../ledger/ledger-store.ts'
import { hashOf } from '../storage/copy-file.ts'
import { limitExceeded } from '../service/json-limits.ts'
import { requireFreeSpace } from '../storage/folder-checks.ts'
import type { Report } from '../storage/run-storage-worker.ts'
import { TarWriter, type TarEntry } from '../storage/tar-writer.ts'
import { checkOwnEntries, type OwnEntry } from './check-own-entries.ts'
import { chooseRecords, everyRecord, spanOf, type ChosenRecords } from './choose-records.ts'
import { encryptFile } from './pack-encryption.ts'
import {
  entryNames,
  formatOf,
  headName,
  mostAcceptances,
  mostRevisions,
  mostTextBytes,
  packHead,
  recordingName,
  recordsName,
  responsesName,
  type PackedRecord,
  type PackedRecording,
  type PackedResponse,
  type PackHead,
} from './pack-format.ts'
import { pastTimes } from './past-times.ts'
import { callIdOf, CompanyCheck, factsOfRecord, operationsOf, RecordCounts } from './packed-kinds.ts'

/** A recording of the library, as a pack lists it, and the path of its file. */
export interface RecordingToPack extends Omit<PackedRecording, 'entry'> {
  readonly path: string
  readonly bytes: number
}

export interface MakeRequest {
  readonly job: 'make'
  readonly library: string
  readonly isReadOnly: boolean
  readonly symbols: readonly string[]
  readonly kinds: readonly PackKind[]
  /** Absent: all. */
  readonly periods?: PackPeriods | undefined
  readonly head: Pick<PackHead, 'version' | 'madeAt' | 'author' | 'workspace' | 'service'>
  /** The recordings of these companies' calls. */
  readonly recordings: readonly RecordingToPack[]
  /** Entries of the user's own data, by name, as JSON. */
  readonly ownEntries: Readonly<Record<string, string>>
  readonly passphrase: string | null
  /** A new folder for entries until they are in the pack. */
  readonly staging: string
  readonly folder: string
  /** File name without ending; a number follows if it is taken. */
  readonly name: string
  /** Path until the pack is complete; no file exists there yet. */
  readonly unfinished: string
}

export interface MadePack {
  readonly path: string
  readonly bytes: number
  readonly counts: PackCounts
}

/** Most of an entry with records, in characters and records. */
const entryLimit = { characters: 8_000_000, records: 500 }
/** An entry that no program would accept. */
const tooLarge: Failure = { kind: 'pack-not-made', detail: 'it has too many items. Choose fewer companies' }

/** What the user can do about an entry that no program would open. */
const remedies: Readonly<Record<OwnEntry, string>> = {
  notes: 'Choose fewer companies, or leave out notes, highlights and corrections',
  saved: 'Leave out saved searches and comparisons',
  watchlist: 'Enter the companies instead of the watchlist',
  watchlists: 'Choose fewer watchlists, or enter the companies instead of them',
  metrics: 'Rename metrics whose names differ only in capital letters, or leave out saved searches and comparisons',
  corrections: 'Choose fewer companies, or leave out notes, highlights and corrections',
  times: 'Choose fewer companies',
}

/** Most record places of an entry with responses. */
const mostPlaces = 50_000

/** The pack has its name when all of it is on the disk. Throws `not-enough-space`, and errors of the file system. */
export async function writePack(request: MakeRequest, report: Report): Promise<MadePack> {
  const { folder, staging, unfinished, passphrase } = request
  mkdirSync(staging, { mode: 0o700 })
  const entries = new StagedEntries(staging)
  const library = readWithExtraConnection(request.library, libraryDatabase, request.isReadOnly)
  let counts: PackCounts
  let origins: readonly PackOrigin[]
  let recordings: readonly RecordingToPack[]
  let ownEntries: Readonly<Record<string, string>>
  try {
    const chosen = chooseRecords(library.reader, request.symbols, new Set(request.kinds), spanOf(request.periods))
    const records = new RecordsWriter(library.reader, entries, chosen, request)
    records.writeRecords(report)
    records.writeResponses(request)
    origins = records.origins
    const hasCall = (callId: string) => records.company.hasCall(callId)
    recordings = request.recordings.filter(({ callId }) => hasCall(callId))
    ownEntries = request.kinds.includes('calls') ? ofPackedCalls(request.ownEntries, hasCall) : request.ownEntries
    counts = {
      companies: request.symbols.length,
      ...records.counts.counts,
      recordings: recordings.length,
      ...demandReadable({ ...request, ownEntries }, hasCall),
    }
  } finally {
    library.close()
  }
  for (const [name, text] of Object.entries(ownEntries)) entries.add(name, text)
  addRecordings(recordings, entries)
  const head: PackHead = {
    tearsheet: 'pack',
    format: formatOf(
      entries.list.map(({ path }) => path),
      request.periods !== undefined,
    ),
    ...request.head,
    kinds: [...request.kinds],
    companies: [...request.symbols],
    ...(request.periods && { periods: request.periods }),
    counts,
    origins: origins.map((origin) => ({ ...origin, madeAt: Math.min(origin.madeAt, request.head.madeAt) })),
    files: entries.list.map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 })),
  }
  demandReadableHead(head)
  const needed = entries.list.reduce((sum, { bytes }) => sum + bytes + 1024, 100_000)
  requireFreeSpace(folder, needed)
  const tar = passphrase === null ? unfinished : join(staging, 'pack.tar')
  await writeTar(tar, head, entries, report)
  if (passphrase !== null) {
    report({ message: 'Encrypting', done: 0, total: 0 })
    await encryptFile(tar, unfinished, passphrase)
    syncFile(unfinished)
  }
  const path = unusedPath(folder, request.name)
  renameSync(unfinished, path)
  syncFolder(dirname(path))
  return { path, bytes: statSync(path).size, counts }
}

/** Without the notes, corrections and times of calls whose records a later version of the program reads in another way: they are not packed. */
function ofPackedCalls(
  entries: MakeRequest['ownEntries'],
  hasCall: (callId: string) => boolean,
): MakeRequest['ownEntries'] {
  const ofCalls: readonly string[] = [entryNames.notes, entryNames.corrections, entryNames.times]
  return Object.fromEntries(
    Object.entries(entries).map(([name, text]) => {
      if (!ofCalls.includes(name)) return [name, text]
      const items = JSON.parse(text) as { readonly callId: string }[]
      return [name, JSON.stringify(items.filter(({ callId }) => hasCall(callId)))]
    }),
  )
}

/** By the checks of the program that opens the pack; gives how many items there are. Throws `pack-not-made`, which says what to do. */
function demandReadable(
  { ownEntries, head, kinds }: Pick<MakeRequest, 'ownEntries' | 'head' | 'kinds'>,
  hasCall: (callId: string) => boolean,
): ReturnType<typeof checkOwnEntries> {
  const refuse = (entry: OwnEntry, detail: string): never =>
    fail({ kind: 'pack-not-made', detail: `${detail}. ${remedies[entry]}` })
  const read = <Schema extends z.ZodType>(entry: OwnEntry, schema: Schema): z.output<Schema> | null => {
    const text = ownEntries[entryNames[entry]]
    if (text === undefined) return null
    const data = isTooLarge(Buffer.from(text)) ? undefined : schema.safeParse(JSON.parse(text)).data
    return data ?? refuse(entry, 'it has too many items of one kind, or one that is too long')
  }
  return checkOwnEntries({ read, refuse }, { latest: head.madeAt, kinds, hasCall })
}

/** Whether an entry of text is refused where the pack is opened. */
function isTooLarge(bytes: Buffer): boolean {
  return bytes.length > mostTextBytes || limitExceeded(bytes) !== null
}

/** Names of the head that cannot be shown. */
const hiddenNames: Readonly<Record<string, string>> & { readonly author: string } = {
  author: `the author’s name has ${hiddenCharacters}`,
  workspace: `the name of the workspace has ${hiddenCharacters}. Rename it`,
  companies: `the symbol of a company has ${hiddenCharacters}. Leave it out`,
}

/** Throws `pack-not-made` for more companies, entries or earlier packs than a pack may list, and for names that cannot be shown. */
function demandReadableHead(head: PackHead): void {
  const { error } = packHead.safeParse(head)
  if (error === undefined) return
  if (error.issues.every(({ code }) => code === 'too_big')) fail(tooLarge)
  const hidden = error.issues.find(({ code }) => code === 'custom')
  if (hidden) fail({ kind: 'pack-not-made', detail: hiddenNames[String(hidden.path[0])] ?? hiddenNames.author })
  throw error
}

async function writeTar(path: string, head: PackHead, entries: StagedEntries, report: Report): Promise<void> {
  const total = entries.list.reduce((sum, { bytes }) => sum + bytes, 0)
  const tar = new TarWriter(path, head.madeAt, (done) =>
    report({ message: 'Writing', done, total: Math.max(total, done) }),
  )
  try {
    const text = Buffer.from(JSON.stringify(head))
    if (limitExceeded(text) !== null) fail(tooLarge)
    tar.add(headName, text)
    for (const { path: name, bytes, file } of entries.list) {
      const descriptor = openSync(file, 'r')
      try {
        await tar.copy(name, descriptor, bytes)
      } finally {
        closeSync(descriptor)
      }
    }
    const [, ...written] = tar.files
    if (JSON.stringify(written) !== JSON.stringify(head.files)) throw new Error('a file changed while it was packed')
    tar.end()
  } finally {
    tar.close()
  }
}

function unusedPath(folder: string, name: string): string {
  for (let number = 1; ; number += 1) {
    const path = join(folder, number === 1 ? `${name}${packEnding}` : `${name} ${number}${packEnding}`)
    if (!existsSync(path)) return path
  }
}

function addRecordings(recordings: readonly RecordingToPack[], entries: StagedEntries): void {
  if (recordings.length === 0) return
  const listed = recordings.map(({ path, bytes, ...recording }, at): PackedRecording => {
    const entry = recordingName(at + 1)
    entries.addFile(entry, path, bytes)
    return { ...recording, entry }
  })
  entries.add(entryNames.recordings, JSON.stringify(listed))
}

/** The entries of a pack on the disk, until they are put into it. */
class StagedEntries {
  readonly list: (TarEntry & { readonly file: string })[] = []
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  add(path: string, text: string): void {
    const bytes = Buffer.from(text)
    if (isTooLarge(bytes)) fail(tooLarge)
    const file = join(this.#folder, `${this.list.length}.json`)
    writeFileSync(file, bytes, { flag: 'wx', mode: 0o600 })
    this.list.push({ path, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex'), file })
  }

  /** A file that stays where it is. */
  addFile(path: string, file: string, bytes: number): void {
    const descriptor = openSync(file, 'r')
    try {
      this.list.push({ path, bytes, sha256: hashOf(descriptor, bytes), file })
    } finally {
      closeSync(descriptor)
    }
  }
}

/** Writes records with their contents, and the responses that brought them. */
class RecordsWriter {
  readonly origins: PackOrigin[] = []
  readonly counts = new RecordCounts()
  readonly company: CompanyCheck
  readonly #db: Reader
  readonly #entries: StagedEntries
  readonly #chosen: ChosenRecords
  /** What was received while the clock was ahead has this date at the latest: one of the future is refused where the pack is opened. */
  readonly #madeAt: number
  /** Places in the pack, by id. */
  readonly #records = new Map<number, number>()
  readonly #responses = new Map<number, number>()
  readonly #rows: histories.ResponseRow[] = []

  constructor(
    db: Reader,
    entries: StagedEntries,
    chosen: ChosenRecords,
    { symbols, head }: Pick<MakeRequest, 'symbols' | 'head'>,
  ) {
    this.company = new CompanyCheck(symbols)
    this.#madeAt = head.madeAt
    this.#db = db
    this.#entries = entries
    this.#chosen = chosen
  }

  writeRecords(report: Report): void {
    this.#nameCalls()
    const ids = everyRecord(this.#chosen)
    let [texts, characters, number]: [string[], number, number] = [[], 0, 0]
    const flush = () => {
      if (texts.length > 0) this.#entries.add(recordsName((number += 1)), `[${texts.join(',')}]`)
      ;[texts, characters] = [[], 0]
    }
    for (const [at, id] of ids.entries()) {
      if (this.#records.has(id)) continue
      const record = this.#packed(id)
      if (record === null) continue
      // Content that a later version of the program reads differently is left out, as it is on the screen.
      const facts = factsOfRecord(record, (place) => this.#rows[place])
      if ('fault' in facts || !this.company.belongs(record, facts)) continue
      this.#records.set(id, this.#records.size)
      this.counts.add(record)
      const text = JSON.stringify(record)
      if (characters + text.length > entryLimit.characters || texts.length >= entryLimit.records) flush()
      texts.push(text)
      characters += text.length
      report({ message: 'Reading the library', done: at + 1, total: ids.length })
    }
    flush()
  }

  /** Those that brought the records, and the latest to each request of the companies. */
  writeResponses({ symbols, kinds }: MakeRequest): void {
    const operations = kinds.flatMap((kind) => operationsOf[kind])
    const { callIds } = this.#chosen
    for (const id of histories.getLatestResponsesOf(this.#db, { operations, symbols, callIds })) this.#placeOf(id)
    let [packed, places, number]: [PackedResponse[], number, number] = [[], 0, 0]
    const flush = () => {
      if (packed.length > 0) this.#entries.add(responsesName((number += 1)), JSON.stringify(packed))
      ;[packed, places] = [[], 0]
    }
    const fetchedAt = this.#pastTimes()
    for (const row of this.#rows) {
      const response = this.#packedResponse({ ...row, fetchedAt: fetchedAt.get(row.id) ?? row.fetchedAt })
      if (places + response.records.length > mostPlaces || packed.length >= entryLimit.records) flush()
      packed.push(response)
      places += response.records.length
    }
    flush()
  }

  /** The list is read before the transcripts, and leaves the company of some calls to them. */
  #nameCalls(): void {
    for (const id of this.#chosen.calls) {
      const known = histories.getHistoryRecord(this.#db, id)
      if (known === undefined || this.company.hasCall(callIdOf(known.identity))) continue
      const record = this.#packed(id)
      const facts = record === null ? null : factsOfRecord(record, (place) => this.#rows[place])
      if (record !== null && facts !== null && !('fault' in facts)) this.company.addCall(record, facts)
    }
  }

  #packed(id: number): PackedRecord | null {
    const record = histories.getHistoryRecord(this.#db, id)
    const revisions = histories.getStoredRevisions(this.#db, id, mostRevisions)
    if (!record || revisions.length === 0) return null
    const known = pastTimes(
      revisions.map(({ knownFrom }) => knownFrom),
      this.#madeAt,
    )
    return {
      kind: record.kind,
      identity: record.identity,
      // A clock that was set back has given the earlier of two moments the later date.
      firstSeenAt: Math.min(record.firstSeenAt, known[0] ?? record.firstSeenAt),
      revisions: revisions.map(({ knownFrom, lastSeenAt, responseId, hash, body }, at) => ({
        knownFrom: known[at] ?? knownFrom,
        lastSeenAt: Math.max(known[at] ?? knownFrom, Math.min(lastSeenAt ?? record.lastSeenAt, this.#madeAt)),
        response: this.#placeOf(responseId),
        lastResponse: this.#placeOf(lastSeenAt === null ? record.lastResponseId : responseId),
        sha256: hash.toString('hex'),
        body,
      })),
      acceptances: histories
        .getAcceptancesOf(this.#db, id)
        .filter(({ hash }) => revisions.some((revision) => revision.hash.equals(hash)))
        .slice(-mostAcceptances)
        .map(({ hash, acceptedAt }) => ({
          sha256: hash.toString('hex'),
          acceptedAt: Math.min(acceptedAt, this.#madeAt),
        })),
    }
  }

  /** When each response that has a date of the future was received, by its id: two responses to one request keep times of their own. */
  #pastTimes(): ReadonlyMap<number, number> {
    const late = this.#rows.filter(({ fetchedAt }) => fetchedAt > this.#madeAt)
    const requests = Map.groupBy(late, ({ operation, parameters }) => `${operation} ${parameters}`)
    return new Map(
      [...requests.values()].flatMap((rows) => {
        const ordered = rows.toSorted((one, other) => one.fetchedAt - other.fetchedAt)
        const times = pastTimes(
          ordered.map(({ fetchedAt }) => fetchedAt),
          this.#madeAt,
        )
        return ordered.map(({ id }, at) => [id, times[at] ?? this.#madeAt] as const)
      }),
    )
  }

  #placeOf(responseId: number): number {
    const known = this.#responses.get(responseId)
    if (known !== undefined) return known
    const row = histories.getResponseRow(this.#db, responseId)
    if (!row) throw new Error('a response of the ledger is missing')
    this.#responses.set(responseId, this.#rows.length)
    return this.#rows.push(row) - 1
  }

  #packedResponse({ id, packId, isPartial, ...row }: histories.ResponseRow): PackedResponse {
    const ids = getResponseRecords(this.#db, id)
    const places = ids.flatMap((each) => this.#records.get(each) ?? [])
    return {
      ...row,
      origin: packId === null ? null : this.#originOf(packId),
      records: places,
      // Records that could not be identified are counted, and shown nowhere.
      isPartial: isPartial === 1 || places.length + row.unidentified < ids.length,
    }
  }

  #originOf(packId: number): number | null {
    const origin = histories.getPack(this.#db, packId)
    if (!origin) return null
    const known = this.origins.findIndex((each) => JSON.stringify(each) === JSON.stringify(origin))
    return known >= 0 ? known : this.origins.push(origin) - 1
  }
}
