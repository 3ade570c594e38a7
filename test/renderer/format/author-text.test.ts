import { expect, test } from 'vitest'
import { highlightDay, noteAuthor } from '../../../src/renderer/format/author-text.ts'

test('the reader signs a highlight as the tear sheet and the brief do, with the day of its last edit', () => {
  const editedAt = Date.UTC(2025, 10, 3, 12)
  expect(highlightDay({ author: 'Ada', editedAt })).toBe('Ada, 3 Nov 2025')
  expect(highlightDay({ author: 'Ada', editedAt })).toBe(noteAuthor({ author: 'Ada', editedAt }))
  expect(highlightDay({ editedAt })).toBe('3 Nov 2025')
})
