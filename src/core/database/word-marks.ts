/**
 * The vowel signs and tone marks that are part of words in Thai, Lao, Burmese and Khmer. SQLite's tokenizer takes marks for blanks, except
 * for those that it is given. These are in the schema of the indexes: another one needs a migration that builds the indexes again.
 */

/** The first and the last of each range. */
const ranges = [
  [0x0e31, 0x0e31],
  [0x0e34, 0x0e3a],
  [0x0e47, 0x0e4e],
  [0x0eb1, 0x0eb1],
  [0x0eb4, 0x0ebc],
  [0x0ec8, 0x0ece],
  [0x102b, 0x103e],
  [0x1056, 0x1059],
  [0x105e, 0x1060],
  [0x1062, 0x1064],
  [0x1067, 0x106d],
  [0x1071, 0x1074],
  [0x1082, 0x108d],
  [0x108f, 0x108f],
  [0x109a, 0x109d],
  [0x17b4, 0x17d3],
  [0x17dd, 0x17dd],
] as const

export const wordMarks = ranges
  .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => String.fromCharCode(first + at)))
  .join('')
