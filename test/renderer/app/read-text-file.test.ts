import { expect, test } from 'vitest'
import { withLinesOf } from '../../../src/renderer/app/read-text-file.ts'

const text = 'Société Générale\tcafé\n'
const latin = Uint8Array.from(text, (character) => character.charCodeAt(0))
const bigEndian = new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le').swap16())

test.each<[string, BlobPart[]]>([
  ['as UTF-8', [text]],
  ['as UTF-8 with a byte order mark', ['\uFEFF', text]],
  ['in the code page of the system, as Excel’s plain CSV is', [latin]],
  ['as UTF-16, as Excel’s Unicode text is', [new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'))]],
  ['as UTF-16 with the other byte first', [bigEndian]],
])('the names in a file are read as they are written: %s', async (_, parts) => {
  expect(await withLinesOf(() => '', new Blob(parts))).toBe(text)
})

test('a file that is empty or shorter than a byte order mark is read', async () => {
  expect(await Promise.all([[], ['a']].map((parts) => withLinesOf(() => '', new Blob(parts))))).toEqual(['', 'a'])
})

test.each([
  ['HLDN', 'HLDN\nKSTM\nVSPO\n'],
  ['HLDN\n\n', 'HLDN\nKSTM\nVSPO\n'],
  [' \n', 'KSTM\nVSPO\n'],
])('the lines of a file come below those that were typed: %j', async (typed, text) => {
  expect(await withLinesOf(() => typed, new Blob(['KSTM\nVSPO\n']))).toBe(text)
})

test('what is typed while a file is being read stays', async () => {
  let typed = 'HL'
  const reading = withLinesOf(() => typed, new Blob(['KSTM']))
  typed = 'HLDN'
  expect(await reading).toBe('HLDN\nKSTM')
})
