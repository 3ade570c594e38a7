import { flushSync } from 'svelte'
import { expect, test } from 'vitest'
import type { TermGrid } from '#contract/api/transcript-search.ts'
import type { Change } from '../../../src/renderer/core-client/changes.ts'
import { TermGridState } from '../../../src/renderer/transcript-search/term-grid.svelte.ts'
import { inEffectRoot } from '../in-effect-root.svelte.ts'

const quarters: TermGrid['quarters'] = [
  { quarter: 'Q2', year: 2026 },
  { quarter: 'Q3', year: 2026 },
]

/** Terms by companies, in the order given, over two quarters. */
function gridOf(terms: readonly string[], symbols: readonly string[]): TermGrid {
  const rows = symbols.map((symbol) => ({ symbol, company: null, cells: [null, null] }))
  return {
    quarters,
    isToDate: false,
    calls: 0,
    words: 0,
    notDownloaded: 0,
    callsToDownload: [],
    companies: symbols.map((symbol) => ({ symbol, company: null })),
    mentioning: symbols.length,
    terms: terms.map((term) => ({ term, error: null, forms: [], rows })),
  }
}

/** The grid over companies that mention its terms, most mentions first. */
async function openGrid(...symbols: string[]) {
  let mentioning: readonly string[] = symbols
  const listeners = new Set<(change: Change) => void>()
  const grid = inEffectRoot(
    () =>
      new TermGridState({
        search: { termGrid: ({ terms }) => Promise.resolve(gridOf(terms, mentioning)) },
        changes: {
          listen: (listener) => {
            listeners.add(listener)
            return () => listeners.delete(listener)
          },
        },
        room: () => 2,
      }),
  )
  const settled = async () => {
    flushSync()
    await new Promise((resolve) => setImmediate(resolve))
  }
  grid.add('pric*')
  grid.add('mix')
  await settled()
  return {
    grid,
    settled,
    downloaded: async (...next: string[]) => {
      mentioning = next
      for (const listener of listeners) listener({ kind: 'call', id: 'new' })
      await settled()
    },
    open: () => {
      const { pickedCell: cell } = grid
      return cell && `${cell.term.term} ${cell.row.symbol} ${cell.column}`
    },
  }
}

test('the open cell stays that of its company when a download puts another one above it', async () => {
  const { grid, open, downloaded } = await openGrid('HLDN', 'VSPO')
  grid.pick({ term: 1, row: 0, column: 1 })
  expect(open()).toBe('mix HLDN 1')
  await downloaded('VSPO', 'KSTM', 'HLDN')
  expect([open(), grid.position]).toEqual(['mix HLDN 1', { term: 1, row: 2, column: 1 }])
  grid.step(-1)
  expect(open()).toBe('mix HLDN 0')
})

test('the open cell stays that of its term when another term is removed, and closes with its own', async () => {
  const { grid, open, settled } = await openGrid('HLDN')
  grid.pick({ term: 1, row: 0, column: 0 })
  grid.remove('pric*')
  await settled()
  expect(open()).toBe('mix HLDN 0')
  grid.add('price')
  grid.remove('mix')
  await settled()
  expect(open()).toBeNull()
})

test('a company that no longer mentions a term takes its open cell with it', async () => {
  const { grid, open, downloaded } = await openGrid('HLDN', 'VSPO')
  grid.pick({ term: 0, row: 0, column: 0 })
  await downloaded('VSPO')
  expect(open()).toBeNull()
})
