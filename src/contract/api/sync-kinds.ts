/** The kinds of data that bulk downloads fetch, and the states of a job and of its items. */

/**
 * What is fetched of a company, kind by kind:
 *  - `statements`: enhanced, or lite where the key does not allow enhanced or enhanced does not know the company
 *  - `enhanced`, `lite`: statements in this edition alone
 *  - `calls`: the list of its calls; `transcript`: one of them, whole; `recording`: the sound of one
 *  - `ratings`, `news`
 *  - `securities`: every security of an exchange, whose MIC stands in the place of the symbol
 */
export const syncKinds = [
  'statements',
  'enhanced',
  'lite',
  'calls',
  'transcript',
  'recording',
  'ratings',
  'news',
  'securities',
] as const
export type SyncKind = (typeof syncKinds)[number]

/** What the analyst chooses for offline use; calls include their transcripts, recordings are only of calls. */
export const offlineKinds = ['enhanced', 'lite', 'calls', 'recordings', 'ratings', 'news'] as const
export type OfflineKind = (typeof offlineKinds)[number]

/** What a refresh requests, each with a maximum age. */
export const refreshKinds = ['statements', 'calls', 'ratings', 'news'] as const
export type RefreshKind = (typeof refreshKinds)[number]

/** How often an automatic refresh begins while the program runs. */
export const schedules = ['off', 'hourly', 'six-hourly', 'daily', 'weekly'] as const
export type Schedule = (typeof schedules)[number]

/**
 * The state of one task of a job. `updated`: something new or changed was received; `unchanged`: nothing new, or it was stored already;
 * `skipped`: it was not requested, with the reason; `failed`: with the failure.
 */
export const syncItemStates = ['waiting', 'running', 'updated', 'unchanged', 'skipped', 'failed'] as const
export type SyncItemState = (typeof syncItemStates)[number]

/**
 * The state of a job.
 *  - `running`: its tasks run, few at a time, after what the user requests
 *  - `waiting`: the service is unavailable (`reason`); it continues automatically when the service responds
 *  - `paused`: by the analyst (`reason` null), or for a reason that only the analyst can mend: the key, the disk. Also over a restart.
 *    One that waits for a key continues automatically when a key is entered.
 *  - `done`: nothing waits any more, whatever came of it; `stopped`: by the analyst, for good
 */
export const syncStates = ['running', 'waiting', 'paused', 'done', 'stopped'] as const
export type SyncState = (typeof syncStates)[number]

/** How far back an offline download reaches, and in which quality recordings come, until the user chooses. */
export const usualOfflineRanges = {
  years: 5,
  callMonths: 12,
  ratingMonths: 24,
  newsMonths: 12,
  quality: 'smallest',
} as const

/** The kinds of an offline download until the user chooses. */
export const usualOfflineKinds: readonly OfflineKind[] = ['enhanced', 'calls', 'ratings', 'news']
