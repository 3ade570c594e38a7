/** Makes names valid and unique for the sheets of a workbook, and writes them in formulas. */

const mostLetters = 31
const refused = /[[\]:*?/\\]|\p{Cc}/gu

/** Valid sheet names: at most 31 characters, none of `[]:*?/\`, no apostrophe at either end, unique regardless of case. */
export function sheetNames(wanted: readonly string[]): string[] {
  const taken = new Set(['history'])
  return wanted.map((name) => {
    const clean = name
      .replaceAll(refused, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
      .replaceAll(/^'+|'+$/g, '')
    const usable = clean === '' ? 'Sheet' : clean
    for (let number = 1; ; number += 1) {
      const ending = number === 1 ? '' : ` (${number})`
      const tried =
        usable
          .slice(0, mostLetters - ending.length)
          .toWellFormed()
          .trimEnd() + ending
      if (taken.has(tried.toLowerCase())) continue
      taken.add(tried.toLowerCase())
      return tried
    }
  })
}

/** A sheet's name in a formula: `'Q3 ''26'!`. */
export function inFormula(sheetName: string): string {
  return `'${sheetName.replaceAll("'", "''")}'!`
}
