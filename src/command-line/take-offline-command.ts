/** `tearsheet take-offline`: a watchlist downloaded for use without a network. */

import { resolve } from 'node:path'
import type { OfflineChoice, SyncJob, SyncScope } from '#contract/api/sync.ts'
import { offlineKinds, usualOfflineKinds, usualOfflineRanges, type OfflineKind } from '#contract/api/sync-kinds.ts'
import { sentenceOf } from '#contract/failure.ts'
import type { Core } from '#core/core.ts'
import type { DirectClient } from '#core/direct-client.ts'
import { rejectOnAbort } from '#core/reject-on-abort.ts'
import { KeyFileRefused, readKeyFile, type FiledKey } from '#core/window/api-key-file.ts'
import { readOptions } from './command-options.ts'
import { takeOfflineOptions } from './commands.ts'
import type { CommandPlace } from './command-place.ts'
import { withWritableLibrary } from './library-writing.ts'
import { refuse } from './refuse.ts'
import { s3CredentialsIn, s3OriginIn } from './s3-address.ts'
import { watchlistNamed } from './watchlist-named.ts'
import { writeLine } from './printable.ts'

const usage = 'Use: tearsheet take-offline WATCHLIST --key-file FILE.'

/** What is listed of what the library lacks at the end. */
const mostListed = 20

/**
 * Downloads as the window does, and keeps the choice with the watchlist. Without `--kinds` and `--years` it is the list’s last choice.
 * The key comes from the file alone and is kept nowhere. A job that the service or the disk stops is left to be resumed, so that the
 * command never waits with the profile locked. Throws `profile-in-use` while a window has the profile open.
 */
export async function takeOfflineCommand(words: readonly string[], place: CommandPlace): Promise<number> {
  const { name, keyFile, kinds, years, ...library } = readWords(words, place)
  const filed = await keysIn(keyFile)
  return withWritableLibrary(place, library, async (api, core) => {
    const { workspaces, active } = await api.workspaces.list()
    const workspace = workspaces.find(({ id }) => id === active)
    if (workspace?.kind !== 'live')
      refuse('The sample workspace has no data service. Name another with --workspace ID.')
    const { origin } = new URL(workspace.baseUrl)
    const { key } = filed.find((each) => each.origin === origin) ?? refuse(`The key file has no key for ${origin}.`)
    const listId = await watchlistNamed(api, name)
    const { status } = await api.sync.offlineStatus({ listId, limit: 0 })
    const before = status?.choice ?? { ...usualOfflineRanges, kinds: [...usualOfflineKinds] }
    const choice: OfflineChoice = { ...before, kinds: kinds ?? before.kinds, years: years ?? before.years }
    // Before the job begins, so that its first request has a key.
    core.keys.hold({ workspace: workspace.id, origin, key })
    await holdS3Credentials(api, core, place)
    const job = await ended(api, { scope: { of: 'list', listId }, choice }, place)
    if (job === null) return interrupted(place)
    const code = await report(api, job, listId, place)
    return Math.max(code, await publicationOf(core, place))
  })
}

/** For the publication after the download, unless the credentials of the environment are for another endpoint (docs/promises.md S10). */
async function holdS3Credentials(
  api: DirectClient,
  { s3Credentials }: Pick<Core, 's3Credentials'>,
  { environment, errors }: CommandPlace,
): Promise<void> {
  const credentials = s3CredentialsIn(environment)
  // Only with credentials: a share to which the workspace is published, and which does not respond, would delay the download.
  if (credentials === null) return
  const { to, s3, afterRefresh } = await api.storage.publication()
  if (to !== 's3' || s3 === null) return
  const { origin } = new URL(s3.endpoint)
  const of = s3OriginIn(environment, s3.region)
  if (of === origin) s3Credentials.hold(origin, credentials)
  else if (afterRefresh)
    writeLine(
      errors,
      `The AWS credentials of the environment are for ${of ?? 'an address that is not valid'}, and are not sent to ${origin}. If they are for it, set AWS_ENDPOINT_URL=${origin}.`,
    )
}

/** Starts the job, and gives it when nothing more happens to it without the user; null: the user interrupted it. */
async function ended(
  api: DirectClient,
  request: { readonly scope: SyncScope; readonly choice: OfflineChoice },
  place: CommandPlace,
): Promise<SyncJob | null> {
  const progress = new Progress(place)
  const changes = await api.status.changes(undefined, { signal: place.ending })
  // Requested before the job begins, so that its end is not missed.
  let change = changes.next()
  const { id: jobId } = await api.sync.start(request)
  for (; !(await change).done; change = changes.next()) {
    const { jobs } = await api.sync.jobs()
    const job = jobs.find(({ id }) => id === jobId)
    if (job === undefined) return null
    progress.show(job)
    if (job.state === 'paused' && job.reason?.kind === 'not-allowed') {
      // The service refuses this kind for the key; the rest goes on, as it does in the window.
      writeLine(place.errors, sentenceOf(job.reason))
      await api.sync.resume({ jobId })
    } else if (job.state !== 'running') return job
  }
  return null
}

async function report(api: DirectClient, job: SyncJob, listId: string, place: CommandPlace): Promise<number> {
  const { updated, unchanged, failed } = job.counts
  writeLine(
    place.output,
    `${job.title}: ${job.companies} companies, ${updated} items downloaded, ${unchanged} without change, ${failed} failed.`,
  )
  if (job.state !== 'done') {
    if (job.reason !== null) writeLine(place.errors, sentenceOf(job.reason))
    return interrupted(place)
  }
  const { status } = await api.sync.offlineStatus({ listId, limit: mostListed })
  if (status === null || status.complete) return 0
  for (const { symbol, title, kind, reason } of status.missing)
    writeLine(place.errors, `Missing: ${symbol} ${title ?? kind}: ${reason}`)
  const unlisted = status.missingCount - status.missing.length
  if (unlisted > 0) writeLine(place.errors, `${unlisted} more are missing.`)
  return 1
}

/** Waits for the publication that the download began where the user wants one: the end of the program would cancel it. */
async function publicationOf(core: Pick<Core, 'publishedAfterRefresh'>, place: CommandPlace): Promise<number> {
  try {
    const failure = await rejectOnAbort(core.publishedAfterRefresh(), place.ending)
    if (failure === null) return 0
    writeLine(place.errors, sentenceOf(failure))
  } catch (error) {
    if (!place.ending.aborted) throw error
    writeLine(place.errors, 'The publication was canceled. The next refresh or download publishes.')
  }
  return 1
}

function interrupted({ errors }: CommandPlace): number {
  writeLine(errors, 'The download is not complete. What arrived is stored; run the command again to resume.')
  return 1
}

/** A line for each further tenth, on a terminal only. The number of items grows while lists of calls arrive, and the share may fall. */
class Progress {
  readonly #place: CommandPlace
  #tenths = 0

  constructor(place: CommandPlace) {
    this.#place = place
  }

  show({ counts }: SyncJob): void {
    const { waiting, running, updated, unchanged, skipped, failed } = counts
    const over = updated + unchanged + skipped + failed
    const total = over + waiting + running
    const tenths = total === 0 ? 0 : Math.floor((10 * over) / total)
    if (this.#place.width === null || tenths <= this.#tenths) return
    this.#tenths = tenths
    writeLine(this.#place.errors, `${10 * tenths}% (${over} of ${total} items)`)
  }
}

async function keysIn(file: string): Promise<readonly FiledKey[]> {
  try {
    return await readKeyFile(file, process.platform, process.getuid?.() ?? null)
  } catch (error) {
    if (error instanceof KeyFileRefused) refuse(error.message)
    throw error
  }
}

function readWords(words: readonly string[], place: CommandPlace) {
  const { values, positionals } = readOptions(words, takeOfflineOptions, { allowPositionals: true })
  const [name] = positionals
  if (name === undefined || positionals.length > 1) refuse(usage)
  return {
    name,
    keyFile: resolve(place.folder, values['key-file'] ?? refuse(usage)),
    kinds: values.kinds === undefined ? null : values.kinds.split(',').map(kindNamed),
    years: values.years === undefined ? null : yearsIn(values.years),
    profile: values.profile ?? null,
    workspace: values.workspace ?? null,
  }
}

function kindNamed(name: string): OfflineKind {
  return offlineKinds.find((kind) => kind === name) ?? refuse(`There is no kind “${name}”: ${offlineKinds.join(', ')}.`)
}

function yearsIn(text: string): number {
  const years = Number(text)
  return Number.isInteger(years) && years >= 1 && years <= 50 ? years : refuse('--years: from 1 to 50.')
}
