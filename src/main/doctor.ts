/** Runs the doctor: collects what works on this computer, for a support request. */

import type { AdministratorPolicy } from '#contract/api/policy.ts'
import { failureOf } from '#core/failure-error.ts'
import { inspectProfile, inspectRoute, type ProfileInspection } from '#core/profile-inspection.ts'
import { engineReleased } from '#core/updates/engine-release.ts'
import {
  engineFinding,
  hasProblem,
  keyringFinding,
  policyFinding,
  profileFindings,
  reportText,
  serviceFindings,
  versionFinding,
  workspaceFindings,
  type Finding,
  type InspectedRoute,
  type KeyringTrial,
} from './doctor-report.ts'
import { protectionOf, type Platform } from './key-protection.ts'
import { within, type After } from './time-limit.ts'
import type { Encryption } from './vault.ts'

export interface DoctorOptions {
  readonly profile: string
  /** `Tearsheet 1.2.3 on linux 6.1, x64`. */
  readonly title: string
  readonly versions: Readonly<Record<string, string | undefined>>
  readonly policy: AdministratorPolicy
  readonly policyFile: string
  readonly platform: Platform
  readonly encryption: Encryption
  /** The system's proxy for an address: `PROXY a:8080; DIRECT`. */
  readonly resolveProxy: (origin: string) => Promise<string>
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly after: After
  readonly now: () => number
}

/** How long a keyring or the system's proxy may take, milliseconds. */
const responseLimit = 10_000

/**
 * What works on this computer, for a support request. It sends nothing, changes nothing in the profile, and shows no key: the
 * keyring is tested with its own value.
 */
export async function runDoctor(
  options: DoctorOptions,
): Promise<{ readonly text: string; readonly isHealthy: boolean }> {
  const { profile, title, versions, policy, policyFile, platform, now } = options
  const inspection = inspect(profile)
  const ofProfile: readonly Finding[] =
    inspection === null
      ? [{ level: 'problem', subject: 'Profile', text: `${profile}, not checked` }]
      : [...profileFindings(profile, inspection), ...workspaceFindings(inspection.workspaces)]
  const findings = [
    versionFinding(versions, inspection?.sqlite ?? null),
    engineFinding(versions, engineReleased(versions['electron']), now()),
    ...ofProfile,
    keyringFinding(platform, await tryKeyring(options)),
    policyFinding(policyFile, policy),
    ...serviceFindings(inspection === null ? [] : await routesOf(inspection, options)),
  ]
  return { text: reportText(title, findings), isHealthy: !hasProblem(findings) }
}

function inspect(profile: string): ProfileInspection | null {
  try {
    return inspectProfile(profile)
  } catch (error) {
    console.error('The profile cannot be checked:', error)
    return null
  }
}

const probe = 'Tearsheet'

async function tryKeyring({ encryption, platform, after }: DoctorOptions): Promise<KeyringTrial> {
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

async function routesOf(
  { workspaces, proxy }: ProfileInspection,
  { policy, resolveProxy, environment, after }: DoctorOptions,
): Promise<readonly InspectedRoute[]> {
  const settings = policy.proxy ?? proxy
  const services = new Map(workspaces.flatMap(({ service }) => (service === null ? [] : [[service.origin, service]])))
  return Promise.all(
    [...services.values()].map((url) => {
      const { host } = url
      const route = inspectRoute(url, { settings, system: resolveProxy, environment }).then(
        (hops) => ({ host, hops, failure: null }),
        (error: unknown) => ({ host, hops: [], failure: failureOf(error)?.detail ?? 'the proxy is not known' }),
      )
      const otherwise = { host, hops: [], failure: 'the system’s proxy settings do not respond' }
      return within<InspectedRoute>(responseLimit, after, { result: route, otherwise })
    }),
  )
}
