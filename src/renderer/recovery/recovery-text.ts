/**
 * Texts of the dialog about damaged or missing user data: what happened, what was lost, and what a
 * backup has.
 */

import { userTables, type UserTable } from '#contract/api/user-tables.ts'
import type { DataRecovery } from '#contract/api/recovery.ts'

type Found = DataRecovery['found']

const file = 'The file with your notes, watchlists and settings (desk.db)'

export function titleOf({ found, workspace: { name } }: DataRecovery): string {
  const titles: Readonly<Record<Found, string>> = {
    damaged: `Some of your data in ${name} was damaged`,
    missing: `Your data in ${name} is missing`,
    empty: `Your data in ${name} is missing`,
    folder: `The folder of ${name} is missing`,
    older: `Recent changes in ${name} are missing`,
    replaced: `Your data in ${name} was replaced`,
  }
  return titles[found]
}

/** What happened, and what it means for the user's data. */
export function accountOf({ found, missingChanges }: DataRecovery): string {
  const changes = missingChanges === 1 ? 'your last change' : `your last ${missingChanges ?? 0} changes`
  const lacking = missingChanges === null || found === 'older' ? '' : ` It is also missing ${changes}.`
  const accounts: Readonly<Record<Found, string>> = {
    damaged: `${file} was damaged. Everything that could be read was recovered into a new file and checked.${lacking}`,
    missing: `${file} is no longer in the folder of this workspace. Downloaded data is not affected.`,
    empty: `${file} is empty. Downloaded data is not affected.`,
    folder:
      'The folder of this workspace is no longer in the profile: your notes, watchlists and settings, and all downloaded data. If you moved it, close Tearsheet, put it back and start again.',
    older: `${file} is missing ${changes}. Its log was deleted or damaged, or an earlier copy was put in its place.`,
    replaced: `${file} is not the file that Tearsheet used last. Another program may have replaced it.`,
  }
  return accounts[found]
}

/** What could not be recovered, a sentence each; empty: nothing was lost. */
export function lossesOf({ found, tables }: DataRecovery): string[] {
  if (found !== 'damaged') return []
  return tables.flatMap(({ table, recovered, lost }) => {
    const words = isListed(table) ? userTables[table] : null
    if (words === null || lost === 0) return []
    if (lost === null)
      return [
        recovered === 0
          ? `No ${words.many} could be recovered.`
          : `Some ${words.many} may be missing; ${recovered} ${recovered === 1 ? 'was' : 'were'} recovered.`,
      ]
    if (table === 'watchlist')
      return [
        `${lost} of ${recovered + lost} watchlists could not be recovered. Their companies are on lists named “Recovered list”.`,
      ]
    return [`${lost} of ${recovered + lost} ${words.many} could not be recovered.`]
  })
}

interface ComparedRow {
  readonly name: string
  readonly now: number
  /** Null: there is no backup. */
  readonly inBackup: number | null
}

/** The present rows and those of the backup, for every kind that either has. */
export function comparedRows({ found, tables, backup }: DataRecovery): ComparedRow[] {
  const saved = new Map(backup?.tables.map(({ table, rows }) => [table, rows]))
  return tables.flatMap(({ table, rows: there, recovered }) => {
    const rows = found === 'damaged' ? recovered : there
    const inBackup = backup === null ? null : (saved.get(table) ?? 0)
    if (!isListed(table) || (rows === 0 && (inBackup ?? 0) === 0)) return []
    return [{ name: capital(userTables[table].many), now: rows, inBackup }]
  })
}

/** The label of going on with what there is. */
export function keepLabelOf({ found }: DataRecovery): string {
  const labels: Readonly<Record<Found, string>> = {
    damaged: 'Keep recovered data',
    missing: 'Start empty',
    empty: 'Start empty',
    folder: 'Start empty',
    older: 'Keep this data',
    replaced: 'Use this file',
  }
  return labels[found]
}

/** Everything but what the program itself notes down, which the user never made. */
function isListed(table: string): table is UserTable {
  return Object.hasOwn(userTables, table) && table !== 'sync_item' && table !== 'workspace'
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
