import { expect, test } from 'vitest'
import type { ExportChunk, TableChunk } from '#contract/api/exports.ts'
import { exportOf } from '../../../src/renderer/app/exporter.ts'

async function* nothing(): AsyncGenerator<ExportChunk, void> {
  // No file: what is requested is what is tested.
}

/** What the core is sent, and whether any of it set out before the request got its response. */
function recordingCore() {
  const sent: TableChunk[] = []
  let hasResponded = false
  let cameEarly = false
  let reading = Promise.resolve()
  const table = async (pieces: AsyncIterable<TableChunk>) => {
    reading = (async () => {
      for await (const piece of pieces) {
        cameEarly ||= !hasResponded
        sent.push(piece)
      }
    })()
    await Promise.resolve()
    hasResponded = true
    return nothing()
  }
  return { sent, early: () => cameEarly, read: () => reading, core: { exports: { table } } }
}

test('a table goes to the core as it is shown, its rows in their order, once its request got a response', async () => {
  const { sent, early, read, core } = recordingCore()
  const rows = Array.from({ length: 450 }, (_, at) => [`-${at}x`, at === 3 ? null : -at, '2026-01-01', 41_234_567])
  const what = exportOf(core as never, {
    name: 'Calls',
    kinds: { Day: 'day' },
    facts: [['Filter', 'HLDN']],
    sheet: () => ({ heads: ['Name', 'Change', 'Day', 'segment_id'], rows }),
  })
  await what.request({ as: 'csv', title: 'My calls', paper: 'a4' }, new AbortController().signal)
  await read()
  expect(early()).toBe(false)
  expect(sent[0]).toEqual({
    kind: 'head',
    title: 'My calls',
    as: 'csv',
    numbers: 'en-US',
    paper: 'a4',
    facts: [['Filter', 'HLDN']],
    columns: [
      { title: 'Name', kind: 'text' },
      { title: 'Change', kind: 'number', largest: -449 },
      { title: 'Day', kind: 'day' },
      // An id is no figure: no separators, whatever the screen said.
      { title: 'segment_id', kind: 'id', largest: 41_234_567 },
    ],
  })
  expect(sent.flatMap((piece) => (piece.kind === 'rows' ? piece.rows : []))).toEqual(rows)
  expect(sent.at(-1)).toEqual({ kind: 'end' })
})
