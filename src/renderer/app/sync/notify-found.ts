import { totalNewItems } from '#contract/api/whats-new-kinds.ts'
import type { SyncJob, SyncSettings } from '#contract/api/sync.ts'
import type { Changes } from '../../core-client/changes.ts'
import type { Core } from '../../core-client/client.ts'
import { newItemCountsText } from '../../format/whats-new-labels.ts'

/** The notification text of a job that ended; null: none. */
export function foundNotification(job: SyncJob | undefined, { notify }: Pick<SyncSettings, 'notify'>): string | null {
  if (!notify || !job?.automatic || job.found === null || totalNewItems(job.found) === 0) return null
  return `New on your lists: ${newItemCountsText(job.found)}`
}

export interface NotifyFoundDependencies {
  readonly core: Pick<Core, 'sync'>
  readonly changes: Pick<Changes, 'listen'>
  readonly notify: (sentence: string) => void
  readonly fail: (error: unknown) => void
}

/** Notifies of what an automatic refresh found, if the analyst chose that. Returns a function that stops it. */
export function notifyFound({ core, changes, notify, fail }: NotifyFoundDependencies): () => void {
  const ended = async (jobId: number) => {
    const settings = await core.sync.settings()
    if (!settings.notify) return
    const { jobs } = await core.sync.jobs()
    const sentence = foundNotification(
      jobs.find(({ id }) => id === jobId),
      settings,
    )
    if (sentence !== null) notify(sentence)
  }
  return changes.listen((change) => {
    if (change.kind === 'synced') ended(change.jobId).catch(fail)
  })
}

/** On the desktop; nothing where the system was not allowed to. `onopen`: it was clicked. */
export function notifyOnDesktop(sentence: string, onopen: () => void): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  // One of the program at a time: the newest.
  const notification = new Notification('Tearsheet', { body: sentence, tag: 'tearsheet-found' })
  notification.addEventListener('click', () => {
    window.focus()
    onopen()
  })
}
