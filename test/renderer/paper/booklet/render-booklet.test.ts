import { describe, expect, test } from 'vitest'
import type { BookletEntry } from '#contract/api/booklet.ts'
import { RequestFailed } from '../../../../src/renderer/core-client/request-failed.ts'
import { renderBooklet, type BookletRendering } from '../../../../src/renderer/paper/booklet/render-booklet.ts'

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

/** Draws pages that only say what they are of. `sheet` may fail for a symbol, or say more of it than the contents did. */
function drawing(
  entries: readonly BookletEntry[],
  sheet: (symbol: string) => Partial<BookletEntry> | undefined = () => undefined,
) {
  const page = (of: string): Page => ({ id: '', of })
  const told: string[] = []
  const whole: BookletRendering<Page> = {
    contents: async () => ({ entries: [...entries], composedAt: 7 }),
    sheet: async (symbol) => {
      const said = { ...entry(symbol), ...sheet(symbol) }
      return { entry: said, pages: [page(`${symbol} 1`), page(`${symbol} 2`)] }
    },
    takeChanged: () => new Set(),
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
    const { pages, failed, asOf } = await renderBooklet(options, whole)
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
      return undefined
    })
    const { pages, failed } = await renderBooklet(options, whole)
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
    await expect(renderBooklet(options, gone.whole)).rejects.toThrow('core-stopped')
    expect(tried).toEqual(['A'])
    const bad = drawing([entry('A'), entry('B')], () => {
      throw new RequestFailed({ kind: 'defect' })
    })
    await expect(renderBooklet(options, bad.whole)).rejects.toThrow('defect')
  })

  test('ends where it was canceled', async () => {
    const { whole, told } = drawing([entry('A'), entry('B')])
    const cancelled = { ...whole, pause: () => Promise.reject(new DOMException('', 'AbortError')) }
    await expect(renderBooklet(options, cancelled)).rejects.toThrow()
    expect(told).toEqual(['1 drawn'])
  })

  test('says in its contents what its pages say, though a download brought more after the contents were requested', async () => {
    const { whole, told } = drawing([{ ...entry('A'), missing: ['ratings', 'news'] }, entry('B')], (symbol) =>
      symbol === 'A' ? { missing: ['news'] } : undefined,
    )
    await renderBooklet(options, whole)
    expect(told).toContain('A 2 news')
  })

  test('draws the sheet of a company again whose statements changed before the spread was drawn, and the spread too', async () => {
    const drawn: string[] = []
    const { whole } = drawing([entry('A'), entry('B')], (symbol) => {
      drawn.push(symbol)
      return undefined
    })
    // What changed before the first sheet is on it.
    const changes = [['B'], ['A', 'OTHER'], ['OTHER']]
    const changing: typeof whole = {
      ...whole,
      takeChanged: () => new Set(changes.shift()),
      spread: async (symbols, asOf) => {
        drawn.push('spread')
        return whole.spread(symbols, asOf)
      },
    }
    const { pages } = await renderBooklet(options, changing)
    expect(drawn).toEqual(['A', 'B', 'spread', 'A', 'spread'])
    expect(pages.map(({ id }) => id)).toEqual(['', 'company-1', '', 'company-2', '', ''])
  })

  test('ends though statements change as long as it is drawn, and as of a day draws nothing again', async () => {
    const { whole } = drawing([entry('A'), entry('B')])
    let spreads = 0
    const changing: typeof whole = {
      ...whole,
      takeChanged: () => new Set(['A']),
      spread: async (symbols, asOf) => {
        spreads += 1
        return whole.spread(symbols, asOf)
      },
    }
    await renderBooklet(options, changing)
    expect(spreads).toBe(3)
    await renderBooklet({ ...options, asOf: 5 }, changing)
    expect(spreads).toBe(4)
  })

  test('has no spread of one company, or where none is wanted', async () => {
    const one = await renderBooklet(options, drawing([entry('A')]).whole)
    const without = await renderBooklet({ ...options, hasSpread: false }, drawing([entry('A'), entry('B')]).whole)
    expect([...one.pages, ...without.pages].filter(({ of }) => of.startsWith('spread'))).toEqual([])
  })
})
