import { describe, expect, test } from 'vitest'
import type { BookletEntry } from '#contract/api/booklet.ts'
import { RequestFailed } from '../../../../src/renderer/core-client/request-failed.ts'
import { drawBooklet, type BookletDrawing } from '../../../../src/renderer/paper/booklet/draw-booklet.ts'

interface Page {
  id: string
  readonly of: string
}

const entry = (symbol: string, isEmpty = false): BookletEntry => ({
  symbol,
  name: null,
  fetchedAt: null,
  missing: [],
  isEmpty,
  failure: null,
})

/** Draws pages that only say what they are of. `sheets` may fail for a symbol. */
function drawing(entries: readonly BookletEntry[], sheet: (symbol: string) => void = () => undefined) {
  const page = (of: string): Page => ({ id: '', of })
  const told: string[] = []
  const whole: BookletDrawing<Page> = {
    contents: async () => ({ entries: [...entries], composedAt: 7 }),
    sheet: async (symbol) => {
      sheet(symbol)
      return [page(`${symbol} 1`), page(`${symbol} 2`)]
    },
    missing: async ({ symbol }) => [page(`${symbol} has nothing`)],
    spread: async (symbols) => [page(`spread of ${symbols.join(' ')}`)],
    contentsPages: async ({ rows, spreadPage, asOf }) => {
      const lines = rows.map(({ symbol, page: at, remark }) => [symbol, at ?? '-', remark].join(' ').trim())
      told.push(...lines, `spread ${spreadPage}`, `as of ${asOf}`)
      return [page('contents')]
    },
    advance: (done) => told.push(`${done} drawn`),
    pause: async () => undefined,
  }
  return { whole, told }
}

const options = { size: 'a4', asOf: null, hasSpread: true } as const

describe('a booklet', () => {
  test('has its contents, the sheets in their order, one page for a company without data, and the spread', async () => {
    const { whole, told } = drawing([entry('A'), entry('NONE', true), entry('B')])
    const { pages, failed, asOf } = await drawBooklet(options, whole)
    expect(pages.map(({ of }) => of)).toEqual([
      'contents',
      'A 1',
      'A 2',
      'NONE has nothing',
      'B 1',
      'B 2',
      'spread of A NONE B',
    ])
    expect(pages.map(({ id }) => id)).toEqual(['', 'company-1', '', 'company-2', 'company-3', '', ''])
    expect(told).toEqual([
      '1 drawn',
      '2 drawn',
      '3 drawn',
      'A 2',
      'NONE 4 Nothing stored',
      'B 5',
      'spread 7',
      'as of 7',
    ])
    expect([failed, asOf]).toEqual([[], 7])
  })

  test('goes on without a company that fails, and names it', async () => {
    const { whole, told } = drawing([entry('A'), entry('BAD'), entry('B')], (symbol) => {
      if (symbol === 'BAD') throw new RequestFailed({ kind: 'defect' })
    })
    const { pages, failed } = await drawBooklet(options, whole)
    expect(pages.map(({ of }) => of)).toEqual(['contents', 'A 1', 'A 2', 'B 1', 'B 2', 'spread of A B'])
    expect(failed).toEqual([{ symbol: 'BAD', failure: { kind: 'defect' } }])
    expect(told.find((line) => line.startsWith('BAD'))).toMatch(/^BAD - Not included: /)
  })

  test('ends when the core has gone, or when no company could be drawn', async () => {
    const tried: string[] = []
    const gone = drawing([entry('A'), entry('B')], (symbol) => {
      tried.push(symbol)
      throw new RequestFailed({ kind: 'core-stopped' })
    })
    await expect(drawBooklet(options, gone.whole)).rejects.toThrow('core-stopped')
    expect(tried).toEqual(['A'])
    const bad = drawing([entry('A'), entry('B')], () => {
      throw new RequestFailed({ kind: 'defect' })
    })
    await expect(drawBooklet(options, bad.whole)).rejects.toThrow('defect')
  })

  test('ends where it was canceled', async () => {
    const { whole, told } = drawing([entry('A'), entry('B')])
    const cancelled = { ...whole, pause: () => Promise.reject(new DOMException('', 'AbortError')) }
    await expect(drawBooklet(options, cancelled)).rejects.toThrow()
    expect(told).toEqual(['1 drawn'])
  })

  test('has no spread of one company, or where none is wanted', async () => {
    const one = await drawBooklet(options, drawing([entry('A')]).whole)
    const without = await drawBooklet({ ...options, hasSpread: false }, drawing([entry('A'), entry('B')]).whole)
    expect([...one.pages, ...without.pages].filter(({ of }) => of.startsWith('spread'))).toEqual([])
  })
})
