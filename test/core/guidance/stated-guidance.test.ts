import { describe, expect, test } from 'vitest'
import type { SpeakerSide } from '#contract/api/calls.ts'
import { guidanceIn } from '#core/guidance/stated-guidance.ts'
import { claimsIn } from '#core/spoken-figures/find-claims.ts'

const secondQuarter = { quarter: 'Q2', year: 2025 } as const
const afterCalendarQuarter = Date.UTC(2025, 7, 5)

/** The guidance in a turn of a call on the second quarter of 2025. */
function guidance(
  text: string,
  {
    side = 'company',
    quarter = secondQuarter,
    startedAt = afterCalendarQuarter,
  }: { side?: SpeakerSide; quarter?: { quarter: 'Q2' | 'Q4'; year: number }; startedAt?: number } = {},
): string[] {
  const turns = { text: [text], speaker: [0], section: ['prepared' as const] }
  const claims = claimsIn(turns, [side], quarter, 'Halden Instruments')
  return guidanceIn(claims, { turns, sides: [side], quarter, startedAt }).stated.map(
    ({ label, change, qualifier, period, from, to }) =>
      [label, change, qualifier, `${period.quarter} ${period.year}`, text.slice(from, to)]
        .filter((part) => part !== null)
        .join(', '),
  )
}

describe('guidance', () => {
  test.each([
    [
      'For the third quarter we expect revenue between $600 million and $620 million.',
      'Revenue, Q3 2025, $600 million and $620 million',
    ],
    [
      'We guide to revenue of 600 million to 620 million in the third quarter.',
      'Revenue, Q3 2025, 600 million to 620 million',
    ],
    [
      'Capital expenditure for fiscal 2025 should be between $190 million and $210 million.',
      'Capital expenditure, FY 2025, $190 million and $210 million',
    ],
    ['For the full year we expect revenue growth of 8 to 10 percent.', 'Revenue, yoy, FY 2025, 8 to 10 percent'],
    ['We expect adjusted EBITDA of 150 million for the full year.', 'EBITDA, adjusted, FY 2025, 150 million'],
    ['For 2025 we expect revenue of 2.4 billion.', 'Revenue, FY 2025, 2.4 billion'],
  ])('%s', (text, stated) => {
    expect(guidance(text)).toEqual([stated])
  })

  test('goes on in the sentence behind one that names the period', () => {
    const text = 'For the third quarter we expect revenue of 600 million. We expect a gross margin of 45 percent.'
    expect(guidance(text)).toEqual(['Revenue, Q3 2025, 600 million', 'Gross margin, Q3 2025, 45 percent'])
  })
})

describe('nothing is guidance', () => {
  test.each([
    ['that names no period', 'We expect revenue of 600 million.'],
    ['that compares with earlier guidance', 'For the full year, our previous guidance was revenue of 2.4 billion.'],
    ['that is of a part', 'For the third quarter we expect software revenue of 60 million.'],
    ['that is an effect on the measure', 'For the third quarter we expect an impact of 15 million on revenue.'],
    ['that is denied', 'We do not expect revenue of 700 million in the third quarter.'],
    ['that was reported', 'Revenue in the second quarter was 590 million.'],
    ['that is asked', 'Do you expect revenue of 600 million in the third quarter?'],
  ])('%s', (_, text) => {
    expect(guidance(text)).toEqual([])
  })

  test('that an analyst says', () => {
    const text = 'For the third quarter we expect revenue of 600 million.'
    expect(guidance(text, { side: 'analyst' })).toEqual([])
  })

  test('for a year by its number alone where the fiscal year is not that of the calendar', () => {
    const text = 'For 2025 we expect revenue of 2.4 billion.'
    expect(guidance(text, { startedAt: Date.UTC(2025, 10, 20) })).toEqual([])
  })

  test('for "this year" when the year that was reported is over', () => {
    const text = 'For the full year we expect revenue of 2.4 billion.'
    expect(guidance(text, { quarter: { quarter: 'Q4', year: 2024 }, startedAt: Date.UTC(2025, 1, 5) })).toEqual([])
  })
})
