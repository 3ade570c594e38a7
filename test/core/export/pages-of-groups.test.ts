import { expect, test } from 'vitest'
import { pagesOfGroups } from '#core/export/title-block.ts'

const labels = [{ width: 30 }, { width: 8 }]
const columnsOf = (groups: readonly (readonly number[])[]) => [...labels, ...groups.flat().map((width) => ({ width }))]
const startsOf = (groups: readonly (readonly number[])[]) =>
  groups.map((_, at) => labels.length + groups.slice(0, at).flat().length)
const pagesOf = (groups: readonly (readonly number[])[]) =>
  pagesOfGroups(columnsOf(groups), labels.length, startsOf(groups))

const company = [16, 16, 16, 16, 6]

test('companies that fit one page need no break', () => {
  expect(pagesOf([company, company, company, company])).toEqual({})
})

test('more companies are parted between two of them, about equally', () => {
  // Six times five columns and five of the medians: the second page begins with the fourth company.
  expect(pagesOf([company, company, company, company, company, company, company])).toEqual({
    breaks: [2 + 4 * 5],
    labelsUpTo: 2,
  })
  expect(pagesOf([[100, 100], [60], [60], [60]])).toEqual({ breaks: [2 + 2], labelsUpTo: 2 })
})

test('companies that are wider than a page are parted wherever the page ends', () => {
  const wide = Array.from({ length: 40 }, () => 12)
  expect(pagesOf([wide, wide])).toEqual({ across: 4, labelsUpTo: 2 })
})
