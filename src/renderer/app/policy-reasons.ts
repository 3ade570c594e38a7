/**
 * What the administrator's policy forbids, with the reason that disabled buttons and commands show.
 */

import type { AdministratorPolicy } from '#contract/api/policy.ts'

/** Why the administrator's policy forbids exports, recordings and the like; null: it is allowed. */
export interface Forbidden {
  /** Files of any kind, but no backups. */
  readonly exports: string | null
  /** Downloading, playing and cutting recordings. */
  readonly recordings: string | null
}

export function forbiddenBy({ exports, recordings }: Pick<AdministratorPolicy, 'exports' | 'recordings'>): Forbidden {
  return {
    exports: exports ? null : 'your administrator does not allow exports',
    recordings: recordings ? null : 'your administrator does not allow recordings',
  }
}
