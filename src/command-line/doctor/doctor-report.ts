/** The findings and the text of the doctor report, which says what works on this computer. */

import type { AdministratorPolicy } from '#contract/api/policy.ts'
import { formatBytes } from '#contract/format-bytes.ts'
import type {
  DatabaseCondition,
  InspectedDatabase,
  InspectedWorkspace,
  ProfileInspection,
} from '#core/profile-inspection.ts'
import { basename } from 'node:path'
import { printableLine } from '../printable.ts'

/** `attention` is worth knowing and may be intended; `problem` keeps something from working. */
export type Level = 'ok' | 'attention' | 'problem'

/** One line of the report. */
export interface Finding {
  readonly level: Level
  readonly subject: string
  readonly text: string
}

/** Less than this is soon full while transcripts and recordings are downloaded. Bytes. */
const littleSpace = 1_000_000_000

/** A route to a service: its proxies in order, null for a direct connection; or why there is none. */
export interface InspectedRoute {
  readonly host: string
  readonly hops: readonly (string | null)[]
  readonly failure: string | null
}

/** Electron and Chromium are absent from `versions` where the program runs under Node alone. */
export function versionFinding(versions: Readonly<Record<string, string | undefined>>, sqlite: string | null): Finding {
  const names = { Electron: 'electron', Chromium: 'chrome', Node: 'node' }
  const shown = Object.entries(names).flatMap(([name, key]) => (versions[key] ? [`${name} ${versions[key]}`] : []))
  return sqlite === null
    ? { level: 'problem', subject: 'Versions', text: `${shown.join(', ')}; SQLite cannot be loaded` }
    : { level: 'ok', subject: 'Versions', text: `${shown.join(', ')}, SQLite ${sqlite}` }
}

export function profileFindings(folder: string, { profile }: ProfileInspection): readonly Finding[] {
  const { exists, isWritable, isInUse, freeBytes, database } = profile
  const state = isInUse ? ', in use by a running Tearsheet' : exists ? '' : ', not created yet'
  return [
    {
      level: isWritable ? 'ok' : 'problem',
      subject: 'Profile',
      text: `${folder}, ${isWritable ? 'writable' : 'not writable: notes and downloads cannot be saved'}${state}`,
    },
    // The program creates the database of a profile that has none.
    ...(database.condition === 'missing' ? [] : [databaseFinding('Profile', database)]),
    {
      level: freeBytes === null || freeBytes < littleSpace ? 'attention' : 'ok',
      subject: 'Disk',
      text: freeBytes === null ? 'free space unknown' : `${formatBytes(freeBytes)} free`,
    },
  ]
}

const conditions: Readonly<Record<DatabaseCondition, readonly [Level, string]>> = {
  missing: ['problem', 'missing'],
  intact: ['ok', 'intact'],
  'in-use': ['ok', 'not checked while Tearsheet is running'],
  unfinished: [
    'attention',
    'not checked: the last session did not end normally; start and quit Tearsheet, then try again',
  ],
  large: ['ok', 'not checked because of its size; Settings, Storage verifies it'],
  'read-only': ['attention', 'not checked: read-only'],
  damaged: ['problem', 'damaged; start Tearsheet to recover it'],
  newer: ['problem', 'created by a newer version of Tearsheet; update Tearsheet'],
  foreign: ['problem', 'created by another program'],
  unreadable: ['problem', 'cannot be read: check the disk and who may read the file'],
}

export function workspaceFindings(workspaces: readonly InspectedWorkspace[]): readonly Finding[] {
  return workspaces.flatMap(({ id, name, isActive, databases }) =>
    databases.map((database) =>
      databaseFinding('Workspace', database, `${name ?? id}${isActive ? ' (active)' : ''}: `),
    ),
  )
}

function databaseFinding(subject: string, { file, bytes, condition }: InspectedDatabase, of = ''): Finding {
  const [level, text] = conditions[condition]
  const size = condition === 'missing' ? '' : ` ${formatBytes(bytes)},`
  return { level, subject, text: `${of}${basename(file)}${size} ${text}` }
}

export function policyFinding(path: string, { source, problem }: AdministratorPolicy): Finding {
  switch (source) {
    case 'none':
      return { level: 'ok', subject: 'Policy', text: `no file at ${path}` }
    case 'file':
      return { level: 'ok', subject: 'Policy', text: `read from ${path}` }
    case 'damaged':
      return {
        level: 'problem',
        subject: 'Policy',
        text: `${path} cannot be used (${problem ?? 'no reason known'}): no requests, exports, recordings or update checks`,
      }
    default:
      return source satisfies never
  }
}

export function serviceFindings(routes: readonly InspectedRoute[]): readonly Finding[] {
  if (routes.length === 0) return [{ level: 'ok', subject: 'Service', text: 'none connected, sample data only' }]
  return routes.map(({ host, hops, failure }) => ({
    level: failure === null ? 'ok' : 'problem',
    subject: 'Service',
    text: failure === null ? `${host}, ${hops.map(hopText).join(', then ')}` : `${host}: ${failure}`,
  }))
}

function hopText(hop: string | null): string {
  return hop === null ? 'direct connection' : `through proxy ${hop}`
}

const labels: Readonly<Record<Level, string>> = { ok: 'OK', attention: 'NOTE', problem: 'PROBLEM' }

/** Plain text, a line for each finding, and a last line that sums them up. */
export function reportText(title: string, findings: readonly Finding[]): string {
  const lines = findings.map(({ level, subject, text }) => `${labels[level].padEnd(8)} ${subject.padEnd(10)} ${text}`)
  const problems = findings.filter(({ level }) => level === 'problem').length
  const summary =
    problems === 0 ? 'No problems found.' : problems === 1 ? '1 problem found.' : `${problems} problems found.`
  return `${[title, '', ...lines, '', summary].map(printableLine).join('\n')}\n`
}

export function hasProblem(findings: readonly Finding[]): boolean {
  return findings.some(({ level }) => level === 'problem')
}
