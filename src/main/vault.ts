/**
 * The key vault: stores API keys encrypted by the operating system, or in memory where that is
 * impossible.
 */

import { basename } from 'node:path'
import type { SafeStorage } from 'electron'
import type { Failure } from '#contract/failure.ts'
import type { KeyEntry, KeyState } from '#contract/shell.ts'
import { within, type After } from '#core/time-limit.ts'
import type { ApiKey } from './core-supervisor.ts'
import { readFileIfThere, replaceFile, setAside, type Disk } from './atomic-file.ts'
import { providerName, type Platform } from './key-protection.ts'
import { isWorthRetrying, keyStateOf } from './vault-report.ts'
import { readVault, writeVault, type StoredKeys } from './vault-file.ts'
import { closedVault, type VaultCommand, type VaultEvent, type VaultState } from './vault-state.ts'
import { stepVault } from './vault-transitions.ts'

/** The asynchronous half of Electron's safeStorage; the other half is deprecated and goes with Electron 46. */
export type Encryption = Pick<SafeStorage, 'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'>

export interface VaultOptions {
  /** `vault.json` or `publish-vault.json` in the profile. */
  readonly file: string
  readonly platform: Platform
  readonly exposedBy: readonly string[]
  /** Absent: the last four characters of the key. */
  readonly lastFour?: (key: string) => string | null
  readonly encryption: Encryption
  readonly now: () => number
  /** Runs after so many milliseconds; for the limit on a keyring that never responds. */
  readonly after: After
  /** Null: no key is ever stored where others could read it. */
  readonly confirmUnprotected: (() => Promise<boolean>) | null
  readonly hold: (key: ApiKey) => void
  readonly drop: (workspace: string) => void
  /** One sentence for the user. */
  readonly tell: (sentence: string) => void
  /** For the log; holds no key. */
  readonly report: (what: string, error: unknown) => void
  readonly disk?: Disk
}

/** A keyring may be waiting for the user to type its password: long enough for that, not for ever. Milliseconds. */
const responseLimit = 60_000

/** Electron's words for a keyring that is locked for the moment; every other rejection means that it cannot be read. */
const lockedForNow = /temporarily unavailable/i

/**
 * The keys that all workspaces have for one use: encrypted in one file, or in memory until the program ends. One change at a time:
 * `vault-transitions.ts` decides, this class carries it out.
 */
export class KeyVault {
  readonly #options: VaultOptions
  readonly #writable: boolean
  /** What the user must know about the file itself. */
  readonly notice: Failure | null
  #state: VaultState
  #turn: Promise<unknown> = Promise.resolve()

  constructor(options: VaultOptions) {
    this.#options = options
    const { stored, writable, notice } = openFile(options)
    this.#writable = writable
    this.notice = notice
    const allowsUnprotected = options.confirmUnprotected !== null
    this.#state = closedVault({ ...options, stored, allowsUnprotected })
  }

  /** The keys that can be used now, for a core that has just started. */
  get held(): readonly ApiKey[] {
    return [...this.#state.held].map(([workspace, { origin, key }]) => ({ workspace, origin, key }))
  }

  /** At the start: decrypts every readable key. Never rejects. */
  async unlockAll(): Promise<void> {
    const unlock = (workspace: string) =>
      this.#inTurn({ is: 'unlock', workspace }).catch((error: unknown) =>
        this.#options.report('A key cannot be unlocked', error),
      )
    await Promise.all([...this.#state.stored.keys()].map(unlock))
  }

  /** Also for the user's *Retry*: a stored key that was temporarily unreadable is tried again. */
  async keyState(workspace: string): Promise<KeyState> {
    if (this.#state.provider === undefined && this.#options.exposedBy.length === 0) await this.#inTurn({ is: 'look' })
    if (isWorthRetrying(this.#state, workspace)) await this.#inTurn({ is: 'unlock', workspace })
    return keyStateOf(this.#state, workspace)
  }

  async setKey(entry: KeyEntry): Promise<KeyState> {
    await this.#inTurn({ is: 'keep', entry, at: this.#options.now() })
    return keyStateOf(this.#state, entry.workspace)
  }

  async forgetKey(workspace: string): Promise<KeyState> {
    await this.#inTurn({ is: 'forget', workspace })
    return keyStateOf(this.#state, workspace)
  }

  #inTurn(event: VaultEvent): Promise<void> {
    const turn = this.#turn.then(() => this.#carryOut(event))
    this.#turn = turn.catch(() => undefined)
    return turn
  }

  async #carryOut(first: VaultEvent): Promise<void> {
    let event: VaultEvent | null = first
    try {
      while (event !== null) {
        const { state, commands } = stepVault(this.#state, event)
        this.#state = state
        event = null
        for (const command of commands) event = (await this.#run(command)) ?? event
      }
    } finally {
      // A defect on the way must not leave the vault waiting for a response that never comes.
      this.#state = { ...this.#state, task: null }
    }
  }

  /** The response to the command, for those that have one. */
  async #run(command: VaultCommand): Promise<VaultEvent | null> {
    const { hold, drop, tell, platform, confirmUnprotected } = this.#options
    switch (command.do) {
      case 'seal':
        return this.#seal(command.text)
      case 'open':
        return this.#open(command.ciphertext)
      case 'write':
        return this.#write(command.keys)
      case 'confirm-unprotected':
        return { is: (await confirmUnprotected?.().catch(() => false)) ? 'agreed' : 'declined' }
      case 'hold':
        hold(command.key)
        return null
      case 'drop':
        drop(command.workspace)
        return null
      case 'tell-change':
        tell(
          `Your keys were protected by ${providerName(platform, command.from)} and are now protected by ${providerName(platform, command.to)}.`,
        )
        return null
      default:
        return command satisfies never
    }
  }

  async #seal(text: string): Promise<VaultEvent> {
    const { encryption } = this.#options
    const sealing = async (): Promise<VaultEvent> => {
      if (!(await encryption.isAsyncEncryptionAvailable())) return { is: 'not-sealed', why: 'no-keyring' }
      return { is: 'sealed', ciphertext: await encryption.encryptStringAsync(text) }
    }
    const refused = sealing().catch((): VaultEvent => ({ is: 'not-sealed', why: 'no-keyring' }))
    return this.#within(refused, { is: 'not-sealed', why: 'no-response' })
  }

  async #open(ciphertext: string): Promise<VaultEvent> {
    const opening = async (): Promise<VaultEvent> => {
      const { result, shouldReEncrypt } = await this.#options.encryption.decryptStringAsync(
        Buffer.from(ciphertext, 'base64'),
      )
      return { is: 'opened', key: result, renew: shouldReEncrypt }
    }
    const refused = opening().catch((error: unknown): VaultEvent => {
      const locked = error instanceof Error && lockedForNow.test(error.message)
      return { is: 'not-opened', why: locked ? 'locked' : 'unreadable' }
    })
    return this.#within(refused, { is: 'not-opened', why: 'no-response' })
  }

  #within(result: Promise<VaultEvent>, otherwise: VaultEvent): Promise<VaultEvent> {
    return within(responseLimit, this.#options.after, { result, otherwise })
  }

  #write(keys: StoredKeys): VaultEvent {
    if (!this.#writable) return { is: 'not-written' }
    try {
      replaceFile(this.#options.file, writeVault(keys), this.#options.disk)
      return { is: 'written' }
    } catch (error) {
      this.#options.report('The key vault cannot be saved', error)
      return { is: 'not-written' }
    }
  }
}

/** A damaged vault is set aside and reported. One that cannot be moved is left alone, and never overwritten. */
function openFile({ file, now, disk }: VaultOptions): {
  stored: StoredKeys
  writable: boolean
  notice: Failure | null
} {
  const none: StoredKeys = new Map()
  try {
    const text = readFileIfThere(file)
    if (text === null) return { stored: none, writable: true, notice: null }
    const stored = readVault(text)
    if (stored === 'newer') {
      return { stored: none, writable: false, notice: { kind: 'newer-version', detail: 'The key vault' } }
    }
    if (stored !== null) return { stored, writable: true, notice: null }
  } catch {
    return { stored: none, writable: false, notice: { kind: 'damaged', detail: 'The key vault' } }
  }
  const aside = setAside(file, new Date(now()), disk)
  const detail = aside === null ? 'The key vault' : `The key vault (now ${basename(aside)})`
  return { stored: none, writable: aside !== null, notice: { kind: 'damaged', detail } }
}
