/** Plans and starts the download of data that companies lack to be judged by a screen. */

import type { UnjudgedCompany } from '#contract/api/screens.ts'
import type { OfflineChoice, SyncJob } from '#contract/api/sync.ts'
import { usualOfflineRanges } from '#contract/api/sync-kinds.ts'
import type { Core } from '../core-client/client.ts'

/** How missing data is fetched: statements by a refresh, which also finds a newer quarter, the rest by a download. */
interface MissingDownload {
  /** Symbols that are refreshed: statements, lists of calls, ratings and news. */
  readonly refreshed: readonly string[]
  /** Symbols for which more is downloaded, and what. */
  readonly downloaded: readonly string[]
  readonly choice: OfflineChoice
}

export function missingDownload(companies: readonly UnjudgedCompany[]): MissingDownload {
  const of = (...remedies: readonly UnjudgedCompany['remedy'][]) =>
    companies.filter(({ remedy }) => remedies.includes(remedy)).map(({ symbol }) => symbol)
  const kinds = (['calls', 'ratings'] as const).filter((kind) => of(kind).length > 0)
  return {
    refreshed: of('statements'),
    downloaded: of('calls', 'ratings'),
    choice: { ...usualOfflineRanges, kinds: [...kinds] },
  }
}

/** Rejects with what refused it. Gives the last job that was started. */
export async function startMissing(
  core: Pick<Core, 'sync'>,
  { refreshed, downloaded, choice }: MissingDownload,
): Promise<SyncJob | null> {
  let job: SyncJob | null = null
  if (refreshed.length > 0)
    job = await core.sync.refresh({ scope: { of: 'symbols', symbols: [...refreshed] }, due: false })
  if (downloaded.length > 0) job = await core.sync.start({ scope: { of: 'symbols', symbols: [...downloaded] }, choice })
  return job
}
