/** What is said of a finished booklet in the status bar, and read out. */

import { formatCounted } from '../format/counts.ts'
import { sentenceOf } from '../format/failure-text.ts'
import type { RenderedBooklet } from './booklets.svelte.ts'

/** `KSTM: The disk is full…`, for each company that has no pages. */
export function reasonsLeftOut({ failed }: Pick<RenderedBooklet, 'failed'>): readonly string[] {
  return failed.map(({ symbol, failure }) => `${symbol}: ${sentenceOf(failure, '')}`)
}

/** `Booklet ready: 12 pages. Not included: KSTM: …` */
export function bookletReady(drawn: Pick<RenderedBooklet, 'failed' | 'pages'>): string {
  const ready = `Booklet ready: ${formatCounted(drawn.pages.length, 'page')}.`
  return drawn.failed.length === 0 ? ready : `${ready} Not included: ${reasonsLeftOut(drawn).join(' ')}`
}
