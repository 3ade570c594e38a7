import type PQueue from 'p-queue'
import type { DefectLog } from './defect-log.ts'
import type { StatusBoard } from './status-board.ts'
import type { Workspaces } from './workspaces/workspaces.ts'

interface Mended {
  readonly workspaces: () => Workspaces
  readonly changes: PQueue
  readonly board: StatusBoard
  readonly log: DefectLog
}

/**
 * What is to be called when a query met damage: the active workspace is opened again, which sets the damaged file aside. Once a
 * run for each workspace: damage that a check of every page does not find would otherwise reopen it without end.
 */
export function mending({ workspaces, changes, board, log }: Mended): () => void {
  const mended = new Set<string>()
  return () => {
    void changes.add(async () => {
      const { id } = workspaces().active.folder
      if (mended.has(id)) return
      mended.add(id)
      try {
        await workspaces().reopen()
        board.notice(workspaces().active.notices)
      } catch (error) {
        log.report(error, 'mend')
      }
    })
  }
}
