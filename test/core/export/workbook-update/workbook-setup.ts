import type { ScatterSettings } from '#contract/api/comparisons.ts'
import type { UpdateChunk, WorkbookChunk } from '#contract/api/exports.ts'
import type { PaperSize } from '#contract/api/paper-size.ts'
import { comparisonSetup, quartersOf } from '../../comparisons/comparison-setup.ts'
import { enhanced } from '../../records.ts'
import { taken } from '../taken.ts'

const day = 86_400_000
const first = { year: 2024, quarter: 1, end: '2024-03-31' }
const revenues = [100, 200, 300, 600]

function records(quarters: readonly number[], year: number) {
  return [
    enhanced({ year: 2023 }, { Revenue: 1000, CostOfRevenue: 600, GrossProfit: 400 }),
    enhanced({ year: 2024 }, { Revenue: year, CostOfRevenue: 700, GrossProfit: 500 }),
    ...quartersOf(
      'ACME',
      first,
      quarters.map((Revenue) => ({ Revenue, GrossProfit: Revenue / 4 })),
    ),
  ]
}

/** A company that is exported; then, days later, a quarter of it is restated and another one comes. */
export async function workbookSetup() {
  const setup = await comparisonSetup({
    ACME: records(revenues, 1200),
    BOLT: quartersOf('BOLT', first, [{ Revenue: 7, GrossProfit: 5 }, {}, {}, { Revenue: 8 }]),
  })
  const question = { symbol: 'ACME', as: 'xlsx', scale: 'units', asOf: null } as const
  return {
    ...setup,
    exported: async (paper?: PaperSize) => (await taken(setup.api.exports.company({ ...question, paper }))).content,
    compared: async (scatter?: ScatterSettings) => {
      const look = { layout: 'spread', pivoted: false, line: '', period: '', ranks: 'newest', chart: 'none' } as const
      const spec = setup.spec({
        lines: ['Revenue', 'calculated.gross_margin'],
        basis: 'quarterly',
        periods: 2,
        ...(scatter && { look: { ...look, scatter } }),
      })
      const asked = setup.api.exports.comparison({ spec, title: 'Peers', as: 'xlsx', scale: 'units' })
      return (await taken(asked)).content
    },
    move: async (latest = 700) => {
      setup.clock.advance(3 * day)
      setup.gives.ACME = records([100, 210, 300, 600, latest], 1210)
      await setup.fetch('ACME')
      setup.clock.advance(day)
    },
    update: async (workbook: Uint8Array, signal?: AbortSignal) =>
      updatedBook(await setup.api.exports.update(piecesOf(workbook), { ...(signal && { signal }) })),
  }
}

/** As a window sends a file: in pieces, then that these were all. */
export async function* piecesOf(workbook: Uint8Array): AsyncGenerator<WorkbookChunk> {
  const chunkLength = 40_000
  for (let at = 0; at < workbook.length; at += chunkLength) {
    yield await Promise.resolve({
      kind: 'bytes',
      base64: Buffer.from(workbook.subarray(at, at + chunkLength)).toString('base64'),
    })
  }
  yield { kind: 'end' }
}

export async function updatedBook(answer: AsyncIterable<UpdateChunk>) {
  const pieces: Buffer[] = []
  for await (const piece of answer) {
    if (piece.kind === 'updated') return { workbook: Buffer.concat(pieces), told: piece }
    pieces.push(Buffer.from(piece.base64, 'base64'))
  }
  throw new Error('the workbook ended before it was whole')
}
