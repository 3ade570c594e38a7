import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cellName, columnName, dateCell, instantCell } from '#core/export/workbook/cells.ts'

describe('a date', () => {
  test('is a date that formulas can use: every day from 1 March 1900 to the end of 9999', () => {
    expect(['1900-03-01', '2024-02-29', '2026-11-21', '9999-12-31'].map((day) => dateCell(day))).toMatchObject([
      { serial: 61 },
      { serial: 45_351 },
      { serial: 46_347 },
      { serial: 2_958_465 },
    ])
    fc.assert(
      fc.property(fc.integer({ min: 61, max: 2_958_465 }), (serial) => {
        const day = new Date(Date.UTC(1899, 11, 30) + serial * 86_400_000).toISOString().slice(0, 10)
        expect(dateCell(day)).toEqual({ kind: 'date', serial, text: day })
      }),
    )
  })

  test('is one only where the calendar has that day: each month to its last', () => {
    const days = [2023, 2024, 1900, 2000, 2100].flatMap((year) =>
      Array.from({ length: 14 }, (_, month) =>
        Array.from({ length: 34 }, (__, day) => [year, month, day] as const),
      ).flat(),
    )
    for (const [year, month, day] of days) {
      const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
      const time = new Date(Date.UTC(year, month - 1, day))
      const isDay = time.getUTCMonth() === month - 1 && time.getUTCDate() === day
      const isSound = isDay && time.getTime() >= Date.UTC(1900, 2, 1)
      expect([text, typeof dateCell(text)]).toEqual([text, isSound ? 'object' : 'string'])
    }
  })

  test.each([
    '1900-02-28',
    '1899-12-31',
    '2024-1-1',
    '2024-01-011',
    '2024-01-1',
    '2024/01-01',
    '2024-01/01',
    '2024-01-0x',
    'x024-01-01',
    '2024-x1-01',
    '202:-01-01',
    '2024-0/-01',
    'soon',
    '',
  ])('that is none, or none that a spreadsheet has, stays a text: %j', (text) => {
    expect(dateCell(text)).toBe(text)
  })
})

test('a moment is a day and a part of it, in UTC', () => {
  expect(instantCell(Date.UTC(2026, 0, 1, 12))).toEqual({
    kind: 'date',
    serial: 46_023.5,
    text: '2026-01-01T12:00:00Z',
  })
  expect(instantCell(0)).toEqual({ kind: 'date', serial: 25_569, text: '1970-01-01T00:00:00Z' })
  expect(instantCell(1_250).text).toBe('1970-01-01T00:00:01Z')
})

test('columns have the letters of a spreadsheet, up to its last one', () => {
  expect([0, 25, 26, 51, 52, 701, 702, 16_383].map(columnName)).toEqual([
    'A',
    'Z',
    'AA',
    'AZ',
    'BA',
    'ZZ',
    'AAA',
    'XFD',
  ])
  expect([cellName(0, 0), cellName(27, 6)]).toEqual(['A1', 'AB7'])
})
