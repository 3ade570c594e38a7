import { beforeEach, describe, expect, test } from 'vitest'
import type { ApiInputs, Preferences } from '#contract/api/api.ts'
import type { Change } from '../../../../src/renderer/core-client/changes.ts'
import { RequestFailed } from '../../../../src/renderer/core-client/request-failed.ts'
import { FinancialsTable } from '../../../../src/renderer/company/financials/financials-table.svelte.ts'
import { defaultPreferences } from '#contract/api/default-preferences.ts'
import { columnsOf } from '../../../../src/renderer/company/financials/periods.ts'
import { sourceTargetAt } from '../../../../src/renderer/company/financials/source-target.ts'
import { responseOf, haldenPeriods, period, type FinancialsResponse } from '../financials-response.ts'

type Question = ApiInputs['financials']['open']

let asked: Question[]
let signals: (AbortSignal | undefined)[]
let waiting: { respond: (response: FinancialsResponse) => Promise<void>; fail: (error: Error) => Promise<void> }[]
let listeners: Set<(change: Change) => void>
let preferences: { now: Preferences }
let table: FinancialsTable

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

beforeEach(() => {
  asked = []
  signals = []
  waiting = []
  listeners = new Set()
  preferences = { now: defaultPreferences }
  table = new FinancialsTable('HLDN', {
    core: {
      financials: {
        open: (question, options) => {
          asked.push(question)
          signals.push(options?.signal)
          const { promise, resolve, reject } = Promise.withResolvers<FinancialsResponse>()
          waiting.push({
            respond: (response) => (resolve(response), settle()),
            fail: (error) => (reject(error), settle()),
          })
          return promise
        },
      },
    },
    changes: {
      listen: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    preferences,
    now: () => Date.UTC(2025, 10, 21),
  })
})

async function opened(response = responseOf()): Promise<void> {
  void table.open(null)
  await waiting[0]?.respond(response)
}
const announce = (symbol = 'HLDN') => listeners.forEach((listener) => listener({ kind: 'fundamentals', symbol }))
const text = (row: string, column: number) =>
  table.cell(
    table.rows.findIndex(({ key }) => key === row),
    column,
  ).text

describe('opening a company', () => {
  test('requests quarters and their growth from the library first', () => {
    void table.open(null)
    expect(asked).toEqual([{ symbol: 'HLDN', basis: 'quarterly', comparison: 'yoy', freshness: 'library-first' }])
  })

  test('draws every line at its final height before a figure is there', async () => {
    void table.open(null)
    const before = table.rows.map(({ key }) => key)
    expect([table.awaited, table.columns.length, before.length]).toEqual([true, 0, 34])
    await waiting[0]?.respond(responseOf())
    expect(table.rows.map(({ key }) => key)).toEqual(before)
    expect(text('Revenue', 3)).toBe('1,318.4')
  })

  test('puts the active cell into the latest quarter, not into the last twelve months', async () => {
    await opened()
    expect(table.columns[table.grid.active.column]?.title).toBe('Q3 FY2025')
  })
})

describe('a quarter that was never delivered', () => {
  const rest = haldenPeriods.filter(({ quarter, kind }) => quarter !== 'Q1' && kind !== 'ltm')
  const without = { periods: rest, values: { Revenue: [1_262_300_000, 1_296_800_000, 1_318_400_000] } }
  async function openedWithout(): Promise<void> {
    void table.open(null)
    await waiting[0]?.respond(responseOf({ ...without, compared: {} }))
  }

  test('has its column, with n/a: its neighbors are not read as following each other', async () => {
    await openedWithout()
    expect(table.columns.map(({ title, note }) => [title, note])).toEqual([
      ['Q4 FY2024', '28 Dec 24'],
      ['Q1 FY2025', 'no record'],
      ['Q2 FY2025', '28 Jun 25'],
      ['Q3 FY2025', '27 Sep 25'],
    ])
    expect([0, 1, 2, 3].map((column) => text('Revenue', column))).toEqual(['1,262.3', 'n/a', '1,296.8', '1,318.4'])
  })

  test('is an empty cell in the copy, and has no source', async () => {
    await openedWithout()
    const { text: copied } = table.copy({ heads: true, sources: true }, { top: 0, bottom: 0, left: -1, right: 1 })
    const [names, ends, figures, , , , missing] = copied.split('\r\n').map((line) => line.split('\t').slice(1))
    expect([names, ends, figures]).toEqual([
      ['Q4 FY2024', 'Q1 FY2025'],
      ['2024-12-28', ''],
      ['1262300000', ''],
    ])
    expect(missing).toEqual(['', '', '', 'no record'])
    expect(sourceTargetAt(table, { row: 0, column: 1 })).toBeNull()
  })

  test.each([
    ['wrong labels', [period('Q3', 2020, '2020-09-30'), period('Q2', 2021, '2020-12-31')]],
    ['another time', [period('Q3', 2010, '2010-09-30'), period('Q2', 2021, '2021-06-30')]],
    ['the same quarter twice', [period('Q3', 2020, '2020-09-30'), period('Q3', 2020, '2020-09-30')]],
  ])('is not made up of %s', (_, periods) => {
    expect(columnsOf(periods, 'oldest-first')).toHaveLength(2)
  })
})

describe('modes', () => {
  test('values and growth on the prior year are one response: nothing is requested again', async () => {
    await opened()
    table.compare('none')
    expect(asked).toHaveLength(1)
    expect(table.rows.some(({ rank }) => rank === 'beneath')).toBe(false)
  })

  test('rows and figures change together, when the other comparison has come', async () => {
    await opened()
    table.compare('common-size')
    expect([table.comparisonFromSettings, table.comparison]).toEqual(['common-size', 'yoy'])
    await waiting[1]?.respond(responseOf({ compared: { Revenue: [1, 1, 1, 1, 1] } }))
    expect(table.comparison).toBe('common-size')
    expect(text('Revenue common-size', 0)).toBe('100.0%')
  })

  test('years have no previous quarter: q/q becomes y/y', async () => {
    await opened()
    table.compare('qoq')
    table.onBasis('annual')
    expect(asked.at(-1)).toMatchObject({ basis: 'annual', comparison: 'yoy' })
  })

  test('the order of the columns turns and the active figure stays', async () => {
    await opened()
    table.grid.moveTo({ row: 0, column: 1 })
    preferences.now = { ...preferences.now, order: 'newest-first' }
    const turned = new FinancialsTable('HLDN', {
      core: { financials: { open: () => Promise.resolve(responseOf()) } },
      changes: { listen: () => () => {} },
      preferences,
      now: () => 0,
    })
    await turned.open(null)
    expect(turned.columns.map(({ title }) => title)).toEqual([
      'LTM',
      'Q3 FY2025',
      'Q2 FY2025',
      'Q1 FY2025',
      'Q4 FY2024',
    ])
    expect(turned.cell(0, 1).text).toBe('1,318.4')
  })

  test('an edition can be requested by name, and left to the key again', async () => {
    await opened()
    table.inEdition('lite')
    expect(asked.at(-1)).toMatchObject({ edition: 'lite' })
    table.inEdition(undefined)
    expect(asked.at(-1)).not.toHaveProperty('edition')
  })
})

describe('as of a day', () => {
  const day = Date.UTC(2025, 10, 1)

  test('that day is requested from the core, and what is on screen says which day it is of', async () => {
    await opened()
    expect(asked[0]).not.toHaveProperty('asOf')
    void table.open(day)
    expect([asked[1]?.asOf, table.asOf]).toEqual([day, null])
    await waiting[1]?.respond(responseOf())
    expect(table.asOf).toBe(day)
  })
})

describe('a refresh', () => {
  test('sends one request to the service, and reads from the library what is announced afterwards', async () => {
    await opened()
    void table.refresh()
    expect([asked.at(-1)?.freshness, table.refreshing]).toEqual(['service', true])
    announce()
    await waiting[1]?.respond(responseOf())
    expect(asked.at(-1)?.freshness).toBe('library-first')
    await waiting[2]?.respond(responseOf())
    expect(table.refreshing).toBe(false)
  })

  test('that fails keeps every figure, and says why', async () => {
    await opened()
    void table.refresh()
    await waiting[1]?.fail(new RequestFailed({ kind: 'key-refused', operation: 'Enhanced fundamentals' }))
    expect([table.failure?.kind, text('Revenue', 3)]).toEqual(['key-refused', '1,318.4'])
  })

  test('goes on while another view is shown, and its figures are shown there', async () => {
    await opened()
    void table.refresh()
    table.onBasis('annual')
    expect(asked.at(-1)).toMatchObject({ basis: 'annual', freshness: 'library-first' })
    await waiting[2]?.respond(responseOf())
    expect([signals[1]?.aborted, table.refreshing]).toEqual([false, true])
    await waiting[1]?.respond(responseOf())
    expect(asked.at(-1)).toMatchObject({ basis: 'annual', freshness: 'library-first' })
    await waiting[3]?.respond(responseOf({ values: { Revenue: [1e6, 2e6, 3e6, 4e6, 5e6] } }))
    expect([text('Revenue', 3), table.refreshing]).toEqual(['4.0', false])
  })

  test('that fails while another view is shown says why, until the figures have come otherwise', async () => {
    await opened()
    void table.refresh()
    table.onBasis('annual')
    await waiting[2]?.respond(responseOf())
    await waiting[1]?.fail(new RequestFailed({ kind: 'key-refused', operation: 'Enhanced fundamentals' }))
    expect([table.failure?.kind, table.refreshing, text('Revenue', 3)]).toEqual(['key-refused', false, '1,318.4'])
    announce()
    await waiting[3]?.respond(responseOf())
    await waiting[4]?.respond(responseOf())
    expect(table.failure).toBeNull()
  })

  test('of another company touches nothing', async () => {
    await opened()
    announce('MRFL')
    expect(asked).toHaveLength(1)
  })

  test('keeps the selection, though a newer quarter comes', async () => {
    await opened()
    table.grid.moveTo({ row: 0, column: 1 })
    table.grid.moveTo({ row: 0, column: 3 }, true)
    announce()
    const newer = { ...(haldenPeriods[3] ?? haldenPeriods[0]), quarter: 'Q4', endPeriod: '2025-12-27' }
    await waiting[1]?.respond(
      responseOf({
        periods: [...haldenPeriods.slice(0, 4), newer as (typeof haldenPeriods)[number], ...haldenPeriods.slice(4)],
      }),
    )
    expect(table.grid.range).toMatchObject({ left: 1, right: 3 })
  })
})

test('the next flagged figure is found in whichever statement it stands', async () => {
  const [first, ...rest] = haldenPeriods
  await opened(
    responseOf({ periods: [{ ...(first as (typeof haldenPeriods)[number]), breaks: ['TotalAssets'] }, ...rest] }),
  )
  expect(table.goToNext(table.flagged('breaks'))).toBe(true)
  expect([table.statement, table.rows[table.grid.active.row]?.field]).toEqual(['balance', 'TotalAssets'])
  expect(table.goToNext([])).toBe(false)
})

describe('going to one figure', () => {
  const q2 = { quarter: 'Q2', year: 2025, edition: 'enhanced', change: null } as const

  test('goes to its quarter, in whichever statement its line is', async () => {
    await opened()
    const going = table.goToFigure({ ...q2, field: 'NetCashOperatingActivities' })
    await waiting[1]?.respond(responseOf())
    expect(await going).toBe(true)
    const { row, column } = table.grid.active
    expect([table.statement, table.rows[row]?.key, table.columns[column]?.title]).toEqual([
      'cash-flow',
      'NetCashOperatingActivities',
      'Q2 FY2025',
    ])
  })

  test('a change is gone to below its line, on the period that it is of', async () => {
    await opened()
    const going = table.goToFigure({ ...q2, field: 'Revenue', change: 'qoq' })
    await waiting[1]?.respond(responseOf())
    expect([await going, asked[1]?.comparison, table.rows[table.grid.active.row]?.key]).toEqual([
      true,
      'qoq',
      'Revenue qoq',
    ])
  })

  test('of the other edition is requested in it, and one that is not stored is not there', async () => {
    await opened()
    const going = table.goToFigure({ ...q2, field: 'Revenue', year: 2001, edition: 'lite' })
    await waiting[1]?.respond(responseOf())
    await waiting[2]?.respond({ ...responseOf(), edition: 'lite' })
    expect([await going, asked[2]?.edition]).toEqual([false, 'lite'])
  })
})
