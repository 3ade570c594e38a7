/** Runs the doctor of the installed program, which also checks the engine and the keyring. */

import { responseLimit, runDoctor, type DoctorOptions } from '#command-line/doctor/doctor.ts'
import { engineReleased } from '#core/updates/engine-release.ts'
import { within } from '#core/time-limit.ts'
import { protectionOf, type Platform } from './key-protection.ts'
import { engineFinding, keyringFinding, type KeyringTrial } from './shell-findings.ts'
import type { Encryption } from './vault.ts'

export interface ShellDoctorOptions extends Omit<DoctorOptions, 'engine' | 'keyring'> {
  readonly platform: Platform
  readonly encryption: Encryption
  readonly now: () => number
}

/** As `runDoctor`. The keyring is tested with a value of its own. */
export async function runShellDoctor(options: ShellDoctorOptions): ReturnType<typeof runDoctor> {
  const { versions, platform, now } = options
  return runDoctor({
    ...options,
    engine: engineFinding(versions, engineReleased(versions['electron']), now()),
    keyring: keyringFinding(platform, await tryKeyring(options)),
  })
}

const probe = 'Tearsheet'

async function tryKeyring({ encryption, platform, after }: ShellDoctorOptions): Promise<KeyringTrial> {
  const trial = async (): Promise<KeyringTrial> => {
    if (!(await encryption.isAsyncEncryptionAvailable())) return { result: 'unavailable' }
    const ciphertext = await encryption.encryptStringAsync(probe)
    const opened = await encryption.decryptStringAsync(ciphertext).catch(() => null)
    return opened?.result === probe
      ? { result: 'works', ...protectionOf(platform, ciphertext) }
      : { result: 'unreadable' }
  }
  return within<KeyringTrial>(responseLimit, after, {
    result: trial().catch(() => ({ result: 'unavailable' })),
    otherwise: { result: 'no-response' },
  })
}
