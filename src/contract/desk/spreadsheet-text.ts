/** Characters with which a spreadsheet takes a text for a formula, in full width too (promises.md X1). */
const formulaStart = /^[=+\-@\t\r\n\0＝＋－＠]/
const plainNumber = /^[-+]?\d+(\.\d+)?$/

/** A text may be read as a formula where nothing says that it is a text: in a file of separated values, on the clipboard. */
export function isFormulaLike(text: string): boolean {
  const first = text.charCodeAt(0)
  // Most texts begin with a letter: two comparisons decide.
  if (first > 0x40 && first < 0xff00) return false
  return formulaStart.test(text) && !plainNumber.test(text)
}

/** A text that no spreadsheet runs. Numbers, negative ones too, stay as they are. */
export function safeText(text: string): string {
  return isFormulaLike(text) ? `'${text}` : text
}
