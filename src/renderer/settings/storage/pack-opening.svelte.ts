/** The opening of a pack: its file, what a check found in it, and the workspace that it belongs to. */

import { untrack } from 'svelte'
import type { ApiOutputs } from '#contract/api/api.ts'
import type { Failure } from '#contract/failure.ts'
import type { GivenPack, Workspaces } from '../../app/workspaces.svelte.ts'
import type { Core } from '../../core-client/client.ts'
import { failureToShow } from '../../core-client/request-failed.ts'
import type { StorageOperations } from './storage-operations.ts'

interface PackOpeningDependencies {
  readonly core: Pick<Core, 'packs' | 'workspaces'>
  readonly workspaces: Pick<Workspaces, 'activateForPack'>
  readonly work: StorageOperations['openPack']
}

/** Failures to read the file: it is not, or no longer, the pack that was checked. */
const fileFailures: ReadonlySet<Failure['kind']> = new Set([
  'invalid-pack',
  'foreign-file',
  'newer-version',
  'invalid-folder',
])

/** One file at a time is checked, then shown, then opened. */
export class PackOpening {
  readonly #dependencies: PackOpeningDependencies
  /** As they are typed. */
  path = $state('')
  passphrase = $state('')
  #isChecking = $state(false)
  #isSwitching = $state(false)
  #inspected = $state.raw<ApiOutputs['packs']['inspect'] | null>(null)
  #problem = $state.raw<Failure | null>(null)
  #checked: GivenPack
  /** The dialog that closes ends its check: another operation could not begin before. */
  readonly #closing = new AbortController()

  /** @param arrived the pack for which this workspace was opened */
  constructor(dependencies: PackOpeningDependencies, arrived: GivenPack | null) {
    this.#dependencies = dependencies
    if (arrived) {
      this.path = arrived.path
      this.passphrase = arrived.passphrase ?? ''
    }
    this.#checked = untrack(() => this.#given)
  }

  /** What the pack holds that was checked; null: none was, or its file has changed. */
  get summary(): Extract<ApiOutputs['packs']['inspect'], { kind: 'pack' }> | null {
    return this.#inspected?.kind === 'pack' ? this.#inspected : null
  }

  /** The pack is encrypted, and no passphrase or a wrong one was entered. */
  get isLocked(): boolean {
    return this.#inspected?.kind === 'locked'
  }

  get isChecking(): boolean {
    return this.#isChecking
  }

  /** The window is about to change to the workspace of the pack. */
  get isSwitching(): boolean {
    return this.#isSwitching
  }

  get failure(): Failure | null {
    return this.#problem ?? this.#dependencies.work.failure
  }

  async check(): Promise<void> {
    const { core, work } = this.#dependencies
    this.#isChecking = true
    this.#problem = null
    work.forget()
    this.#checked = this.#given
    try {
      this.#inspected = await work.prepare(() => core.packs.inspect(this.#checked, { signal: this.#closing.signal }))
    } catch (error) {
      if (this.#closing.signal.aborted) return
      this.#problem = failureToShow(error)
      if (this.#problem) this.#dropOutdated(this.#problem)
    } finally {
      this.#isChecking = false
    }
  }

  /** Stores the pack that was checked, whatever is typed meanwhile. Where its file has become another, it has to be checked again. */
  async store(): Promise<void> {
    const { summary } = this
    if (summary === null) return
    const { core, work } = this.#dependencies
    const pack = { ...this.#checked, sha256: summary.sha256 }
    await work.run((signal) => core.packs.open(pack, { signal }))
    if (work.failure) this.#dropOutdated(work.failure)
  }

  /**
   * The window is created again in the workspace of the pack, where the dialog opens with the same pack. The workspace is created once,
   * also where the window could not change to it.
   */
  async useWorkspace(): Promise<void> {
    const { summary } = this
    if (summary === null || this.#isSwitching) return
    const { core, workspaces } = this.#dependencies
    this.#isSwitching = true
    this.#problem = null
    try {
      let id = summary.workspaceId
      if (id === null) {
        const { baseUrl, recordingsBase, search } = summary.service
        const name = summary.workspace.slice(0, 80)
        id = (await core.workspaces.create({ name, baseUrl, recordingsBase, search })).id
        this.#inspected = { ...summary, workspaceId: id }
      }
      await workspaces.activateForPack(id, this.#checked)
    } catch (error) {
      this.#problem = failureToShow(error)
    } finally {
      this.#isSwitching = false
    }
  }

  close(): void {
    this.#closing.abort()
  }

  /** After a failure to read the file, what an earlier check found in it is shown no more. */
  #dropOutdated({ kind }: Failure): void {
    if (kind === 'wrong-passphrase') this.#inspected = { kind: 'locked' }
    else if (fileFailures.has(kind)) this.#inspected = null
  }

  get #given(): GivenPack {
    return { path: this.path.trim(), passphrase: this.passphrase === '' ? null : this.passphrase }
  }
}
