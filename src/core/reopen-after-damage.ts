/** Reopens the active workspace when a query finds its database damaged. */

import type PQueue from 'p-queue'
import type { DefectLog } from './defect-log.ts'
import { failureOf } from './failure-error.ts'
import type { StatusBoard } from './status-board.ts'
import type { OperationLock } from './storage/operation-lock.ts'
import type { Workspaces } from './workspaces/workspaces.ts'

interface DamageHandlerDependencies {
  readonly workspaces: () => Workspaces
  readonly operations: OperationLock
  readonly changes: PQueue
  readonly board: StatusBoard
  readonly log: DefectLog
}

/**
 * Returns the handler for a damaged database: it reopens the active workspace, which sets the damaged file aside. At most once
 * per workspace and run: damage that a check of every page does not find would otherwise reopen it without end. It waits for an
 * operation that has the files open in a worker thread.
 */
export function damageHandler({ workspaces, operations, changes, board, log }: DamageHandlerDependencies): () => void {
  const reopened = new Set<string>()
  const reopen = async () => {
    const { id } = workspaces().active.folder
    if (reopened.has(id)) return
    reopened.add(id)
    await workspaces().reopen()
    board.notice(workspaces().active.notices)
  }
  const forever = new AbortController().signal
  return () => {
    if (reopened.has(workspaces().active.folder.id)) return
    operations
      .run('recover', forever, () => changes.add(reopen))
      .catch((error: unknown) => {
        if (failureOf(error)?.kind !== 'cancelled') log.report(error, 'reopen')
      })
  }
}
