import { expect, test } from 'vitest'
import { publishedTableLabel } from '#contract/api/published-table-labels.ts'
import { tableNames } from '#core/publish/published-tables.ts'

test('every published table is named to the user in the words of the program', () => {
  for (const name of tableNames) expect(publishedTableLabel(name)).toMatch(/^[A-Z][a-z ]+$/)
})
