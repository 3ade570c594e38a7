import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { KeyEntry } from '#contract/shell.ts'
import type { ApiKey } from '#main/core-supervisor.ts'
import { KeyVault, type VaultOptions } from '#main/vault.ts'
import { ownFolder } from '../core/folders.ts'
import type { StandInKeyring } from './stand-in-keyring.ts'

export const key = 'canary-4f1c9a7e-wxyz'
export const anotherKey = 'another-key-entirely'

export const entry = (keeping: KeyEntry['keeping'], text = key): KeyEntry => ({
  workspace: 'live',
  origin: 'https://service.example',
  key: text,
  keeping,
})

/** A profile's folder, gone with the test, and the runs of the program on it, each with the keyring it finds. */
export class VaultProfile {
  readonly folder = ownFolder()
  readonly file = join(this.folder, 'vault.json')

  onDisk(): string {
    return readFileSync(this.file, 'utf8')
  }

  /** One run: a vault, and what it reported to the rest of the program. */
  run(keyring: StandInKeyring, options: Partial<VaultOptions> = {}) {
    const core = new Map<string, ApiKey>()
    const told: string[] = []
    const limits: (() => void)[] = []
    const asked: string[] = []
    const vault = new KeyVault({
      file: this.file,
      platform: 'linux',
      exposedBy: [],
      encryption: keyring,
      now: () => 1_800_000_000_000,
      after: (_milliseconds, late) => void limits.push(late),
      confirmUnprotected: () => {
        asked.push('unprotected?')
        return Promise.resolve(false)
      },
      hold: (held) => void core.set(held.workspace, held),
      drop: (workspace) => void core.delete(workspace),
      tell: (sentence) => void told.push(sentence),
      report: () => undefined,
      ...options,
    })
    /** The keyring's time is up, for everything that waits for it. */
    const timeIsUp = async (answer: Promise<unknown>): Promise<void> => {
      let done = false
      void answer.finally(() => (done = true))
      while (!done) {
        limits.splice(0).forEach((late) => late())
        await new Promise(setImmediate)
      }
    }
    return { vault, core, told, asked, timeIsUp }
  }

  /** A run before this one that left the key behind. */
  async earlierRun(keyring: StandInKeyring): Promise<void> {
    const { vault } = this.run(keyring, { confirmUnprotected: () => Promise.resolve(true) })
    await vault.setKey(entry(keyring.tag === 'v10' ? 'unprotected' : 'keyring'))
  }
}
