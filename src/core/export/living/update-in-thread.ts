import type { UpdatePiece } from '#contract/desk/exports.ts'
import { piecesOfThread } from '../../thread-pieces.ts'
import { threadProgram } from '../../thread.ts'
import { refuse } from './refused.ts'
import type { UpdateWorkbookOrder } from './update-worker.ts'

const program = threadProgram('update-worker', import.meta.url)

/** For the texts of a workbook and what is read in them; beyond it the thread ends and the program goes on. */
const mostMegabytes = 1024

/**
 * A workbook brought up to date in a thread of its own, with connections of its own to the databases: a workbook is a stranger's file,
 * and however long it takes to read one, everybody else is answered meanwhile. Throws `workbook-refused`, `not-in-library`, `cancelled`.
 */
export async function* updateInThread(
  order: UpdateWorkbookOrder,
  signal: AbortSignal,
): AsyncGenerator<UpdatePiece, void> {
  try {
    yield* piecesOfThread<UpdatePiece>(
      program,
      { workerData: order, resourceLimits: { maxOldGenerationSizeMb: mostMegabytes } },
      signal,
    )
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    if (isTooLarge) refuse('it needs more memory than there is for one workbook')
    throw error
  }
}
