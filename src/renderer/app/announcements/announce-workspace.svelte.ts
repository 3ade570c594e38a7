/** What happens in the open workspace and belongs to no component on screen, read out by screen readers. */

import { onDestroy } from 'svelte'
import type { Announcer } from '../../ui/announcements/announcer.svelte.ts'
import type { WorkspaceState } from '../workspace-state.svelte.ts'
import { DownloadReports } from './download-reports.ts'
import { JobReports } from './job-reports.ts'

/** Call it while the component of the workspace is being created. */
export function announceWorkspace(workspace: WorkspaceState, announcer: Announcer): void {
  const { player, drawer, tabs, sync, changes, core } = workspace
  const opened = Date.now()

  $effect(() => {
    announcer.hold(player.playing)
    return () => announcer.hold(false)
  })

  const jobs = new JobReports(announcer, opened)
  $effect(() => jobs.update(sync.all))

  const downloads = new DownloadReports(announcer, opened)
  onDestroy(
    changes.listen((change) => {
      // A job that downloads many recordings tells its own progress.
      if (change.kind !== 'recording' || sync.onTheirWay.length > 0) return
      core.recordings.read({ callId: change.id }).then(
        ({ transfer }) => transfer && downloads.update(transfer),
        // Whoever shows the recording shows the failure.
        () => {},
      )
    }),
  )

  let before = { tab: '', drawer: '' }
  $effect(() => {
    const tab = tabs.active.id
    const entry = drawer.of(tab)
    const now = { tab, drawer: entry ? [entry.title, entry.note].filter((part) => part !== '').join(', ') : '' }
    const isOpened = now.tab === before.tab && now.drawer !== before.drawer && now.drawer !== ''
    before = now
    const text = `${now.drawer}: drawer opened.`
    if (isOpened) announcer.say(() => (before === now ? text : ''), { source: drawer })
  })
}
