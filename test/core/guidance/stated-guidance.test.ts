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

/** All of the guidance in a turn of the same call. */
function guided(text: string) {
  const turns = { text: [text], speaker: [0], section: ['prepared' as const] }
  const call = { turns, sides: ['company' as const], quarter: secondQuarter, startedAt: afterCalendarQuarter }
  return guidanceIn(claimsIn(turns, call.sides, secondQuarter), call)
}

const values = (text: string) => guided(text).stated.map(({ value }) => value)

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
    ['At this stage, we expect full-year revenue of 2.4 billion.', 'Revenue, FY 2025, 2.4 billion'],
    ['For modeling purposes, we expect full-year revenue of 2.4 billion.', 'Revenue, FY 2025, 2.4 billion'],
    ['At the midpoint, we expect full-year revenue of 2.4 billion.', 'Revenue, FY 2025, 2.4 billion'],
    ['At current exchange rates, we expect full-year revenue of 2.4 billion.', 'Revenue, FY 2025, 2.4 billion'],
    ['We expect revenue of 2.4 billion for the full year at current exchange rates.', 'Revenue, FY 2025, 2.4 billion'],
    ['We expect revenue of 2.4 billion for the full year in a tough environment.', 'Revenue, FY 2025, 2.4 billion'],
    ['For the full year we anticipate revenue of 2.4 billion.', 'Revenue, FY 2025, 2.4 billion'],
    ['For fiscal 2025, we are raising our revenue guidance to 2.4 billion.', 'Revenue, FY 2025, 2.4 billion'],
    ['Assuming current exchange rates, we expect full-year revenue of 2.4 billion.', 'Revenue, FY 2025, 2.4 billion'],
    ['For the full year we expect revenue growth of 8% to 10%.', 'Revenue, yoy, FY 2025, 8% to 10%'],
    [
      'Our full-year revenue guidance is increased to $2.3 billion to $2.4 billion.',
      'Revenue, FY 2025, $2.3 billion to $2.4 billion',
    ],
    [
      'Our full-year revenue guidance has been lowered to $2.3 billion to $2.4 billion.',
      'Revenue, FY 2025, $2.3 billion to $2.4 billion',
    ],
    [
      'Gross margin is expected to improve to 45 percent to 46 percent for the full year.',
      'Gross margin, FY 2025, 45 percent to 46 percent',
    ],
    ['For the full year revenue is expected to grow 2% to 8%.', 'Revenue, yoy, FY 2025, 2% to 8%'],
    ['Our guidance is for revenue to grow by 5 percent for the full year.', 'Revenue, yoy, FY 2025, 5 percent'],
  ])('%s', (text, stated) => {
    expect(guidance(text)).toEqual([stated])
  })

  test('for the growth of a quarter without a basis is not year over year where the call speaks sequentially', () => {
    const text = 'For the third quarter we expect revenue growth of 3 to 4 percent.'
    expect(guidance(text)).toEqual(['Revenue, yoy, Q3 2025, 3 to 4 percent'])
    expect(guidance(`Orders rose 5 percent sequentially. ${text}`)).toEqual([])
    const ofYear = 'For the full year we expect revenue growth of 3 to 4 percent.'
    expect(guidance(`Orders rose 5 percent sequentially. ${ofYear}`)).toEqual(['Revenue, yoy, FY 2025, 3 to 4 percent'])
  })

  test.each([
    ['revenue growth of flat to up 2 percent', 'percent', 0, 0.02],
    ['revenue to be flat to slightly up 2 percent', 'percent', 0, 0.02],
    ['revenue to be down 3 percent to flat', 'percent', -0.03, 0],
    ['revenue to be down 1 percent to up 2 percent', 'percent', -0.01, 0.02],
    ['revenue to be down 1 to up 2 percent', 'percent', -0.01, 0.02],
    ['revenue to be down 4 percent to down 2 percent', 'percent', -0.04, -0.02],
    ['revenue of $28.0 billion, plus or minus 2 percent', 'amount', 27.44e9, 28.56e9],
    ['revenue of $28.0 billion, plus or minus $500 million', 'amount', 27.5e9, 28.5e9],
    ['a gross margin of 45 percent, plus or minus 50 basis points', 'percent', 0.445, 0.455],
    ['EPS of $2.40, plus or minus 5 cents', 'per-share', 2.35, 2.45],
    ['EPS of 61 cents, plus or minus $0.02', 'per-share', 0.59, 0.63],
    ['free cash flow of negative 20 million to negative 10 million', 'amount', -20e6, -10e6],
    ['free cash flow of negative $20 to negative $10 million', 'amount', -20e6, -10e6],
    ['free cash flow in the range of a use of 20 million to a use of 10 million', 'amount', -20e6, -10e6],
    ['EBITDA between negative $5 million and positive $2 million', 'amount', -5e6, 2e6],
    ['operating income between a loss of 10 million and breakeven', 'amount', -10e6, 0],
    ['operating income of breakeven to positive 5 million', 'amount', 0, 5e6],
    ['an operating margin between break-even and positive 2 percent', 'percent', 0, 0.02],
    ['a net loss of 5 million to breakeven', 'amount', -5e6, 0],
    ['EPS between a loss of 5 cents and a profit of 4 cents', 'per-share', -0.05, 0.04],
    ['revenue growth between -2% and 2%', 'percent', -0.02, 0.02],
    ['revenue growth between a decline of 2 percent and growth of 1 percent', 'percent', -0.02, 0.01],
    ['revenue to be between a 2 percent decline and 1 percent growth', 'percent', -0.02, 0.01],
    ['an operating margin between negative 2 percent and breakeven', 'percent', -0.02, 0],
    ['an operating margin between negative 3 and negative 1 percent', 'percent', -0.03, -0.01],
    ['gross margin to be down 50 basis points to up 50 basis points', 'basis-points', -50, 50],
  ])('of two sides is a range: %s', (words, unit, low, high) => {
    const [value, ...others] = values(`For the full year we expect ${words}.`)
    expect(others).toEqual([])
    expect(value).toMatchObject({ unit, bound: 'range' })
    expect(value?.low).toBeCloseTo(low, 9)
    expect(value?.high).toBeCloseTo(high, 9)
  })

  test.each([
    ['revenue to be between 8% and 10% growth', 0.08, 0.1],
    ['revenue growth of between 8% and 10% growth', 0.08, 0.1],
    ['operating income between $5 million and positive $7 million', 5e6, 7e6],
  ])('of two sides is a range where only its second end says that it is above zero: %s', (words, low, high) => {
    const [value, ...others] = values(`For the full year we expect ${words}.`)
    expect([value?.bound, value?.low, value?.high, others]).toEqual(['range', low, high, []])
  })

  test.each([
    'revenue growth of flat to 2 percent',
    'revenue of 28 billion, plus or minus a little',
    'revenue of $28 billion, plus or minus 5 cents',
    'EBITDA between negative $5 million and $2 million',
    'EBITDA between 5 million and breakeven',
    'an operating margin of negative 2 percent to 5 percent',
    'EBITDA of 5 million to negative 2 million',
    'EBITDA between 5 million and negative 2 million',
    'revenue to be between 2% and 4% decline',
  ])('of two sides that are not clear is no single figure: %s', (words) => {
    expect(values(`For the full year we expect ${words}.`)).toEqual([])
  })

  test('goes on in the sentence behind one that names the period', () => {
    const text = 'For the third quarter we expect revenue of 600 million. We expect a gross margin of 45 percent.'
    expect(guidance(text)).toEqual(['Revenue, Q3 2025, 600 million', 'Gross margin, Q3 2025, 45 percent'])
  })
})

describe('a figure of a line that may be guidance', () => {
  const unclear = (text: string) =>
    guided(text).unclear.map(({ fields: [field], value, period }) => [field, value.low, period?.quarter ?? null])

  test.each([
    'At Northwind, we expect full-year revenue of 2.4 billion.',
    'We expect revenue of 2.4 billion for the full year at Northwind.',
    'Orders in Canada rose. For the full year we expect revenue of 2.4 billion.',
    'Assuming that we win the bid, we expect full-year revenue of 2.4 billion.',
  ])('of the whole company is kept, so that earlier guidance is in doubt: %s', (text) => {
    expect(values(text)).toEqual([])
    expect(unclear(text)).toEqual([['Revenue', 2.4e9, 'FY']])
  })

  test.each([
    'We expect software revenue of 2.4 billion for the full year.',
    'In the second half we expect revenue growth of 3 percent.',
    'Over the next three years we expect revenue growth of 8 percent.',
    'We expect capital expenditure of about 150 million for the rest of the year.',
    'For the remainder of the year we expect revenue of 1.1 billion.',
    'We expect capital expenditure of 90 million for the balance of 2025.',
    'For the balance of this fiscal year we expect capital expenditure of 90 million.',
    'We expect revenue of 1.1 billion in the remaining two quarters of fiscal 2025.',
    'For the remaining six months of the year we expect revenue of 1.1 billion.',
    'Through the end of fiscal 2025 we expect capital expenditure of 150 million.',
  ])('is not where its words name a part, or another time than a quarter or a year: %s', (text) => {
    expect([values(text), unclear(text)]).toEqual([[], []])
  })

  test('is where a year is named as well as a half', () => {
    expect(unclear('For the full year and in the second half we expect revenue growth of 3 percent.')).toHaveLength(1)
  })
})

describe('the way in which guidance is adjusted', () => {
  const basis = (text: string) => guided(text).stated.map((each) => each.basis)

  test.each([
    ['We expect adjusted EPS of $3.20 for the full year, excluding restructuring charges.', 'excluding restructuring'],
    ['Excluding the costs of restructuring, we expect EPS of $3.20 for the full year.', 'excluding restructuring'],
    ['Excluding the Northwind unit, we expect EPS of $3.20 for the full year.', 'excluding northwind'],
    ['On an organic basis, we expect revenue growth of 3 percent for the full year.', 'organic'],
  ])('is what the words next to the figure leave out: %s', (text, said) => {
    expect(basis(text)).toEqual([said])
  })

  test('is that of the figure before another one', () => {
    const text =
      'Excluding restructuring, for the full year we expect EPS of $3.20, and organic revenue is at $5 billion.'
    expect(basis(text)).toEqual(['excluding restructuring'])
    expect(
      basis('For the full year, excluding restructuring we expect EPS of $3.20 and adjusted EBITDA of $400 million.'),
    ).toEqual(['excluding restructuring', ''])
  })

  test.each([
    'We expect adjusted EPS of $3.20 for the full year.',
    'Without a doubt, we expect adjusted EPS of $3.20 for the full year.',
    'Before turning to the balance sheet, we expect adjusted EPS of $3.20 for the full year.',
    'Excluding special items, we expect EPS of $3.20 for the full year.',
    'For the full year we expect adjusted EPS of $3.20, and excluding the divestiture we are debt-free.',
  ])('is not said: %s', (text) => {
    expect(basis(text)).toEqual([''])
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
    ['that says by how much it changes', 'We are raising our full-year revenue growth guidance by 1 percent.'],
    ['that says how much less is expected', 'We are lowering our full-year revenue guidance by 50 million.'],
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
