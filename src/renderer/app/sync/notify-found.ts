/** Shows a desktop notification of what an automatic refresh found, if the user chose that. */

import type { AlertLog } from '#contract/api/alerts.ts'
import type { NotifiedScreen } from '#contract/shell.ts'
import { totalNewItems } from '#contract/api/whats-new-kinds.ts'
import type { SyncJob, SyncSettings } from '#contract/api/sync.ts'
import type { Changes } from '../../core-client/changes.ts'
import type { Core } from '../../core-client/client.ts'
import { formatCounted } from '../../format/counts.ts'
import { newItemCountsText } from '../../format/whats-new-labels.ts'
import { alertSentence } from '../alerts/alert-text.ts'

/** Alerts that a notification names; of more, how many. */
const mostNamed = 2

interface FoundNotification {
  readonly sentence: string
  /** The screen with what it announces. */
  readonly screen: NotifiedScreen
}

/** The notification of a job that ended, with the alerts that it led to; null: none. */
export function foundNotification(
  job: SyncJob | undefined,
  { notify }: Pick<SyncSettings, 'notify'>,
  { alerts, total }: Pick<AlertLog, 'alerts' | 'total'>,
): FoundNotification | null {
  if (!notify || !job?.automatic) return null
  const named = alerts.slice(0, mostNamed).map((alert) => `${alertSentence(alert, 'millions')}.`)
  const others = total > named.length ? [`${formatCounted(total - named.length, 'more alert')}.`] : []
  const found =
    job.found !== null && totalNewItems(job.found) > 0 ? [`New on your lists: ${newItemCountsText(job.found)}`] : []
  const sentences = [...named, ...others, ...found]
  if (sentences.length === 0) return null
  return { sentence: sentences.join('\n'), screen: total > 0 ? 'alerts' : 'home' }
}

interface NotifyFoundDependencies {
  readonly core: Pick<Core, 'sync' | 'alerts'>
  readonly changes: Pick<Changes, 'listen'>
  readonly notify: (found: FoundNotification) => void
  readonly fail: (error: unknown) => void
}

/** Notifies of what an automatic refresh found, once a refresh, if the analyst chose that. Returns a function that stops it. */
export function notifyFound({ core, changes, notify, fail }: NotifyFoundDependencies): () => void {
  const ended = async (jobId: number) => {
    const settings = await core.sync.settings()
    if (!settings.notify) return
    const { jobs } = await core.sync.jobs()
    const found = foundNotification(
      jobs.find(({ id }) => id === jobId),
      settings,
      await core.alerts.log({ jobId, offset: 0, limit: mostNamed }),
    )
    if (found !== null) notify(found)
  }
  return changes.listen((change) => {
    if (change.kind === 'synced') ended(change.jobId).catch(fail)
  })
}

/** On the desktop, if the system allows it. `onopen`: it was clicked. */
export function notifyOnDesktop(sentence: string, onopen: () => void): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  // One of the program at a time: the latest.
  const notification = new Notification('Tearsheet', { body: sentence, tag: 'tearsheet-found' })
  notification.addEventListener('click', () => {
    window.focus()
    onopen()
  })
}
