import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, relative } from 'node:path'
import type PQueue from 'p-queue'
import type { DeskAnswers, DeskQuestions } from '#contract/desk/desk.ts'
import type { StorageProgress, StorageReport } from '#contract/desk/storage.ts'
import type { Clock } from '../clock.ts'
import { compactedFile, takePlace } from '../database/compact.ts'
import { HeldFiles } from '../database/pin.ts'
import type { DefectLog } from '../defect-log.ts'
import { fail, failureOf } from '../failure-error.ts'
import type { ProfilePreferences } from '../preferences.ts'
import { workspaceFolder, type ProfileFolders, type WorkspaceFolder } from '../profile.ts'
import { threadProgram } from '../thread.ts'
import type { OpenWorkspace } from '../workspaces/open-workspace.ts'
import type { Workspaces } from '../workspaces/workspaces.ts'
import { neededBytes, type BackedUp } from './back-up.ts'
import { clearLeft, settleIn } from './location.ts'
import { stepsOfThread } from './messages.ts'
import { freeIn, freeName, goodFolder, goodPath, namesIn } from './paths.ts'
import type { BackUpSeen } from './read-back-up.ts'
import { asideFolder, decide, settle, settled, stagingFolder, type RestorePlan } from './settle.ts'
import type { StorageOrder } from './storage-worker.ts'
import type { Verified } from './verify.ts'

type Questions = DeskQuestions['storage']
type Answers = DeskAnswers['storage']
type Failed = { readonly kind: 'failed'; readonly failure: NonNullable<ReturnType<typeof failureOf>> }
type Steps<Done> = AsyncGenerator<StorageProgress | Failed | ({ readonly kind: 'done' } & Done), void>

export interface StorageParts {
  readonly folders: ProfileFolders
  readonly workspaces: Workspaces
  readonly preferences: ProfilePreferences
  readonly clock: Clock
  readonly log: DefectLog
  readonly version: string
  /** Changes run one after another. */
  readonly changes: PQueue
}

/** A library that is written to meanwhile is written anew so many times. */
const compactings = 3

const program = threadProgram('storage-worker', import.meta.url)

/** What takes space, and what is done about it. Everything that reads whole files does so in a thread of its own. */
export class Storage {
  readonly #parts: StorageParts
  readonly #held = new HeldFiles()
  readonly #ending = new AbortController()

  constructor(parts: StorageParts) {
    this.#parts = parts
    if (parts.preferences.isReadOnly) return
    // Left by a program that died.
    const { active } = parts.workspaces
    rmSync(compactedFile(active.folder.library), { force: true })
    const unfinished = namesIn(this.#usualFolder).filter((name) => name.endsWith('.tar.part'))
    for (const name of unfinished) rmSync(join(this.#usualFolder, name), { force: true })
    if (isOpenWhole(active)) clearLeft(active.folder)
  }

  async report(signal: AbortSignal): Promise<StorageReport> {
    const { folder, isReadOnly, recordings } = this.#parts.workspaces.active
    const order = { job: 'sizes', folder, isReadOnly, recordings: recordings.sizes() } as const
    return (await this.#answerOf(order, signal)) as StorageReport
  }

  recordings(): Answers['recordings'] {
    const { recordings, calls } = this.#parts.workspaces.active
    const sizes = recordings.sizes()
    const known = calls.entries(sizes.map(([callId]) => callId))
    return sizes
      .map(([callId, bytes]) => {
        const call = known.get(callId)
        return {
          callId,
          title: call?.title ?? '',
          symbol: call?.symbol ?? null,
          startedAt: call?.startedAt ?? null,
          bytes,
        }
      })
      .toSorted((one, other) => (one.startedAt ?? 0) - (other.startedAt ?? 0))
  }

  async removeRecordings({ callIds }: Questions['removeRecordings']): Promise<Answers['removeRecordings']> {
    const { recordings } = this.#parts.workspaces.active
    const sizes = new Map(recordings.sizes())
    const there = callIds.filter((callId) => sizes.has(callId))
    for (const callId of there) await recordings.remove(callId)
    return { removed: there.length, bytes: there.reduce((sum, callId) => sum + (sizes.get(callId) ?? 0), 0) }
  }

  async *verify(signal: AbortSignal): Steps<Pick<Verified, 'checked' | 'faults'>> {
    const { folder, isReadOnly, recordings } = this.#parts.workspaces.active
    const order = { job: 'verify', folder, isReadOnly, recordings: recordings.whole() } as const
    yield* this.#told('storage.verify', async function* (storage) {
      const { checked, faults, hashes } = (yield* storage.#stepsOf(order, signal)) as Verified
      if (!isReadOnly) for (const [callId, sha256] of hashes) await recordings.noteHash(callId, sha256)
      return { checked, faults }
    })
  }

  async *compact(signal: AbortSignal): Steps<{ before: number; after: number }> {
    const { folder, isReadOnly } = this.#parts.workspaces.active
    const { library } = folder
    yield* this.#told('storage.compact', async function* (storage) {
      if (isReadOnly) fail({ kind: 'read-only' })
      const before = statSync(library).size
      const free = freeIn(folder.folder)
      if (free !== null && free < before) fail({ kind: 'disk-full' })
      try {
        for (let attempt = 0; attempt < compactings; attempt += 1) {
          rmSync(compactedFile(library), { force: true })
          const { active } = storage.#parts.workspaces
          const seen = active.libraryChanges
          const after = (yield* storage.#stepsOf({ job: 'compact', library }, signal)) as number
          if (active.libraryChanges === seen && (await storage.#replaceLibrary(active, seen))) return { before, after }
        }
        fail({ kind: 'in-use', detail: 'the library is being written to' })
      } finally {
        rmSync(compactedFile(library), { force: true })
      }
    })
  }

  async *move({ folder: wanted }: Questions['move'], signal: AbortSignal): Steps<{ folder: string; bytes: number }> {
    const { folder, isReadOnly } = this.#parts.workspaces.active
    yield* this.#told('storage.move', async function* (storage) {
      if (isReadOnly) fail({ kind: 'read-only' })
      const place = storage.#placeFor(folder, wanted)
      const copied = place === null ? join(folder.folder, 'coming') : `${place}.part`
      rmSync(copied, { recursive: true, force: true })
      const needed = neededBytes([{ id: folder.id, name: '', folder, library: null }])
      const free = freeIn(dirname(copied))
      if (free !== null && free < needed) fail({ kind: 'disk-full' })
      try {
        const bytes = yield* storage.#moveTo(place, copied, signal)
        return { folder: place ?? folder.folder, bytes }
      } finally {
        rmSync(copied, { recursive: true, force: true })
      }
    })
  }

  backUps(): Answers['backUps'] {
    const folder = this.#usualFolder
    const files = namesIn(folder)
      .filter((name) => name.endsWith('.tar'))
      .map((name) => {
        const { size, mtimeMs } = statSync(join(folder, name))
        return { path: join(folder, name), bytes: size, changedAt: mtimeMs }
      })
    const needed = neededBytes(this.#everyWorkspace())
    const bytesFree = freeIn(existsSync(folder) ? folder : this.#parts.folders.root)
    return { folder, needed, bytesFree, files: files.toSorted((one, other) => other.changedAt - one.changedAt) }
  }

  async *backUp(
    { folder: wanted }: Questions['backUp'],
    signal: AbortSignal,
  ): Steps<{ path: string; bytes: number; files: number }> {
    const { clock, preferences, version, workspaces } = this.#parts
    yield* this.#told('storage.backUp', async function* (storage) {
      const folder = wanted === null ? storage.#usualFolder : goodFolder(wanted)
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const everything = storage.#everyWorkspace()
      for (const { folder: of, library } of everything)
        if (of.elsewhere !== null && library === null)
          fail({ kind: 'library-away', detail: of.elsewhere.slice(0, 300) })
      const [needed, free] = [neededBytes(everything), freeIn(folder)]
      if (free !== null && free < needed) fail({ kind: 'disk-full', detail: 'a back-up needs more room there' })
      const now = clock.now()
      const target = freeName(folder, `Tearsheet ${new Date(now).toISOString().slice(0, 19).replaceAll(':', '')}`)
      try {
        const done = (yield* storage.#stepsOf(
          {
            job: 'back-up',
            target,
            workspaces: everything,
            isReadOnly: workspaces.active.isReadOnly,
            version,
            now,
            activeWorkspace: preferences.activeWorkspace ?? null,
            preferences: preferences.read(),
          },
          signal,
        )) as { bytes: number; files: number }
        return { path: target, ...done }
      } finally {
        rmSync(`${target}.part`, { force: true })
      }
    })
  }

  async look({ path }: Questions['look'], signal: AbortSignal): Promise<Answers['look']> {
    const { about, manifest, bytes } = (await this.#answerOf(
      { job: 'look', path: goodPath(path) },
      signal,
    )) as BackUpSeen
    return {
      path,
      bytes,
      madeAt: about.madeAt,
      version: about.version,
      workspaces: manifest.workspaces.map(({ id, name }) => {
        const own = manifest.files.filter((file) => file.path.startsWith(`workspaces/${id}/`))
        return { id, name, bytes: own.reduce((sum, file) => sum + file.bytes, 0) }
      }),
    }
  }

  async *restore(
    { path }: Questions['restore'],
    signal: AbortSignal,
  ): Steps<{ workspaces: string[]; aside: string | null }> {
    const { root } = this.#parts.folders
    yield* this.#told('storage.restore', async function* (storage) {
      if (storage.#parts.preferences.isReadOnly) fail({ kind: 'read-only' })
      if (existsSync(stagingFolder(root))) fail({ kind: 'in-use', detail: 'a back-up is being restored' })
      try {
        const order = { job: 'restore', path: goodPath(path), staging: stagingFolder(root) } as const
        const { manifest } = (yield* storage.#stepsOf(order, signal)) as BackUpSeen
        const plan: RestorePlan = {
          aside: `before-restore-${storage.#parts.clock.now()}`,
          workspaces: manifest.workspaces.map(({ id }) => id),
          activeWorkspace: manifest.activeWorkspace,
          preferences: manifest.preferences,
        }
        await storage.#putInPlace(plan)
        const aside = asideFolder(root, plan)
        return {
          workspaces: manifest.workspaces.map(({ name }) => name),
          aside: existsSync(aside) ? aside : null,
        }
      } catch (error) {
        // Nothing was decided: what was taken out goes, what stood before stands.
        rmSync(stagingFolder(root), { recursive: true, force: true })
        throw error
      }
    })
  }

  /** Before the databases are closed. */
  stop(): void {
    this.#ending.abort()
  }

  /** Behind the closing of every database. */
  close(): void {
    this.#held.close()
  }

  /** Null: beside the desk. */
  #placeFor({ id, elsewhere }: WorkspaceFolder, wanted: string | null): string | null {
    if (wanted === null)
      return elsewhere === null ? fail({ kind: 'bad-folder', detail: 'the library lies there' }) : null
    const parent = goodFolder(wanted)
    const below = relative(this.#parts.folders.root, parent)
    if (!below.startsWith('..') && !isAbsolute(below)) fail({ kind: 'bad-folder', detail: 'it is inside the profile' })
    const place = join(parent, `tearsheet-${id}`)
    if (existsSync(place)) fail({ kind: 'bad-folder', detail: `there is a tearsheet-${id} in it` })
    return place
  }

  /** Copies while all goes on, then with nothing open what changed meanwhile; opened there, the old place is cleared. */
  async *#moveTo(place: string | null, copied: string, signal: AbortSignal): AsyncGenerator<StorageProgress, number> {
    const { changes, workspaces } = this.#parts
    const workspace = workspaces.active
    const { library, recordings } = workspace.folder
    const order = (isLibraryNew: boolean): StorageOrder => {
      const descriptor = this.#held.descriptorOf(library)
      return { job: 'move', library, descriptor, recordings, target: copied, isLibraryNew }
    }
    const seen = workspace.libraryChanges
    const bytes = (yield* this.#stepsOf(order(true), signal)) as number
    await changes.add(() =>
      workspaces.whileClosed(async () => {
        if (workspaces.active !== workspace) fail({ kind: 'in-use', detail: 'another workspace was opened' })
        await this.#answerOf(order(workspace.libraryChanges !== seen), signal)
        this.#held.letGo(library)
        settleIn(workspace.folder, copied, place)
        return null
      }),
    )
    const { active } = workspaces
    if (isOpenWhole(active)) await this.#answerOf({ job: 'clear', folder: active.folder }, signal)
    return bytes
  }

  /** False: it was written to meanwhile, and stays as it is. */
  async #replaceLibrary(workspace: OpenWorkspace, seen: number): Promise<boolean> {
    const { changes, workspaces } = this.#parts
    let replaced = false
    await changes.add(() =>
      workspaces.whileClosed(() => {
        const { library } = workspace.folder
        if (workspaces.active !== workspace || workspace.libraryChanges !== seen) return null
        this.#held.letGo(library)
        if (!takePlace(library)) fail({ kind: 'in-use', detail: 'another program reads the library' })
        replaced = true
        return null
      }),
    )
    return replaced
  }

  /** Nothing is open meanwhile, and questions wait; from the decision on it is done even if the program dies. */
  async #putInPlace(plan: RestorePlan): Promise<void> {
    const { changes, folders, preferences, workspaces } = this.#parts
    await changes.add(() =>
      workspaces.whileClosed(() => {
        // Windows moves no folder that holds an open file.
        this.#held.close()
        decide(folders.root, plan)
        finishRestore(folders, preferences)
        return plan.activeWorkspace
      }),
    )
  }

  get #usualFolder(): string {
    return join(this.#parts.folders.root, 'back-ups')
  }

  #everyWorkspace(): BackedUp[] {
    const { folders, workspaces } = this.#parts
    return workspaces.list().workspaces.flatMap(({ id, name }) => {
      const folder = workspaceFolder(folders, id)
      if (!existsSync(folder.desk)) return []
      const library = existsSync(folder.library) ? this.#held.descriptorOf(folder.library) : null
      return [{ id, name, folder, library }]
    })
  }

  async *#stepsOf(order: StorageOrder, asking: AbortSignal): AsyncGenerator<StorageProgress, unknown> {
    return yield* stepsOfThread(program, order, AbortSignal.any([asking, this.#ending.signal]))
  }

  async #answerOf(order: StorageOrder, signal: AbortSignal): Promise<unknown> {
    const steps = this.#stepsOf(order, signal)
    for (;;) {
      const step = await steps.next()
      if (step.done === true) return step.value
    }
  }

  /** What it fails with is its last step: a stream that has begun can fail in no other way that is typed. */
  async *#told<Done>(name: string, work: (storage: Storage) => AsyncGenerator<StorageProgress, Done>): Steps<Done> {
    try {
      const done = yield* work(this)
      yield { kind: 'done', ...done }
    } catch (error) {
      const failure = failureOf(error)
      if (failure === undefined) this.#parts.log.report(error, name)
      yield { kind: 'failed', failure: failure ?? { kind: 'defect' } }
    }
  }
}

/** Does what a restore decided, or the rest of it after a crash; at the start, before any workspace is opened. */
export function finishRestore(folders: ProfileFolders, preferences: ProfilePreferences): void {
  const plan = settle(folders.root)
  if (plan === null) return
  preferences.write(plan.preferences)
  if (plan.activeWorkspace !== null) preferences.activeWorkspace = plan.activeWorkspace
  settled(folders.root)
}

/** Nothing of it was missing or damaged. */
function isOpenWhole({ isReadOnly, notices, folder }: OpenWorkspace): boolean {
  return !isReadOnly && notices.length === 0 && existsSync(folder.library)
}
