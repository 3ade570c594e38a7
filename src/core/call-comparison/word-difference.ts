/** Compares two sequences of words: how alike they are, and which words only one of them has. */

/** Words by their number: equal words have equal numbers. */
export type WordNumbers = readonly number[]

/** The words at both ends that two sequences have in common: a longest common subsequence has all of them. */
function commonEnds(one: WordNumbers, other: WordNumbers): { readonly start: number; readonly end: number } {
  const shorter = Math.min(one.length, other.length)
  let start = 0
  while (start < shorter && one[start] === other[start]) start += 1
  let end = 0
  while (end < shorter - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end += 1
  return { start, end }
}

/** Length of the longest common subsequence. */
function commonLength(one: WordNumbers, other: WordNumbers): number {
  const { start, end } = commonEnds(one, other)
  const between = commonLengthBetween(one.slice(start, one.length - end), other.slice(start, other.length - end))
  return start + between + end
}

/** In memory for one row. */
function commonLengthBetween(one: WordNumbers, other: WordNumbers): number {
  const row = new Uint16Array(other.length + 1)
  for (const word of one) {
    let diagonal = 0
    for (let at = 1; at <= other.length; at += 1) {
      const above = row[at] ?? 0
      row[at] = word === other[at - 1] ? diagonal + 1 : Math.max(above, row[at - 1] ?? 0)
      diagonal = above
    }
  }
  return row[other.length] ?? 0
}

/** The share of the words of both that they have in common in the same order, 0 to 1. */
export function likeness(one: WordNumbers, other: WordNumbers): number {
  const words = one.length + other.length
  return words === 0 ? 0 : (2 * commonLength(one, other)) / words
}

/** No more words can be in common in the same order than in any: both are sorted by number. */
export function mostAlike(one: Uint32Array, other: Uint32Array): number {
  let [common, left, right] = [0, 0, 0]
  while (left < one.length && right < other.length) {
    const difference = (one[left] ?? 0) - (other[right] ?? 0)
    if (difference === 0) common += 1
    if (difference <= 0) left += 1
    if (difference >= 0) right += 1
  }
  return (2 * common) / (one.length + other.length)
}

/** For each word, whether the other sequence has it there. */
interface KeptWords {
  readonly one: readonly boolean[]
  readonly other: readonly boolean[]
}

/** The words of a longest common subsequence. */
export function keptWords(one: WordNumbers, other: WordNumbers): KeptWords {
  const { start, end } = commonEnds(one, other)
  const between = keptBetween(one.slice(start, one.length - end), other.slice(start, other.length - end))
  const withEnds = (kept: readonly boolean[]) => [
    ...Array<boolean>(start).fill(true),
    ...kept,
    ...Array<boolean>(end).fill(true),
  ]
  return { one: withEnds(between.one), other: withEnds(between.other) }
}

/** The table has as many cells as the product of the lengths. */
function keptBetween(one: WordNumbers, other: WordNumbers): KeptWords {
  const width = other.length + 1
  const table = new Uint16Array((one.length + 1) * width)
  const cell = (row: number, column: number) => table[row * width + column] ?? 0
  for (let row = one.length - 1; row >= 0; row -= 1)
    for (let column = other.length - 1; column >= 0; column -= 1)
      table[row * width + column] =
        one[row] === other[column]
          ? cell(row + 1, column + 1) + 1
          : Math.max(cell(row + 1, column), cell(row, column + 1))
  const kept = { one: one.map(() => false), other: other.map(() => false) }
  let [row, column] = [0, 0]
  while (row < one.length && column < other.length) {
    if (one[row] === other[column]) {
      kept.one[row] = true
      kept.other[column] = true
      row += 1
      column += 1
    } else if (cell(row + 1, column) >= cell(row, column + 1)) row += 1
    else column += 1
  }
  return kept
}
