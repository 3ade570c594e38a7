/** Protects exported text that a spreadsheet would run as a formula, and restores the original. */

/**
 * Characters that show nothing before the first visible one: blanks of every kind, control characters, and those that Unicode has
 * programs ignore (the byte order mark, zero-width spaces and joiners, fillers). A spreadsheet may drop them and run what follows.
 */
const unseen = String.raw`[\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800]*`
/** Characters with which a spreadsheet recognizes a formula, in full width and small forms too (docs/promises.md X1). */
const formulaStart = new RegExp(String.raw`^(?:[\t\r\n\0]|${unseen}[=+\-@＝＋－＠﹦﹢﹣﹫])`, 'u')
const plainNumber = /^[-+]?\d+([.,]\d+)?$/

/** Whether a text may be read as a formula where cells have no type: in separated values, on the clipboard. */
export function isFormulaLike(text: string): boolean {
  const first = text.charCodeAt(0)
  // Most texts begin with a letter: two comparisons decide.
  if (first > 0x40 && first < 0x7f) return false
  return formulaStart.test(text) && !plainNumber.test(text)
}

const apostrophe = 0x27

/** The mark goes before a formula, and before a text that would be one without the apostrophes it begins with. */
function isMarked(text: string): boolean {
  return isFormulaLike(text.charCodeAt(0) === apostrophe ? text.replace(/^'+/, '') : text)
}

/**
 * Text that no spreadsheet runs: an apostrophe is put before a possible formula. Numbers, negative ones too, stay. `textOfSafe`
 * reverses it exactly.
 */
export function safeText(text: string): string {
  return isMarked(text) ? `'${text}` : text
}

/** Reverses `safeText`. */
export function textOfSafe(safe: string): string {
  return safe.charCodeAt(0) === apostrophe && isMarked(safe) ? safe.slice(1) : safe
}
