import type { UpdateChunk } from '#contract/api/exports.ts'
import { chunksOfThread } from '../../thread-chunks.ts'
import { threadProgram } from '../../worker-thread.ts'
import { refuse } from './refuse-workbook.ts'
import type { UpdateWorkbookRequest } from './update-worker.ts'

const program = threadProgram('update-worker', import.meta.url)

/** For the texts of a workbook and what is read in them; beyond it the thread ends and the program goes on. */
const mostMegabytes = 1024

/**
 * A workbook brought up to date in a thread of its own, with connections of its own to the databases: a workbook is a stranger's file,
 * and however long it takes to read one, other requests get their responses meanwhile. Throws `workbook-refused`, `not-in-library`, `cancelled`.
 */
export async function* updateInThread(
  order: UpdateWorkbookRequest,
  signal: AbortSignal,
): AsyncGenerator<UpdateChunk, void> {
  try {
    yield* chunksOfThread<UpdateChunk>(
      program,
      { workerData: order, resourceLimits: { maxOldGenerationSizeMb: mostMegabytes } },
      signal,
    )
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    if (isTooLarge) refuse('the workbook needs more memory than is available for one update')
    throw error
  }
}
