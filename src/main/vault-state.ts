/** The types of the key vault's state machine: state, events, commands. */

import type { KeyEntry, KeyProtection } from '#contract/shell.ts'
import { lastFourOf } from '#core/window/api-key-entry.ts'
import type { ApiKey } from './core-supervisor.ts'
import type { Platform, Protection } from './key-protection.ts'
import type { StoredKey, StoredKeys } from './vault-file.ts'

/** Why a stored key is unavailable now. */
export type Obstacle =
  /** The keyring is locked, or reports that it is busy. */
  | { readonly why: 'locked' }
  /** It has not responded in time: a password prompt may be waiting somewhere. */
  | { readonly why: 'no-response' }
  /** Another provider or another account encrypted it. `now` is the tag of the present provider, null: none. */
  | { readonly why: 'unreadable'; readonly now: string | null }

/** Why a key that was to be remembered is only held until the program ends; `not-removed`: why a forgotten one is still on disk. */
export type Fallback = 'no-keyring' | 'declined' | 'no-response' | 'not-verified' | 'not-written' | 'not-removed'

interface UnlockedKeys extends Omit<ApiKey, 'workspace'> {
  readonly keeping: KeyProtection
}

/** The system's encryption as it was found at the last look. */
export interface Provider {
  readonly tag: string
  readonly protection: Protection
}

export interface VaultState {
  readonly platform: Platform
  /** Switches that would expose the key; with any, no key is unlocked or accepted in this session. */
  readonly exposedBy: readonly string[]
  /** What may be shown of a key, to tell two apart; null: nothing. */
  readonly lastFour: (key: string) => string | null
  /** Whether a key may be stored without protection, where its user agrees. */
  readonly allowsUnprotected: boolean
  /** Undefined: not checked yet. Null: none, or it does not respond. */
  readonly provider: Provider | null | undefined
  readonly stored: StoredKeys
  readonly held: ReadonlyMap<string, UnlockedKeys>
  readonly obstacles: ReadonlyMap<string, Obstacle>
  readonly fallbacks: ReadonlyMap<string, Fallback>
  readonly task: Task | null
}

/** A candidate for the file, kept until it has been decrypted again. */
export interface VaultCandidate {
  readonly workspace: string
  readonly key: string
  readonly stored: StoredKey
}

/** The running task, one at a time, and the result that it waits for. */
export type Task =
  | { readonly doing: 'looking' }
  | { readonly doing: 'unlocking'; readonly workspace: string }
  | { readonly doing: 'naming-the-change'; readonly workspace: string }
  | { readonly doing: 'sealing'; readonly entry: KeyEntry; readonly at: number; readonly renewing: boolean }
  | { readonly doing: 'confirming'; readonly entry: KeyEntry; readonly candidate: VaultCandidate }
  | { readonly doing: 'checking'; readonly candidate: VaultCandidate; readonly renewing: boolean }
  | {
      readonly doing: 'writing'
      readonly candidate: VaultCandidate
      readonly renewing: boolean
      readonly keys: StoredKeys
    }
  | { readonly doing: 'forgetting'; readonly workspace: string; readonly keys: StoredKeys }

export type VaultEvent =
  | { readonly is: 'look' }
  | { readonly is: 'unlock'; readonly workspace: string }
  | { readonly is: 'keep'; readonly entry: KeyEntry; readonly at: number }
  | { readonly is: 'forget'; readonly workspace: string }
  /** Results of the commands. */
  | { readonly is: 'sealed'; readonly ciphertext: Uint8Array }
  | { readonly is: 'not-sealed'; readonly why: 'no-keyring' | 'no-response' }
  | { readonly is: 'opened'; readonly key: string; readonly renew: boolean }
  | { readonly is: 'not-opened'; readonly why: Obstacle['why'] }
  | { readonly is: 'agreed' }
  | { readonly is: 'declined' }
  | { readonly is: 'written' }
  | { readonly is: 'not-written' }

export type VaultCommand =
  /** Encrypt, which results in `sealed` or `not-sealed`. */
  | { readonly do: 'seal'; readonly text: string }
  /** Decrypt, which results in `opened` or `not-opened`. */
  | { readonly do: 'open'; readonly ciphertext: string }
  /** Ask the user whether the key may lie on disk without protection. */
  | { readonly do: 'confirm-unprotected' }
  /** Replace the file atomically. */
  | { readonly do: 'write'; readonly keys: StoredKeys }
  | { readonly do: 'hold'; readonly key: ApiKey }
  | { readonly do: 'drop'; readonly workspace: string }
  /** The provider of a stored key is another than before, and the key was saved again with it. */
  | { readonly do: 'tell-change'; readonly from: string; readonly to: string }

export interface VaultStep {
  readonly state: VaultState
  readonly commands: readonly VaultCommand[]
}

export function closedVault({
  platform,
  exposedBy,
  stored,
  lastFour = lastFourOf,
  allowsUnprotected,
}: Pick<VaultState, 'platform' | 'exposedBy' | 'stored' | 'allowsUnprotected'> &
  Partial<Pick<VaultState, 'lastFour'>>): VaultState {
  return {
    platform,
    exposedBy,
    lastFour,
    allowsUnprotected,
    provider: undefined,
    stored,
    held: new Map(),
    obstacles: new Map(),
    fallbacks: new Map(),
    task: null,
  }
}
