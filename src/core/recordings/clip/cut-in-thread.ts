/** Cuts a clip in a worker thread, and returns it as base64. */

import type { ApiOutputs } from '#contract/api/api.ts'
import { fail } from '../../failure-error.ts'
import { resultOfThread, threadProgram } from '../../worker-thread.ts'
import { endingOf, playedAs } from '../media-types.ts'
import type { ClipOrder } from './clip-worker.ts'
import type { CutClip } from './cut-clip.ts'

const program = threadProgram('clip-worker', import.meta.url)

/** An hour of sound as it is usually sent; half as much again on its way to the window. */
const mostMegabytes = 64

/** Cuts a clip in a worker thread, as base64. Throws `too-large`, `not-in-library` when the file is missing, `cancelled`. */
export async function clipOfFile(
  order: Omit<ClipOrder, 'most'>,
  signal: AbortSignal,
): Promise<ApiOutputs['recordings']['clip']> {
  const clip = await cut({ ...order, most: mostMegabytes * 1_000_000 }, signal)
  if (clip === 'too-large') fail({ kind: 'too-large', operation: 'The clip', detail: `${mostMegabytes} MB` })
  if (clip === null) return null
  const { bytes, mediaType } = clip
  return {
    base64: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
    mediaType: playedAs(mediaType),
    ending: endingOf(mediaType),
  }
}

async function cut(order: ClipOrder, signal: AbortSignal): Promise<CutClip> {
  try {
    return (await resultOfThread(program, order, signal)) as CutClip
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') fail({ kind: 'not-in-library' })
    throw error
  }
}
