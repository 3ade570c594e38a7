import { expect, test } from 'vitest'
import { excerptOf, searchRecord } from '../../../../src/renderer/app/source/record-excerpt.ts'

const record = JSON.stringify(
  { Quarter: 'Q2', Year: 2025, Revenue: 1, working_capital_days: { dso: 45, dio: 60 }, EBITDA: 2 },
  null,
  2,
)

test('the excerpt shows the figure’s line between its neighbors, without the record’s indent', () => {
  expect(excerptOf(record, 3).map(({ text, marked }) => (marked ? `> ${text}` : text))).toEqual([
    '"Quarter": "Q2",',
    '"Year": 2025,',
    '> "Revenue": 1,',
    '"working_capital_days": {',
    '  "dso": 45,',
  ])
})

test('at the record’s end no bracket is taken for a field, and a field that is not there has no excerpt', () => {
  expect(excerptOf(record, 8).map(({ text }) => text)).toEqual(['  "dio": 60', '},', '"EBITDA": 2'])
  expect(excerptOf(record, null)).toEqual([])
})

test('the whole record is searched in any case, and keeps its line numbers', () => {
  expect(searchRecord(record, 3, 'DSO')).toEqual([{ number: 5, text: '    "dso": 45,', marked: false }])
  expect(searchRecord(record, 3, ' ')).toHaveLength(10)
})
