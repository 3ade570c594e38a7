/** Starts the worker thread that updates a workbook. */

import type { UpdateChunk } from '#contract/api/exports.ts'
import { chunksOfThread } from '../../worker-thread-chunks.ts'
import { threadProgram } from '../../worker-thread.ts'
import { refuse } from './refuse-workbook.ts'
import type { UpdateWorkbookRequest } from './update-worker.ts'

const program = threadProgram('update-worker', import.meta.url)

/** For a workbook's text and what is parsed from it; beyond this limit the thread ends and the program continues. */
const mostMegabytes = 1024

/**
 * Updates a workbook in a worker thread, with separate connections to the databases: a workbook is an untrusted file, and other
 * requests must not wait for it. Throws `workbook-refused`, `not-in-library`, `cancelled`.
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
