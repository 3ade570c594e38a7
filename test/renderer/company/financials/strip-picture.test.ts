import { expect, test } from 'vitest'
import {
  chosenPanels,
  keyFigurePanels,
  type StatementChartData,
} from '../../../../src/renderer/company/financials/chart-plan.ts'
import { stripPicture, stripTitle } from '../../../../src/renderer/company/financials/strip-picture.ts'
import { haldenPeriods, haldenValues } from '../financials-response.ts'

const data: StatementChartData = {
  periods: haldenPeriods,
  figure: (field, column) => haldenValues[field]?.[column] ?? null,
  change: () => null,
  scale: 'millions',
}
const texts = { symbol: 'HLDN', periods: haldenPeriods, source: 'Source: Sample.' }

test('the charts above the statements say in a note whose they are, of which quarters and in which unit', () => {
  const { panels, ...picture } = stripPicture(keyFigurePanels('income', data), texts)
  expect(picture).toEqual({
    title: 'HLDN: Revenue, Operating margin',
    subtitle: 'Q4 FY2024 to Q3 FY2025',
    source: 'Source: Sample.',
  })
  expect(panels.map(({ title, note, axis }) => [title, note, axis.length])).toEqual([
    ['Revenue', 'millions', 4],
    ['Operating margin', '% of revenue', 4],
  ])
})

test('lines in one chart are named in its title, and their unit below it', () => {
  const panels = chosenPanels(['Revenue', 'GrossProfit'], 'Revenue', data)
  expect(stripTitle(panels)).toBe('Revenue, Gross profit')
  expect(stripPicture(panels, texts).subtitle).toBe('Q4 FY2024 to Q3 FY2025, millions')
})
