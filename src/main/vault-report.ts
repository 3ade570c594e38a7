/** What the window is told about a workspace's API key, without the key. */

import type { KeyProtection, KeyState } from '#contract/shell.ts'
import { protectionOf, providerName } from './key-protection.ts'
import type { Fallback, Obstacle, VaultState } from './vault-state.ts'

type Problem = NonNullable<KeyState['problem']>

/** What the window may know of a workspace's key: never the key. */
export function keyStateOf(state: VaultState, workspace: string): KeyState {
  const inMemory = state.held.get(workspace)
  const stored = state.stored.get(workspace)
  return {
    present: inMemory !== undefined || stored !== undefined,
    origin: inMemory?.origin ?? stored?.origin ?? null,
    lastFour: inMemory === undefined ? (stored?.lastFour ?? null) : state.lastFour(inMemory.key),
    keeping: inMemory?.keeping ?? (stored === undefined ? null : keepingOnDisk(state, stored.ciphertext)),
    canRemember: canRemember(state),
    problem: problemOf(state, workspace),
  }
}

/** Whether another attempt may succeed after the last one failed. */
export function isWorthRetrying(state: VaultState, workspace: string): boolean {
  const obstacle = state.obstacles.get(workspace)
  return obstacle === undefined || obstacle.why !== 'unreadable'
}

function keepingOnDisk(state: VaultState, ciphertext: string): KeyProtection {
  return protectionOf(state.platform, Buffer.from(ciphertext, 'base64')).protection
}

function canRemember({ exposedBy, provider, allowsUnprotected }: VaultState): readonly KeyProtection[] {
  if (exposedBy.length > 0) return []
  const isOffered = provider && (allowsUnprotected || provider.protection === 'keyring')
  return isOffered ? ['session', provider.protection] : ['session']
}

function problemOf(state: VaultState, workspace: string): Problem | null {
  if (state.exposedBy.length > 0) {
    const names = state.exposedBy.join(', ')
    return {
      message: `Tearsheet was started with ${names}, so other programs can inspect it. Keys are not used in this session.`,
      canRetry: false,
    }
  }
  const fallback = state.fallbacks.get(workspace)
  if (fallback !== undefined) return sayFallback(fallback)
  const obstacle = state.held.has(workspace) ? undefined : state.obstacles.get(workspace)
  return obstacle === undefined ? null : sayObstacle(state, workspace, obstacle)
}

function sayObstacle(state: VaultState, workspace: string, obstacle: Obstacle): Problem {
  const before = state.stored.get(workspace)?.tag ?? null
  const protector = providerName(state.platform, before)
  switch (obstacle.why) {
    case 'locked':
      return { message: `The key is protected by ${protector}, which is locked or busy.`, canRetry: true }
    case 'no-response':
      return {
        message: `The key is protected by ${protector}, which is not responding. Check for a password prompt.`,
        canRetry: true,
      }
    case 'unreadable':
      return {
        message:
          obstacle.now === before
            ? `The stored key cannot be read with ${protector}. It may belong to another account. Enter the key again.`
            : `The key was protected by ${protector}; this session has ${providerName(state.platform, obstacle.now)}. Enter the key again, or start Tearsheet in the original session.`,
        canRetry: false,
      }
    default:
      return obstacle satisfies never
  }
}

function sayFallback(fallback: Fallback): Problem | null {
  switch (fallback) {
    case 'declined':
      return null
    case 'no-keyring':
      return {
        message: 'This system has no keyring, so the key cannot be stored on disk. It is available until you quit.',
        canRetry: false,
      }
    case 'no-response':
      return { message: 'The keyring is not responding. The key is available until you quit.', canRetry: false }
    case 'not-verified':
      return {
        message: 'The keyring failed a test. The key is available until you quit.',
        canRetry: false,
      }
    case 'not-written':
      return { message: 'The key vault cannot be saved. The key is available until you quit.', canRetry: false }
    case 'not-removed':
      return { message: 'The key vault cannot be saved, so the previous key is still on disk.', canRetry: false }
    default:
      return fallback satisfies never
  }
}
