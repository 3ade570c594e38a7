import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readdirSync, readFileSync, renameSync, statSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { asItLies, imageOf, pin } from '../database/pin.ts'
import type { WorkspaceFolder } from '../profile.ts'
import { schemasNow, formatNow, type About, type Manifest } from './back-up-form.ts'
import { copyHashed } from './copy.ts'
import { syncFolder } from './files.ts'
import type { Report } from './messages.ts'
import { block, headOf, paddingOf } from './tar.ts'

export interface BackedUp {
  readonly id: string
  readonly name: string
  readonly folder: WorkspaceFolder
  /** For reading its library; see `HeldFiles`. Null: it has none yet. */
  readonly library: number | null
}

export interface BackUpOrder {
  readonly job: 'back-up'
  /** Written beside it under another name first. */
  readonly target: string
  readonly workspaces: readonly BackedUp[]
  readonly isReadOnly: boolean
  readonly version: string
  readonly now: number
  readonly activeWorkspace: string | null
  readonly preferences: Manifest['preferences']
}

/** What a back-up of these would hold, in bytes. */
export function neededBytes(workspaces: readonly BackedUp[]): number {
  return workspaces.reduce((sum, { folder }) => {
    const databases = sizeOf(folder.desk) + sizeOf(folder.library) + sizeOf(`${folder.library}-wal`)
    return sum + databases + recordingsOf(folder).reduce((all, { bytes }) => all + bytes, 0)
  }, 0)
}

/** Writes everything into one file, reading each byte once; it has its name when all of it is on the disk. */
export async function backUp(order: BackUpOrder, report: Report): Promise<{ bytes: number; files: number }> {
  const unfinished = `${order.target}.part`
  const total = neededBytes(order.workspaces)
  const tar = new TarFile(unfinished, order.now, (done) =>
    report({ says: 'Writing', done, total: Math.max(total, done) }),
  )
  try {
    const about: About = {
      tearsheet: 'back-up',
      format: formatNow,
      version: order.version,
      madeAt: order.now,
      schemas: schemasNow,
    }
    tar.add('about.json', Buffer.from(JSON.stringify(about)))
    for (const workspace of order.workspaces) await addWorkspace(tar, workspace, order.isReadOnly)
    const manifest: Manifest = {
      workspaces: order.workspaces.map(({ id, name }) => ({ id, name })),
      activeWorkspace: order.activeWorkspace,
      preferences: order.preferences,
      files: tar.files,
    }
    const files = tar.files.length
    const text = Buffer.from(JSON.stringify(manifest))
    tar.add('manifest.json', text)
    tar.add('manifest.sha256', Buffer.from(createHash('sha256').update(text).digest('hex')))
    const bytes = tar.end()
    renameSync(unfinished, order.target)
    syncFolder(dirname(order.target))
    return { bytes, files }
  } finally {
    tar.close()
  }
}

async function addWorkspace(tar: TarFile, { id, folder, library }: BackedUp, isReadOnly: boolean): Promise<void> {
  const place = `workspaces/${id}`
  if (isReadOnly) tar.add(`${place}/desk.db`, readFileSync(folder.desk).subarray(0, asItLies(folder.desk).bytes))
  else tar.add(`${place}/desk.db`, imageOf(folder.desk))
  if (library !== null) {
    const pinned = isReadOnly ? asItLies(folder.library) : pin(folder.library)
    try {
      await tar.copy(`${place}/library.db`, library, pinned.bytes)
    } finally {
      pinned.release()
    }
  }
  for (const { name } of recordingsOf(folder)) {
    const descriptor = openOrNull(join(folder.recordings, name))
    // It was removed meanwhile.
    if (descriptor === null) continue
    try {
      await tar.copy(`${place}/recordings/${name}`, descriptor, sizeOf(join(folder.recordings, name)))
    } finally {
      closeSync(descriptor)
    }
  }
}

/** Whole recordings and what lies beside them; what is on its way is fetched again where it is restored. */
function recordingsOf({ recordings }: WorkspaceFolder): { name: string; bytes: number }[] {
  try {
    return readdirSync(recordings)
      .filter((name) => /^[\w-]+\.[a-z\d]+$/.test(name) && !/\.(part|new)$/.test(name))
      .toSorted()
      .map((name) => ({ name, bytes: sizeOf(join(recordings, name)) }))
  } catch {
    return []
  }
}

class TarFile {
  readonly files: Manifest['files'] = []
  readonly #descriptor: number
  readonly #modified: number
  readonly #told: (done: number) => void
  #written = 0
  #isOpen = true

  constructor(path: string, modified: number, told: (done: number) => void) {
    this.#descriptor = openSync(path, 'w', 0o600)
    this.#modified = modified
    this.#told = told
  }

  add(path: string, bytes: Buffer): void {
    this.#write(headOf(path, bytes.length, this.#modified))
    this.#write(bytes)
    this.#finish(path, bytes.length, createHash('sha256').update(bytes).digest('hex'))
  }

  /** So many bytes of an open file, from its beginning. */
  async copy(path: string, descriptor: number, bytes: number): Promise<void> {
    this.#write(headOf(path, bytes, this.#modified))
    const target = { descriptor: this.#descriptor, at: this.#written }
    const sha256 = await copyHashed({ descriptor, at: 0 }, target, bytes, (copied) => {
      this.#written += copied
      this.#told(this.#written)
    })
    this.#finish(path, bytes, sha256)
  }

  end(): number {
    this.#write(Buffer.alloc(2 * block))
    fsyncSync(this.#descriptor)
    this.close()
    return this.#written
  }

  close(): void {
    if (this.#isOpen) closeSync(this.#descriptor)
    this.#isOpen = false
  }

  #finish(path: string, bytes: number, sha256: string): void {
    this.#write(Buffer.alloc(paddingOf(bytes)))
    this.files.push({ path, bytes, sha256 })
    this.#told(this.#written)
  }

  #write(bytes: Buffer): void {
    for (let at = 0; at < bytes.length;)
      at += writeSync(this.#descriptor, bytes, at, bytes.length - at, this.#written + at)
    this.#written += bytes.length
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

function openOrNull(file: string): number | null {
  try {
    return openSync(file, 'r')
  } catch {
    return null
  }
}
