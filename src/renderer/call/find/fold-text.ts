/**
 * Normalizes text for searching: lower case, without accents, with plain quotes and dashes.
 * Positions in it map back to the original.
 */

/** Text as it is searched: lower case, without accents, with typographic characters replaced by those that are typed. */
export interface FoldedText {
  readonly text: string
  /** Offset of each character and of the end in the original text; null when they are the same. */
  readonly offsets: readonly number[] | null
}

const typed: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '‐': '-',
  '‑': '-',
  '–': '-',
  '—': '-',
}

export function fold(text: string): FoldedText {
  // Most of a transcript is plain English, where nothing moves.
  if (isPlain(text)) return { text: text.toLowerCase(), offsets: null }
  let folded = ''
  let moves = false
  const offsets: number[] = []
  let at = 0
  for (const letter of text) {
    const plain = typed[letter] ?? letter.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
    moves ||= plain.length !== letter.length
    for (let index = 0; index < plain.length; index += 1) offsets.push(at)
    folded += plain
    at += letter.length
  }
  return { text: folded, offsets: moves ? [...offsets, at] : null }
}

function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7f) return false
  return true
}
