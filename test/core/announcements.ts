import { onTestFinished } from 'vitest'
import type { Announcement, Status } from '#contract/api/api.ts'
import type { ApiClient } from './opened-core.ts'

/** What the core announces from now on, the status bar's news left out. */
export async function announcements(api: ApiClient) {
  const heard: Announcement[] = []
  const watchers = new Set<() => void>()
  const leaving = new AbortController()
  const stream = await api.status.changes(undefined, { signal: leaving.signal })
  const listening = (async () => {
    for await (const announcement of stream) {
      if (announcement.kind !== 'status') heard.push(announcement)
      for (const watcher of watchers) watcher()
    }
  })()
  onTestFinished(async () => {
    leaving.abort()
    await listening.catch(() => undefined)
  })
  const news = () => new Promise<void>((resolve) => watchers.add(resolve))
  return {
    heard,
    /** When so many were heard since the start. */
    until: async (count: number) => {
      while (heard.length < count) await news()
      return heard
    },
    /** When one of this kind was heard since the start. */
    untilHeard: async (kind: Announcement['kind']) => {
      while (!heard.some((each) => each.kind === kind)) await news()
    },
    /** When the status says so; it is looked at again after every announcement. */
    untilStatus: async (isSo: (status: Status) => boolean) => {
      for (;;) {
        const next = news()
        if (isSo(await api.status.now())) return
        await next
      }
    },
  }
}
