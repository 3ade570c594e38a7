import { describe, expect, test } from 'vitest'
import type { Section } from '#contract/api/calls.ts'
import { reaffirmedIn } from '#core/guidance/reaffirmed-guidance.ts'

const secondQuarter = { quarter: 'Q2', year: 2025 } as const

/** What a turn of a call on the second quarter of 2025 reaffirms: lines, periods and the words; or that it is not clear. */
function reaffirmed(
  text: string,
  { side = 'company', section = 'prepared' }: { side?: 'company' | 'analyst'; section?: Section } = {},
): string[] {
  const turns = { text: [text], speaker: [0], section: [section] }
  const source = { turns, sides: [side], quarter: secondQuarter, startedAt: Date.UTC(2025, 7, 5) }
  const found = reaffirmedIn(source)
  return [
    ...found.reaffirmed.map(({ fields, periods, qualifier, from, to }) =>
      [
        ...fields,
        ...(qualifier === null ? [] : [qualifier]),
        ...periods.map(({ quarter, year }) => `${quarter} ${year}`),
        text.slice(from, to),
      ].join(', '),
    ),
    ...(found.isUnclear ? ['unclear'] : []),
  ]
}

describe('guidance is reaffirmed', () => {
  test.each([
    ['We reiterate our full-year guidance.', 'FY 2025, We reiterate our full-year guidance'],
    [
      'We had a good quarter and are reaffirming our guidance for fiscal 2025.',
      'FY 2025, and are reaffirming our guidance',
    ],
    ['Our guidance for the full year remains unchanged.', 'FY 2025, Our guidance for the full year remains unchanged'],
    ['Our 2025 outlook remains in place.', 'FY 2025, Our 2025 outlook remains in place'],
    ['There is no change to our full-year guidance.', 'FY 2025, no change to our full-year guidance'],
    ['We are keeping our full-year outlook unchanged.', 'FY 2025, We are keeping our full-year outlook unchanged'],
    ['For the full year, we maintain our guidance.', 'FY 2025, we maintain our guidance'],
    ['We are maintaining our revenue guidance.', 'Revenue, We are maintaining our revenue guidance'],
    [
      'We are raising our EPS guidance and maintaining our revenue guidance for the full year.',
      'Revenue, FY 2025, and maintaining our revenue guidance',
    ],
    [
      'We reaffirm our adjusted EBITDA guidance for fiscal 2025.',
      'EBITDA, adjusted, FY 2025, We reaffirm our adjusted EBITDA guidance',
    ],
    [
      'We reiterate our full-year revenue, adjusted EBITDA and adjusted EPS guidance.',
      'Revenue, EBITDA, DilutedEarningsPerShare, adjusted, FY 2025, We reiterate our full-year revenue, adjusted EBITDA and adjusted EPS guidance',
    ],
    ['In the quarter, our guidance remains unchanged.', 'our guidance remains unchanged'],
    ['We reiterate all our guidance.', 'We reiterate all our guidance'],
  ])('%s', (text, found) => {
    expect(reaffirmed(text)).toEqual([found])
  })

  test('for a line that is named, in an answer too', () => {
    expect(reaffirmed('We are maintaining our revenue guidance.', { section: 'qa' })).toEqual([
      'Revenue, We are maintaining our revenue guidance',
    ])
  })
})

describe('a line that is named is reaffirmed, and it is not clear what else is', () => {
  test.each([
    [
      'We reiterate our full-year sales and earnings guidance. For Q3 we expect EPS of 0.50.',
      'Revenue, FY 2025, We reiterate our full-year sales and earnings guidance',
    ],
    ['We maintain our guidance for revenue and orders.', 'Revenue, We maintain our guidance'],
    ['We maintain our guidance for revenue, store openings and orders.', 'Revenue, We maintain our guidance'],
  ])('%s', (text, found) => {
    expect(reaffirmed(text)).toEqual([found, 'unclear'])
  })

  test.each([
    ['We maintain our guidance for revenue, reflecting a good start.', 'Revenue, We maintain our guidance'],
    ['We maintain our guidance for revenue and EBITDA.', 'Revenue, EBITDA, We maintain our guidance'],
    ['We maintain our revenue guidance of 4 to 5 billion.', 'Revenue, We maintain our revenue guidance'],
  ])('unless the words behind it name nothing: %s', (text, found) => {
    expect(reaffirmed(text)).toEqual([found])
  })
})

describe('it is not clear that guidance is reaffirmed', () => {
  test.each([
    'We are not reiterating our full-year guidance.',
    'We may maintain our full-year guidance.',
    'We reiterate our full-year guidance, but now expect the lower half of the range.',
    'We reiterate our full-year guidance. We now see ourselves at the low end of that range.',
    'We reiterate our full-year guidance, except for capital expenditure.',
    'We are raising our EPS outlook and reiterate our full-year guidance.',
    'We reiterate our guidance for orders.',
    'We reiterate our production guidance.',
    'We reiterate our guidance for the software segment.',
    'We reiterate our revenue guidance for the software segment.',
    'We reiterate our full-year earnings guidance.',
    'We reiterate our guidance for the second half.',
    'Capital expenditure was 50 million. We maintain our guidance.',
    'We reiterated our full-year guidance in May.',
    'We are on track for our full-year guidance.',
    'We continue to expect revenue in the range that we gave.',
    'Our outlook has not moved since April.',
    'We feel good about the guidance that we gave you in the spring.',
    'Nothing that we see today takes us out of that range.',
    'Turning to our outlook, nothing has changed.',
    'The quarter was good and we are in line with our guidance.',
    'Costs under control, in line with our guidance.',
    'The quarter was good and we are confident to deliver within our guidance.',
    'We expect to come in at the high end of our guidance.',
    'Revenue exceeded our forecast, and our outlook is where it was.',
    'Our expectations for the full year are where they were.',
    'We are not giving new guidance today.',
  ])('%s', (text) => {
    expect(reaffirmed(text)).toEqual(['unclear'])
  })

  test('in an answer that names no line', () => {
    expect(reaffirmed('We reiterate our full-year guidance.', { section: 'qa' })).toEqual(['unclear'])
  })
})

test.each([
  ['an analyst says it', 'We reiterate our full-year guidance.', 'analyst'],
  ['it is a question', 'Do we reiterate our full-year guidance?', 'company'],
  ['it is of something else', 'We maintain a strong balance sheet.', 'company'],
  ['the speaker only turns to it', 'Let me turn to our outlook.', 'company'],
  ['the speaker turns to it later on', 'With that, let me move on to the guidance.', 'company'],
  ['others expect it', 'Revenue exceeded consensus expectations.', 'company'],
  ['it is of the economy', 'The economic outlook is better than a year ago.', 'company'],
  ['a result met it', 'Revenue came in at the high end of our guidance.', 'company'],
  ['a result was what was expected', 'Margins were in line with our expectations.', 'company'],
  ['it is refused', 'It is too early to give guidance on that.', 'company'],
  ['it is of many years', 'Our long-term outlook is bright.', 'company'],
  ['it is of neither a line nor a period', 'Customers have high expectations.', 'company'],
  ['it is the warning of every call', 'Forward-looking statements include our expectations and guidance.', 'company'],
] as const)('nothing is reaffirmed where %s', (_, text, side) => {
  expect(reaffirmed(text, { side })).toEqual([])
})
