import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inFormula, sheetNames } from '#core/export/workbook/sheet-names.ts'

describe('names of sheets', () => {
  test('are such as a spreadsheet takes, each once', () => {
    expect(sheetNames(['Income: a/b', 'income  A b', "'Q'", '', 'History', 'x'.repeat(40), 'x'.repeat(41)])).toEqual([
      'Income a b',
      'income A b (2)',
      'Q',
      'Sheet',
      'History (2)',
      'x'.repeat(31),
      `${'x'.repeat(27)} (2)`,
    ])
  })

  test('lose every sign that a spreadsheet refuses, and blanks and apostrophes at an end', () => {
    expect(sheetNames(['[a]:*?/\\\u0007b', "  it's  ", "''Q3''", "O'Neil", '\t\n'])).toEqual([
      'a b',
      "it's",
      'Q3',
      "O'Neil",
      'Sheet',
    ])
  })

  test('are not cut in the middle of a letter, nor end in a blank', () => {
    expect(sheetNames([`${'x'.repeat(30)}🚀`, `${'y'.repeat(30)} z`])).toEqual([
      `${'x'.repeat(30)}\ufffd`,
      'y'.repeat(30),
    ])
  })

  test('are counted up until one is free', () => {
    expect(sheetNames(['a', 'a', 'A', 'a (2)', 'SHEET', ''])).toEqual([
      'a',
      'a (2)',
      'A (3)',
      'a (2) (2)',
      'SHEET',
      'Sheet (2)',
    ])
  })

  test('of any texts are 1 to 31 letters, and no two are alike', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 40 }), { maxLength: 30 }), (wanted) => {
        const names = sheetNames(wanted)
        expect(names).toHaveLength(wanted.length)
        expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length)
        for (const name of names) expect(name).toMatch(/^[^[\]:*?/\\]{1,31}$/)
      }),
    )
  })

  test('are written in a formula with their apostrophes doubled', () => {
    expect(inFormula("Q3 '26 'x'")).toBe("'Q3 ''26 ''x'''!")
  })
})
