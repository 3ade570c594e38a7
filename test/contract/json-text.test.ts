import { describe, expect, test } from 'vitest'
import { jsonText } from '#contract/api/base.ts'
import { readJsonText, toJsonText, type JsonText } from '#contract/api/serialized-json.ts'
import type { WatchlistCell, WatchlistRow } from '#contract/api/watchlists.ts'

const row: WatchlistRow = {
  symbol: 'HLDN',
  name: 'Halden “Group” plc\n',
  note: '',
  unseen: { rating: 2 },
  period: { quarter: 'Q3', year: 2026, endPeriod: '2026-09-30', recordId: 7 },
  call: null,
}

describe('rows that cross as one text', () => {
  test('are read as they were written', () => {
    const cells: readonly WatchlistCell[] = ['n.m.', 0.1, null, [1, 'n.m.', null]]
    expect([readJsonText(toJsonText([row])), readJsonText(toJsonText(cells))]).toEqual([[row], cells])
  })

  test('pass the schema as a text, and not as the rows themselves', () => {
    const schema = jsonText<readonly WatchlistRow[]>()
    expect([schema.safeParse(toJsonText([row])).success, schema.safeParse([row]).success]).toEqual([true, false])
  })

  test('are no other rows and no other text to the compiler', () => {
    const takesRows = (text: JsonText<readonly WatchlistRow[]>) => readJsonText(text)
    expect(takesRows(toJsonText([row]))).toEqual([row])
    // @ts-expect-error A text of cells.
    takesRows(toJsonText<readonly WatchlistCell[]>([]))
    // @ts-expect-error A text that toJsonText has not written.
    takesRows('[]')
  })

  test('are of nothing that JSON would change', () => {
    // @ts-expect-error Its entries would be lost.
    expect(toJsonText(new Map([['HLDN', row]]))).toBe('{}')
    // @ts-expect-error It would be read as a text.
    expect(toJsonText({ at: new Date(0) })).toContain('1970')
    // @ts-expect-error It would be read as null.
    expect(toJsonText([undefined])).toBe('[null]')
  })
})
