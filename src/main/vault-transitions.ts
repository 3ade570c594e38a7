/** The transitions of the key vault's state machine. */

import type { KeyEntry, KeyProtection } from '#contract/shell.ts'
import { protectionOf, type Platform } from './key-protection.ts'
import type { StoredKey } from './vault-file.ts'
import type {
  Fallback,
  Obstacle,
  Provider,
  Task,
  VaultCandidate,
  VaultCommand,
  VaultEvent,
  VaultState,
  VaultStep,
} from './vault-state.ts'

/** Nothing secret: only its ciphertext's tag is looked at. */
const dummy = 'tearsheet'

/**
 * Pure: the next state of the vault after an event, and the actions to take (docs/promises.md S2 to S5). A failed decryption is
 * never followed by a `write`; a `write` requires successful decryption of what is written, and for an unprotected ciphertext the
 * user's consent.
 */
export function stepVault(state: VaultState, event: VaultEvent): VaultStep {
  if (state.task !== null) return continueTask(state, state.task, event)
  switch (event.is) {
    case 'look':
      return run(state, { doing: 'looking' }, { do: 'seal', text: dummy })
    case 'unlock':
      return unlock(state, event.workspace)
    case 'keep':
      return keep(state, event.entry, event.at)
    case 'forget':
      return forget(state, event.workspace)
    default:
      return rest(state)
  }
}

function continueTask(state: VaultState, task: Task, event: VaultEvent): VaultStep {
  switch (task.doing) {
    case 'looking':
      return looked(state, event)
    case 'unlocking':
      return unlocked(state, task.workspace, event)
    case 'naming-the-change':
      return named(state, task.workspace, event)
    case 'sealing':
      return sealed(state, task, event)
    case 'confirming':
      return decided(state, task, event)
    case 'checking':
      return checked(state, task, event)
    case 'writing':
      return wrote(state, task, event)
    case 'forgetting':
      return forgot(state, task, event)
    default:
      return task satisfies never
  }
}

const rest = (state: VaultState, ...commands: VaultCommand[]): VaultStep => ({
  state: { ...state, task: null },
  commands,
})
const run = (state: VaultState, task: Task, ...commands: VaultCommand[]): VaultStep => ({
  state: { ...state, task },
  commands,
})

function withEntry<Value>(map: ReadonlyMap<string, Value>, key: string, value: Value): ReadonlyMap<string, Value> {
  return new Map([...map, [key, value]])
}

function without<Value>(map: ReadonlyMap<string, Value>, key: string): ReadonlyMap<string, Value> {
  return new Map([...map].filter(([one]) => one !== key))
}

// Checking which provider is available.

function looked(state: VaultState, event: VaultEvent): VaultStep {
  return rest({ ...state, provider: providerFrom(state, event) })
}

function providerFrom(state: VaultState, event: VaultEvent): Provider | null | undefined {
  if (event.is === 'sealed') return protectionOf(state.platform, event.ciphertext)
  // Without a response the provider is unknown: check again next time.
  return event.is === 'not-sealed' && event.why === 'no-response' ? undefined : null
}

// Unlocking the key in the file.

function unlock(state: VaultState, workspace: string): VaultStep {
  const stored = state.stored.get(workspace)
  if (stored === undefined || state.exposedBy.length > 0 || state.held.has(workspace)) return rest(state)
  // The user has forgotten it; only the disk has not.
  if (state.fallbacks.get(workspace) === 'not-removed') return rest(state)
  return run(state, { doing: 'unlocking', workspace }, { do: 'open', ciphertext: stored.ciphertext })
}

function unlocked(state: VaultState, workspace: string, event: VaultEvent): VaultStep {
  const stored = state.stored.get(workspace)
  if (stored === undefined) return rest(state)
  if (event.is === 'opened') return unlockedWith(state, workspace, stored, event)
  if (event.is !== 'not-opened') return rest(state)
  if (event.why === 'unreadable') {
    return run(state, { doing: 'naming-the-change', workspace }, { do: 'seal', text: dummy })
  }
  return rest({ ...state, obstacles: withEntry(state.obstacles, workspace, { why: event.why }) })
}

function unlockedWith(
  state: VaultState,
  workspace: string,
  stored: StoredKey,
  { key, renew }: Extract<VaultEvent, { is: 'opened' }>,
): VaultStep {
  const keeping = keepingOf(state.platform, stored)
  if (keeping === 'unprotected' && !state.allowsUnprotected) {
    // As an earlier version of the program stored it: it is used until the program ends, and no longer lies on the disk.
    const held = hold(state, { workspace, origin: stored.origin, key, keeping }, 'session', 'no-keyring')
    return forgetStored(held.state, workspace, held.command)
  }
  const next: VaultState = {
    ...state,
    obstacles: without(state.obstacles, workspace),
    held: withEntry(state.held, workspace, { origin: stored.origin, key, keeping }),
  }
  const handOver: VaultCommand = { do: 'hold', key: { workspace, origin: stored.origin, key } }
  if (!renew) return rest(next, handOver)
  const entry: KeyEntry = { workspace, origin: stored.origin, key, keeping }
  return run(next, { doing: 'sealing', entry, at: stored.savedAt, renewing: true }, handOver, { do: 'seal', text: key })
}

function named(state: VaultState, workspace: string, event: VaultEvent): VaultStep {
  const provider = providerFrom(state, event)
  const obstacle: Obstacle = { why: 'unreadable', now: provider?.tag ?? null }
  return rest({ ...state, provider, obstacles: withEntry(state.obstacles, workspace, obstacle) })
}

// Keeping what the user typed, or renewing what the provider wants renewed.

function keep(state: VaultState, entry: KeyEntry, at: number): VaultStep {
  if (state.exposedBy.length > 0) return rest(state)
  if (entry.keeping === 'session') return sessionOnly(state, entry)
  return run(state, { doing: 'sealing', entry, at, renewing: false }, { do: 'seal', text: entry.key })
}

/**
 * A key for this session only replaces a stored one that was readable. An unreadable one stays on disk: it may be readable again
 * tomorrow.
 */
function sessionOnly(state: VaultState, entry: KeyEntry): VaultStep {
  const held = hold(state, entry, 'session')
  const before = state.held.get(entry.workspace)
  const superseded = before !== undefined && before.keeping !== 'session'
  return superseded ? forgetStored(held.state, entry.workspace, held.command) : rest(held.state, held.command)
}

function forgetStored(state: VaultState, workspace: string, first: VaultCommand): VaultStep {
  const keys = without(state.stored, workspace)
  return run(state, { doing: 'forgetting', workspace, keys }, first, { do: 'write', keys })
}

function hold(
  state: VaultState,
  { workspace, origin, key }: KeyEntry,
  keeping: KeyProtection,
  fallback?: Fallback,
): { state: VaultState; command: VaultCommand } {
  const held = withEntry(state.held, workspace, { origin, key, keeping })
  const fallbacks =
    fallback === undefined ? without(state.fallbacks, workspace) : withEntry(state.fallbacks, workspace, fallback)
  return { state: { ...state, held, fallbacks }, command: { do: 'hold', key: { workspace, origin, key } } }
}

/** A key that could not be stored as requested: kept for this session, and reported. An earlier stored one stays as it was. */
function fallBack(state: VaultState, entry: KeyEntry, fallback: Fallback): VaultStep {
  const held = hold(state, entry, 'session', fallback)
  return rest(held.state, held.command)
}

function sealed(state: VaultState, task: Extract<Task, { doing: 'sealing' }>, event: VaultEvent): VaultStep {
  const { entry, at, renewing } = task
  if (event.is !== 'sealed') {
    if (renewing) return rest(state)
    return fallBack(state, entry, event.is === 'not-sealed' ? event.why : 'no-response')
  }
  const provider = protectionOf(state.platform, event.ciphertext)
  const found: VaultState = { ...state, provider }
  const candidate: VaultCandidate = {
    workspace: entry.workspace,
    key: entry.key,
    stored: {
      origin: entry.origin,
      tag: provider.tag,
      ciphertext: Buffer.from(event.ciphertext).toString('base64'),
      lastFour: state.lastFour(entry.key),
      savedAt: at,
    },
  }
  if (provider.protection === 'keyring' || (renewing && entry.keeping === 'unprotected')) {
    return check(found, candidate, renewing)
  }
  // A renewal never makes a protected key an unprotected one.
  if (renewing) return rest(found)
  if (entry.keeping === 'keyring' || !state.allowsUnprotected) return fallBack(found, entry, 'no-keyring')
  return run(found, { doing: 'confirming', entry, candidate }, { do: 'confirm-unprotected' })
}

function decided(state: VaultState, task: Extract<Task, { doing: 'confirming' }>, event: VaultEvent): VaultStep {
  return event.is === 'agreed' ? check(state, task.candidate, false) : fallBack(state, task.entry, 'declined')
}

function check(state: VaultState, candidate: VaultCandidate, renewing: boolean): VaultStep {
  const open: VaultCommand = { do: 'open', ciphertext: candidate.stored.ciphertext }
  return run(state, { doing: 'checking', candidate, renewing }, open)
}

function checked(state: VaultState, task: Extract<Task, { doing: 'checking' }>, event: VaultEvent): VaultStep {
  const { candidate, renewing } = task
  if (event.is !== 'opened' || event.key !== candidate.key) return notStored(state, task, 'not-verified')
  const keys = withEntry(state.stored, candidate.workspace, candidate.stored)
  return run(state, { doing: 'writing', candidate, renewing, keys }, { do: 'write', keys })
}

function wrote(state: VaultState, task: Extract<Task, { doing: 'writing' }>, event: VaultEvent): VaultStep {
  if (event.is !== 'written') return notStored(state, task, 'not-written')
  const { candidate, renewing, keys } = task
  const { workspace, stored } = candidate
  const before = state.stored.get(workspace)
  const entry: KeyEntry = {
    workspace,
    origin: stored.origin,
    key: candidate.key,
    keeping: keepingOf(state.platform, stored),
  }
  const held = hold({ ...state, stored: keys }, entry, entry.keeping)
  const next = { ...held.state, obstacles: without(state.obstacles, workspace) }
  const changed = renewing && before !== undefined && before.tag !== stored.tag
  const commands: VaultCommand[] = renewing ? [] : [held.command]
  return rest(next, ...commands, ...(changed ? [{ do: 'tell-change', from: before.tag, to: stored.tag } as const] : []))
}

/** A renewal that failed leaves everything as it was: the old ciphertext still opens. */
function notStored(
  state: VaultState,
  { candidate, renewing }: { readonly candidate: VaultCandidate; readonly renewing: boolean },
  fallback: Fallback,
): VaultStep {
  if (renewing) return rest(state)
  const { workspace, key, stored } = candidate
  return fallBack(state, { workspace, key, origin: stored.origin, keeping: 'session' }, fallback)
}

// Forgetting.

function forget(state: VaultState, workspace: string): VaultStep {
  const drop: VaultCommand = { do: 'drop', workspace }
  const dropped: VaultState = {
    ...state,
    held: without(state.held, workspace),
    fallbacks: without(state.fallbacks, workspace),
  }
  return state.stored.has(workspace) ? forgetStored(dropped, workspace, drop) : rest(dropped, drop)
}

function forgot(state: VaultState, task: Extract<Task, { doing: 'forgetting' }>, event: VaultEvent): VaultStep {
  if (event.is === 'written') {
    return rest({ ...state, stored: task.keys, obstacles: without(state.obstacles, task.workspace) })
  }
  return rest({ ...state, fallbacks: withEntry(state.fallbacks, task.workspace, 'not-removed') })
}

function keepingOf(platform: Platform, stored: StoredKey): KeyProtection {
  return protectionOf(platform, Buffer.from(stored.ciphertext, 'base64')).protection
}
