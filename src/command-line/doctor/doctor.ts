/** Collects what works on this computer, for a support request. */

import type { AdministratorPolicy } from '#contract/api/policy.ts'
import { sqliteVersion } from '#core/database/sqlite-version.ts'
import { failureOf } from '#core/failure-error.ts'
import { inspectProfile, inspectRoute, type ProfileInspection } from '#core/profile-inspection.ts'
import { within, type After } from '#core/time-limit.ts'
import {
  hasProblem,
  policyFinding,
  profileFindings,
  reportText,
  serviceFindings,
  versionFinding,
  workspaceFindings,
  type Finding,
  type InspectedRoute,
} from './doctor-report.ts'

export interface DoctorOptions {
  readonly profile: string
  /** `Tearsheet 1.2.3 on linux 6.1, x64`. */
  readonly title: string
  /** As `process.versions`. */
  readonly versions: Readonly<Record<string, string | undefined>>
  /** The age of the engine; null: there is none. */
  readonly engine: Finding | null
  readonly keyring: Finding
  readonly policy: AdministratorPolicy
  readonly policyFile: string
  /** The system's proxy for an address: `PROXY a:8080; DIRECT`. Undefined: the environment has it. */
  readonly resolveProxy: ((origin: string) => Promise<string>) | undefined
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly after: After
}

/** How long a keyring or the system's proxy may take, milliseconds. */
export const responseLimit = 10_000

interface DoctorReport {
  readonly text: string
  readonly isHealthy: boolean
}

/** Sends nothing, changes nothing in the profile, and shows no key. */
export async function runDoctor(options: DoctorOptions): Promise<DoctorReport> {
  const { profile, title, versions, engine, keyring, policy, policyFile } = options
  const sqlite = attempt('SQLite cannot be loaded', sqliteVersion)
  const inspection = sqlite === null ? null : attempt('The profile cannot be checked', () => inspectProfile(profile))
  const ofProfile: readonly Finding[] =
    inspection === null
      ? [{ level: 'problem', subject: 'Profile', text: `${profile}, not checked` }]
      : [...profileFindings(profile, inspection), ...workspaceFindings(inspection.workspaces)]
  const findings = [
    versionFinding(versions, sqlite),
    ...(engine === null ? [] : [engine]),
    ...ofProfile,
    keyring,
    policyFinding(policyFile, policy),
    ...serviceFindings(inspection === null ? [] : await routesOf(inspection, options)),
  ]
  return { text: reportText(title, findings), isHealthy: !hasProblem(findings) }
}

/** Null where it throws: the error follows the sentence on the error output. */
function attempt<Result>(otherwise: string, run: () => Result): Result | null {
  try {
    return run()
  } catch (error) {
    console.error(`${otherwise}:`, error)
    return null
  }
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
