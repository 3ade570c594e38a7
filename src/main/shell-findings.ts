/** What the doctor report says of Electron: the age of the engine, and the keyring. */

import type { Finding, Level } from '#command-line/doctor/doctor-report.ts'
import { providerName, type Platform, type Protection } from './key-protection.ts'

/** The result of encrypting and decrypting a test value. `no-response`: the keyring waits, perhaps for a password. */
export type KeyringTrial =
  | { readonly result: 'works'; readonly tag: string; readonly protection: Protection }
  | { readonly result: 'unavailable' | 'no-response' | 'unreadable' }

/** An engine that is older than this has missed many of its publisher's security updates. Days. */
const oldEngine = 180

/** `released`: the day on which the Electron that runs was released; null: unknown. */
export function engineFinding(
  { electron = 'unknown', chrome = 'unknown' }: Readonly<Record<string, string | undefined>>,
  released: string | null,
  now: number,
): Finding {
  const engine = `Electron ${electron} with Chromium ${chrome}`
  if (released === null) return { level: 'ok', subject: 'Engine', text: `${engine}, release date unknown` }
  const days = Math.max(0, Math.floor((now - Date.parse(`${released}T00:00:00Z`)) / 86_400_000))
  const age = days === 0 ? 'today' : days === 1 ? '1 day ago' : `${days.toLocaleString('en-US')} days ago`
  return {
    level: days > oldEngine ? 'attention' : 'ok',
    subject: 'Engine',
    text: `${engine}, released ${released}, ${age}`,
  }
}

export function keyringFinding(platform: Platform, trial: KeyringTrial): Finding {
  const finding = (level: Level, text: string): Finding => ({ level, subject: 'Keyring', text })
  switch (trial.result) {
    case 'works': {
      const name = providerName(platform, trial.tag)
      return trial.protection === 'keyring'
        ? finding('ok', `available: ${name}`)
        : finding('attention', `${name}: API keys are kept until you quit, unless you agree to store them unprotected`)
    }
    case 'unavailable':
      return finding('attention', 'unavailable: API keys are kept until you quit')
    case 'no-response':
      return finding('problem', 'not responding; check for a password prompt')
    case 'unreadable':
      return finding('problem', 'encrypts, but cannot decrypt: API keys are kept until you quit')
    default:
      return trial satisfies never
  }
}
