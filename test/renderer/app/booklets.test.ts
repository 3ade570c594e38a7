import { expect, test } from 'vitest'
import { Booklets, type BookletJob, type RenderedBooklet } from '../../../src/renderer/app/booklets.svelte.ts'

const wanted: Omit<BookletJob, 'signal'> = {
  title: 'Coverage',
  companies: ['HLDN'],
  asOf: null,
  paper: 'a4',
  header: '',
  disclaimer: '',
  sectionsOff: [],
  hasSpread: true,
}
const drawnAs = (title: string): RenderedBooklet => ({ title, paper: 'a4', pages: [], failed: [] })

/** With one that is ready, and another that is being drawn. */
function replacing() {
  const booklets = new Booklets()
  const begin = (): BookletJob => {
    booklets.begin(wanted)
    if (!booklets.progress) throw new Error('none begins')
    return booklets.progress.job
  }
  booklets.finish(begin(), drawnAs('first'))
  return { booklets, job: begin() }
}

test('a booklet that is ready is still there when the one that would replace it is canceled', () => {
  const { booklets, job } = replacing()
  booklets.cancel()
  expect([job.signal.aborted, booklets.progress, booklets.drawn?.title]).toEqual([true, null, 'first'])
  // What was still being drawn of it comes too late.
  booklets.finish(job, drawnAs('second'))
  expect(booklets.drawn?.title).toBe('first')
})

test('a booklet that is ready is still there when the one that would replace it fails, and gone when that one is ready', () => {
  const failing = replacing()
  failing.booklets.finish(failing.job, null)
  expect([failing.booklets.progress, failing.booklets.drawn?.title]).toEqual([null, 'first'])
  const { booklets, job } = replacing()
  booklets.finish(job, drawnAs('second'))
  expect(booklets.drawn?.title).toBe('second')
})
