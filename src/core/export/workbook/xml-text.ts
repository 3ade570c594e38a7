/** Escapes text for XML. */

/** What XML 1.0 cannot contain, and what must be escaped. `_x0041_` would be read as an A. */
const awkward = /[&<>"\ufffe\uffff]|(?![\t\n])\p{Cc}|_x[0-9a-fA-F]{4}_/u
const everyAwkward = new RegExp(awkward.source, 'gu')

/** Text of an element or attribute. Control characters are escaped, unpaired surrogates written as U+FFFD. */
export function xmlText(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed()
  return awkward.test(whole) ? whole.replaceAll(everyAwkward, escaped) : whole
}

function escaped(found: string): string {
  switch (found) {
    case '&':
      return '&amp;'
    case '<':
      return '&lt;'
    case '>':
      return '&gt;'
    case '"':
      return '&quot;'
    default:
      return found.startsWith('_')
        ? `_x005F${found}`
        : `_x${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
  }
}
