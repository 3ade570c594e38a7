import { describe, expect, test } from 'vitest'
import type { SpeakerSide } from '#contract/api/calls.ts'
import { claimsIn } from '#core/spoken-figures/find-claims.ts'

const thirdQuarter = { quarter: 'Q3', year: 2025 } as const
type Quarter = NonNullable<Parameters<typeof claimsIn>[2]>

/** What the figures of some turns claim, in a call on the third quarter of 2025 whose speaker is of the company. */
function claims(
  text: string | readonly string[],
  {
    side = 'company',
    section = 'prepared',
    quarter = thirdQuarter,
  }: { side?: SpeakerSide; section?: 'prepared' | 'qa'; quarter?: Quarter } = {},
) {
  const turns = typeof text === 'string' ? [text] : text
  const said = { text: turns, speaker: turns.map(() => 0), section: turns.map(() => section) }
  return claimsIn(said, [side], quarter, 'Halden Instruments').map((claim) => ({
    words: turns[claim.turn]?.slice(claim.from, claim.to),
    field: claim.fields[0] ?? null,
    label: claim.label,
    change: claim.change,
    period: claim.period && `${claim.period.quarter} ${claim.period.year}`,
    role: claim.role,
    reason: claim.reason,
    low: claim.value.low,
    high: claim.value.high,
    isCertain: claim.isCertain,
  }))
}

describe('the measure of a figure', () => {
  test.each([
    ['Revenue for the quarter was 1.318 billion.', 'Revenue', null],
    ['Net sales came in at $742 million.', 'Revenue', null],
    ['Turnover amounted to 366 million euros.', 'Revenue', null],
    ['Our third-quarter top line reached 9.4 billion.', 'Revenue', null],
    ['We generated 5.1 billion dollars of revenue.', 'Revenue', null],
    ['Revenue was up 9.4 percent.', 'Revenue', 'yoy'],
    ['We had 9.4 percent growth in revenue.', 'Revenue', 'yoy'],
    ['We had an increase in revenue of 9.4 percent.', 'Revenue', 'yoy'],
    ['Revenue grew three percent sequentially.', 'Revenue', 'qoq'],
    ['Revenue grew three percent over the quarter.', 'Revenue', 'qoq'],
    ['Gross profit was 600 million.', 'GrossProfit', null],
    ['Gross margin was 45.5 percent.', 'calculated.gross_margin', null],
    ['Gross margin improved 88 basis points.', 'calculated.gross_margin', 'yoy'],
    ['SG&A was 215 million.', 'SellingGeneralAdministrative', null],
    ['Selling, general and administrative expense was 16.4% of revenue.', 'calculated.sga_share', null],
    ['R and D was 124 million.', 'ResearchDevelopment', null],
    ['Operating income was 218 million.', 'OperatingIncome', null],
    ['EBIT was 218 million.', 'OperatingIncome', null],
    ['EBITDA reached 260 million.', 'EBITDA', null],
    ['The effective tax rate was 21.8 percent.', 'calculated.tax_rate', null],
    ['Net income was 154 million.', 'NetIncomeLossAttributableCommonShareholders', null],
    ['Diluted earnings were 78 cents a share.', 'DilutedEarningsPerShare', null],
    ['The diluted share count was 212 million.', 'DilutedSharesOutstanding', null],
    ['Cash from operations was 184 million.', 'NetCashOperatingActivities', null],
    ['Capital expenditure was 49 million.', 'PurchasePropertyPlantEquipment', null],
    ['Free cash flow was 134 million.', 'calculated.free_cash_flow', null],
    ['We ended with 1.2 billion in cash.', 'CashEquivalents', null],
    ['Cash at the end of the third quarter was 1.2 billion.', 'CashEquivalents', null],
    ['We paid 40 million in dividends.', 'CashDividends', null],
    ['Net debt was 310 million.', 'calculated.net_debt', null],
    ['We reduced net debt to 310 million.', 'calculated.net_debt', null],
    ['We lowered operating expenses to 310 million.', 'TotalOperatingExpenses', null],
    ['Accounts payable were 212 million.', 'AccountsPayable', null],
    ['Short-term debt was 120 million.', 'DebtCurrent', null],
    ['We paid 12 million in preferred dividends.', 'PreferredStockDividendsDeclared', null],
    ['The current portion of long-term debt was 120 million.', 'DebtCurrent', null],
    ['Intangible assets were 340 million.', 'IntangibleAssetsNet', null],
    ['Short-term investments were 310 million.', 'ShortTermInvestments', null],
    ['Retained earnings were 1.9 billion.', 'RetainedEarningsDeficit', null],
    ['Basic shares were 208 million.', 'BasicSharesOutstanding', null],
  ])('%s', (text, field, change) => {
    expect(claims(text)).toMatchObject([{ field, change, role: 'reported', reason: null }])
  })

  test('is that of the figure before where one figure continues another', () => {
    expect(
      claims(
        'Revenue for the third quarter was 1.318 billion, up 9.4 percent on a year ago and against 1.301 billion in the second quarter.',
      ),
    ).toMatchObject([
      { field: 'Revenue', change: null, period: 'Q3 2025' },
      { field: 'Revenue', change: 'yoy', period: 'Q3 2025' },
      { field: 'Revenue', change: null, period: 'Q2 2025' },
    ])
    expect(claims('Operating income was 218 million, a margin of 16.5 percent.')).toMatchObject([
      { field: 'OperatingIncome' },
      { field: 'calculated.operating_margin' },
    ])
    expect(claims(['Revenue was 671 million in the quarter. That is up 8.2% from a year ago.'])).toMatchObject([
      { field: 'Revenue', change: null },
      { field: 'Revenue', change: 'yoy', low: 0.082 },
    ])
    expect(claims('The net loss was $19.2 million, or $0.27 a share.')).toMatchObject([
      { field: 'NetIncomeLossAttributableCommonShareholders', low: -19.2e6 },
      { field: 'DilutedEarningsPerShare' },
    ])
  })

  test.each(['in the third quarter, or', 'in the third quarter or', 'for the quarter, or', ', or'])(
    'is a share of revenue where the figure before names its line: %s',
    (words) => {
      expect(claims(`Operating income was 218 million ${words} 16.5 percent of revenue.`)[1]).toMatchObject({
        field: 'calculated.operating_margin',
        reason: null,
      })
    },
  )

  test('is an amount of change where it is raised or lowered by so much', () => {
    expect(claims('We lowered our revenue by 50 million in the third quarter.')).toMatchObject([
      { label: 'Revenue, change', field: null },
    ])
  })

  test.each(['Moving down the P&L.', 'Turning to taxes.', 'Moving on to OpEx.'])(
    'is that of the whole behind a topic of the statements: %s',
    (topic) => {
      expect(claims([topic, 'Gross margin for the third quarter was 45.5 percent.'])).toMatchObject([{ reason: null }])
    },
  )

  test('is basic earnings per share where the share is said to be a basic one', () => {
    const fields = (text: string) => claims(text).map(({ field }) => field)
    expect(fields('Net income was $9 million, or $0.61 per basic and $0.58 per diluted share.')[1]).toBe(
      'BasicEarningsPerShare',
    )
    expect(fields('Net income was $9 million, or 61 cents per basic share.')[1]).toBe('BasicEarningsPerShare')
    expect(fields('Earnings per share were 61 cents basic.')).toEqual(['BasicEarningsPerShare'])
    expect(fields('Net income was $9 million, or 58 cents per diluted share.')[1]).toBe('DilutedEarningsPerShare')
  })

  test('is not known of two figures with "respectively" behind them', () => {
    expect(claims('Revenue grew 8 and 6 percent, respectively, in the two quarters.')).toMatchObject([
      { field: null, role: 'reported', reason: 'measure-unclear', low: 0.08 },
      { field: null, role: 'reported', reason: 'measure-unclear', low: 0.06 },
    ])
  })

  test('falls with its figure: a decline and a loss are below zero', () => {
    expect(claims('Revenue was down 6.6% from a year ago.')).toMatchObject([{ change: 'yoy', low: -0.066 }])
    expect(claims('The operating loss was $46.6 million.')).toMatchObject([{ field: 'OperatingIncome', low: -46.6e6 }])
  })

  test.each([
    ['Software revenue was 450 million.', 'part-unclear'],
    ['Revenue in Europe was 450 million.', 'segment'],
    ['In China revenue was 450 million.', 'segment'],
    ['Kestrel recorded net income of 45 million.', 'part-unclear'],
    ['Adjusted EBITDA was 260 million.', 'adjusted'],
    ['Excluding the charge, operating income was 230 million.', 'adjusted'],
    ['On an underlying basis operating income was 230 million.', 'adjusted'],
    ['Organic revenue growth was 5.2 percent.', 'adjusted'],
    ['Revenue grew 8 percent at constant currency.', 'constant-currency'],
    ['In euro terms revenue grew 8 percent.', 'constant-currency'],
    ['Revenue grew 2.4 percent sequentially in CC.', 'constant-currency'],
    ['Backlog was 900 million.', 'no-such-line'],
    // The debt that the company has now, short and long term.
    ['Our current debt was 1.2 billion.', 'no-such-line'],
    ['The impact on operating income was 12 million.', 'measure-unclear'],
    ['Purchases and sales were 15 million.', 'measure-unclear'],
    ['Revenue increased by 50 million.', 'no-such-line'],
    ['We used 40 million of cash in operations.', 'measure-unclear'],
    ['Revenue for the first nine months was 3.7 billion.', 'period-unclear'],
    ['Since inception we have paid 3.9 billion in dividends.', 'period-unclear'],
    ['We saw a reduction in our net debt of 100 million.', 'no-such-line'],
    ['We saw an increase in dividends of 8.7 percent.', 'measure-unclear'],
    ['The sale was a cash-in of 68 million.', 'measure-unclear'],
    ['Revenue rose with the number of vessels of the fleet, by 38 percent.', 'measure-unclear'],
  ])('%s is not judged', (text, reason) => {
    expect(claims(text)).toMatchObject([{ reason }])
  })

  test.each([
    ['So, now going to the operations, starting with Kestrel.'],
    ['For Kestrel, this was another strong quarter.'],
  ])('is that of the part behind "%s", also where the speaker says total', (turned) => {
    const said = claims([turned, 'Total sales grew 5.3 percent year on year.', 'Total sales were 1.318 billion.'])
    expect(said.map(({ reason }) => reason)).toEqual(['segment', null])
  })

  test.each([
    'For the quarter, we did well.',
    'So, starting with the market environment.',
    'For context, we had a strong quarter.',
    'For inventories, we had a good quarter.',
    'Let me start with a quick overview.',
    'I will begin with the key takeaways.',
  ])('stays that of the company behind "%s"', (opening) => {
    expect(claims([opening, 'Revenue was 1.318 billion.'])).toMatchObject([{ reason: null }])
  })

  test('that somebody wants to raise by an amount is no level of it', () => {
    expect(claims('The new plants will increase our EBITDA by 80 million in 2026.')).toMatchObject([
      { field: null, label: 'EBITDA, change' },
    ])
  })

  test('of the market is not listed: the price of a commodity and a rate of exchange', () => {
    expect(claims('We plan with an oil price of 75 dollars.')).toEqual([])
    expect(claims('The rate was 8.8 NOK to to the dollar.')).toEqual([])
    expect(claims('The average price was 75 dollars.')).toMatchObject([{ label: 'Average price', low: 75 }])
  })

  test('of a part of the company is not taken for the whole until words for the whole return', () => {
    const told = claims([
      'Turning to Europe, where demand was good.',
      'Revenue was 450 million.',
      'Total revenue was 1.318 billion.',
    ])
    expect(told.map(({ reason }) => reason)).toEqual(['segment', null])
  })

  test('of the topic that a speaker turned to is not taken for the whole until the talk is of the whole again', () => {
    const told = claims([
      'Regarding Kestrel Fashion, it was a good quarter.',
      'Still, total revenue reached 95 million.',
      'Regarding profitability, operating income was 8 million.',
      'Moving on to our financial results.',
      'Revenue was 1.318 billion.',
    ])
    expect(told.map(({ reason }) => reason)).toEqual(['segment', 'segment', null])
  })

  test('is of the whole again some sentences after a part was named', () => {
    const later = Array.from({ length: 8 }, () => 'Operating income was 90 million.')
    const told = claims(['Software revenue was 450 million.', ...later])
    expect(told.at(1)).toMatchObject({ reason: 'part-unclear' })
    expect(told.at(-1)).toMatchObject({ reason: null })
  })

  test.each([
    'In Services, revenue grew 9.8% year over year.',
    'And within Industrial Automation, revenue was 310 million in the third quarter.',
    'Revenue grew 9.8% year over year in Services.',
    'Revenue grew 9.8% in the third quarter in Services.',
    'In Performance Coatings, third-quarter revenue grew 9.8% year over year.',
    'In Group Life, third-quarter revenue grew 9.8% year over year.',
    'In Light Trucks 2, third-quarter revenue grew 9.8% year over year.',
    'In terms of Services, third-quarter revenue grew 9.8% year over year.',
    'In relation to Services, third-quarter revenue grew 9.8% year over year.',
    'In US, third-quarter revenue grew 9.8% year over year.',
    'In Deposits, third-quarter revenue grew 9.8% year over year.',
    'In the US market, third-quarter revenue grew 9.8% year over year.',
    'In the US, third-quarter revenue grew 9.8% year over year.',
    'For the IT panel, third-quarter revenue grew 9.8% year over year.',
    'For I P C, third-quarter revenue grew 9.8% year over year.',
    'In Rates and FX, third-quarter revenue grew 9.8% year over year.',
    'In cash management, third-quarter revenue grew 9.8% year over year.',
    'In Performance, third-quarter revenue grew 9.8% year over year.',
    'In Financial Group, revenue grew 9.8% year over year.',
    'In the high end, third-quarter revenue grew 9.8% year over year.',
    'In Display in the industrial and medical areas, revenue grew 9.8% year over year.',
    'Revenue grew 9.8% year over year at the high end of our range in Services.',
  ])('is not known to be of the whole next to words that may name a part: %s', (text) => {
    expect(claims(text).map(({ reason }) => reason)).toContain('part-unclear')
  })

  test.each([
    'In the third quarter, revenue grew 9.8% year over year.',
    'In the seasonally weak third quarter, revenue grew 9.8% year over year.',
    'Revenue grew 9.8% year over year in the third quarter of the current cycle.',
    'Revenue was 1.318 billion in the third quarter at the rate planned in March.',
    'In summary, revenue grew 9.8% year over year, in line with our plan.',
    'In terms of the balance sheet, cash was 1.2 billion at the end of the third quarter.',
    'At the same time, revenue grew 9.8% year over year in the third quarter.',
    'In aggregate, revenue grew 9.8% year over year in the third quarter.',
    'For the record, revenue grew 9.8% year over year in the third quarter.',
    'In light of the storm, revenue grew 9.8% year over year in the third quarter.',
    'For the combined Halden Group, revenue grew 9.8% year over year in the third quarter.',
    'In this market, revenue grew 9.8% year over year in the third quarter.',
    'In relation to the second question, revenue grew 9.8% year over year in the third quarter.',
    'In addition, revenue grew 9.8% year over year in the third quarter.',
    'At the group level, revenue grew 9.8% year over year in the third quarter.',
    'On a reported basis, revenue grew 9.8% year over year in the third quarter.',
    'In terms of costs, SG&A was 215 million in the third quarter.',
    'In US dollars, revenue grew 9.8% year over year in the third quarter.',
    'For us, revenue grew 9.8% year over year in the third quarter.',
    'Under US GAAP, EPS was 61 cents in the third quarter.',
    'At Halden, revenue grew 9.8% year over year in the third quarter.',
    'Revenue was 1.318 billion in the third quarter at the high end of our guidance.',
    'Revenue was 1.318 billion in the third quarter within our guidance.',
    'Revenue was 1.318 billion in the third quarter at current exchange rates.',
    'EPS was 61 cents in the third quarter under GAAP.',
  ])('is of the whole next to words of the time, the talk or the company: %s', (text) => {
    expect(claims(text)).toMatchObject([{ reason: null }])
  })

  test.each([
    'In Services, revenue grew 9.8% year over year.',
    'In Services, we have 40 percent of the market.',
    'Revenue grew 9.8% year over year in Services.',
  ])('behind a sentence that may be of a part is that of the whole, without a difference for sure: %s', (text) => {
    const next = 'Gross margin for the third quarter was 45.5 percent.'
    expect(claims([text, next])[1]).toMatchObject({ reason: null, isCertain: false })
    expect(claims(['In total, revenue grew 9.8% year over year.', next])[1]).toMatchObject({ isCertain: true })
  })

  test.each(['for the record', 'for modeling purposes', 'for clarity'])(
    'is of the whole behind a sentence that begins with "%s"',
    (words) => {
      const told = claims([
        `${words}, we delivered a good quarter.`,
        'Revenue for the third quarter was 1.318 billion.',
      ])
      expect(told).toMatchObject([{ reason: null }])
    },
  )

  test('is not the gross margin where the margin is that of products', () => {
    expect(claims('Gross profit was 590.2 million and product margin was 43.1 percent.')).toMatchObject([
      { field: 'GrossProfit', reason: null },
      { reason: 'part-unclear' },
    ])
    expect(claims('Gross profit was 590.2 million and our margin was 43.1 percent.')[1]).toMatchObject({
      field: 'calculated.gross_margin',
      reason: null,
    })
  })

  test('is of the whole where a part was only named to explain', () => {
    const told = claims([
      'Demand was lower, mostly due to our power business.',
      'In Brazil, consolidated EBITDA for the quarter was 260 million.',
      'Operating income was 218 million.',
    ])
    expect(told.map(({ reason }) => reason)).toEqual([null, 'part-unclear'])
    expect(
      claims(['Demand was lower, mostly due to our power business.', 'Operating income was 218 million.']),
    ).toMatchObject([{ reason: null }])
  })

  test('is not of the whole where another company is meant as a whole', () => {
    expect(
      claims(['The software segment grew.', 'At the device company demand was good, and revenue was 870 million.']),
    ).toMatchObject([{ reason: 'part-unclear' }])
  })

  test('of a company that was bought is not taken for that of the company', () => {
    const told = claims('We acquired Kestrel. It is an online retailer with sales of 118 million.')
    expect(told).toMatchObject([{ reason: 'part-unclear' }])
    const later = claims('We agreed to acquire Kestrel. It had a profit before tax of 7 million in the third quarter.')
    expect(later).toMatchObject([{ reason: 'part-unclear' }])
  })

  test('is that of both values between which it moved', () => {
    expect(
      claims(
        'Total assets declined from 313 billion at the end of fiscal 2024 to 311 billion at the end of the third quarter.',
      ),
    ).toMatchObject([
      { field: 'TotalAssets', period: 'FY 2024', low: 313e9 },
      { field: 'TotalAssets', period: 'Q3 2025', low: 311e9 },
    ])
  })

  test('is none where the words that name it belong to something else', () => {
    expect(claims('The impact on revenue and the number of cities was 32.9 million.')).toMatchObject([{ field: null }])
    expect(claims('So the net, uh, cash position was 2.3 billion.')).toMatchObject([{ field: null }])
    expect(claims('We take it from the 850 million of revenue to more.')).toMatchObject([{ field: null }])
    expect(claims('We had 185 million in cash from the deposits.')).toMatchObject([{ field: null }])
    expect(claims('EBITDA was 275 million above that of the year before.')).toMatchObject([{ field: null }])
    expect(claims('Net income for the quarter was two dollars.')).toEqual([])
  })

  test('of a pair is compared with the other pair, each with its own', () => {
    const told = claims(
      'For the third quarter net income was 20 million, or 45 cents a share, compared with 18 million, or 41 cents, last year.',
    )
    expect(told).toMatchObject([
      { field: 'NetIncomeLossAttributableCommonShareholders', period: 'Q3 2025', low: 20e6 },
      { field: 'DilutedEarningsPerShare', period: 'Q3 2025', low: 0.45 },
      { field: 'NetIncomeLossAttributableCommonShareholders', period: 'Q3 2024', low: 18e6 },
      { field: 'DilutedEarningsPerShare', period: 'Q3 2024', low: 0.41 },
    ])
    expect(
      claims('Net loss for the third quarter was 12 million compared to a net loss of 5 million a year ago.'),
    ).toMatchObject([{ period: 'Q3 2025' }, { period: 'Q3 2024' }])
  })

  test('is never one of the lines in a call whose figures are all adjusted', () => {
    const told = 'Unless otherwise noted, all figures are on a non-GAAP basis.'
    expect(claims([told, 'Operating income was 218 million.'])).toMatchObject([{ reason: 'adjusted' }])
    const atConstantRates =
      'Most of the figures discussed today are on a non-IFRS basis, with growth in constant currency.'
    expect(claims([atConstantRates, 'EPS was 29 cents.', 'Revenue grew 10 percent.'])).toMatchObject([
      { reason: 'adjusted' },
      { reason: 'constant-currency' },
    ])
  })

  test.each([
    'As a reminder, I will be discussing non-GAAP results, unless otherwise noted.',
    "I'll be discussing non-GAAP results on this call.",
    'My comments today will be on a non-GAAP basis.',
    'My remarks refer to non-GAAP results unless otherwise stated.',
    'The figures I am about to give are non-GAAP.',
    "Today's results are presented on an underlying basis.",
    'Our margins are adjusted, unless we say otherwise.',
    'Earnings and margins are adjusted except where I explicitly note it.',
    'All growth figures that we give are in constant currency.',
    'The numbers I will quote are on a like-for-like basis.',
    'These figures are adjusted for the disposal.',
    'All numbers are pro forma.',
    'All figures are stated excluding restructuring.',
    'All references to earnings are to adjusted earnings.',
  ])('is none of the statements behind "%s"', (told) => {
    const said = ['Gross margin for the quarter was 45.5 percent.', 'Earnings per share were 78 cents.']
    expect(claims([told, ...said]).map(({ reason }) => reason)).toEqual(['adjusted', 'adjusted'])
    expect(claims([told, 'Revenue was 1.3 billion.', 'GAAP gross margin was 45.5 percent.'])).toMatchObject([
      { field: 'Revenue', reason: null },
      { field: 'calculated.gross_margin', reason: null },
    ])
  })

  test('is adjusted in the whole call also where somebody of no known side says so, and not where an analyst asks', () => {
    const told = ['All results are on a non-GAAP basis.', 'Gross margin for the quarter was 45.5 percent.']
    const saidBy = (first: SpeakerSide) =>
      claimsIn({ text: told, speaker: [0, 1], section: ['prepared', 'prepared'] }, [first, 'company'], thirdQuarter)
    expect(saidBy('unknown')).toMatchObject([{ reason: 'adjusted' }])
    expect(saidBy('analyst')).toMatchObject([{ reason: null }])
  })

  test.each([
    'During this call we will refer to certain non-GAAP measures.',
    'We will discuss both GAAP and non-GAAP results today.',
    'We will discuss non-GAAP financial measures on this call.',
    'A reconciliation of our non-GAAP results is on our website, unless otherwise noted.',
    "We don't expect adjusted EBITDA margins to expand unless we see volumes recover.",
    'Adjusted margins do not change much, except when I look at the underlying mix.',
    'Our results reflect the underlying strength of the business.',
    'Our results were strong, thanks to growth in comparable sales.',
    'Our numbers are a testament to pro forma cost discipline.',
    'Our results are better than the comparable figures of last year.',
    'Our results are strong, even excluding the gain.',
    'These results are ahead of our plan, with adjusted EPS well ahead of last year.',
    'Our results improved to 45 percent on an adjusted basis.',
  ])('may be one of the statements behind "%s"', (told) => {
    const gross = claims([told, 'Gross margin for the quarter was 45.5 percent.']).at(-1)
    expect(gross).toMatchObject({ field: 'calculated.gross_margin', reason: null })
  })

  test('is adjusted where the speaker has turned to adjusted figures, until others are announced or the part changes', () => {
    const reasons = (...said: readonly string[]) => claims(said.join(' ')).map(({ reason }) => reason)
    const turned = 'Moving to our non-GAAP results. Third-quarter gross margin was 75.4 percent.'
    const next = 'Operating margin for the quarter was 62.3 percent.'
    expect(reasons(turned, next)).toEqual(['adjusted', 'adjusted'])
    expect(reasons(turned, 'Turning to our GAAP results.', next)).toEqual(['adjusted', null])
    expect(reasons(turned, 'On a GAAP basis, gross margin was 74.9 percent.', next)).toEqual(['adjusted', null, null])
    expect(reasons(turned, 'Turning to the balance sheet.', 'Total equity was 2.1 billion.')).toEqual([
      'adjusted',
      null,
    ])
    expect(reasons(turned, 'Capital expenditure was 49 million.')).toEqual(['adjusted', null])
  })

  test('is one of the statements again in an answer of the speaker who presented adjusted figures', () => {
    const text = [
      'Moving to our non-GAAP results. Third-quarter gross margin was 75.4 percent.',
      'And the operating margin?',
      'Operating margin for the quarter was 62.3 percent.',
    ]
    const said = { text, speaker: [0, 1, 0], section: ['prepared', 'qa', 'qa'] } as const
    expect(claimsIn(said, ['company', 'analyst'], thirdQuarter)).toMatchObject([
      { reason: 'adjusted' },
      { reason: null },
    ])
  })

  test.each([
    ['Long-term debt was 1.2 billion.', null],
    ['Short-term debt was 210 million.', null],
    ['Accounts payable were 310 million.', null],
    ['Total liabilities were 2.4 billion.', null],
    ["Shareholders' equity was 2.1 billion.", null],
    ['Intangible assets were 410 million.', null],
    ['Retained earnings were 910 million.', null],
    ['Short-term investments were 310 million.', null],
    ['Days sales outstanding were 45 days.', null],
    ['Inventory days were 61 days.', null],
    ['DPO was 52 days.', null],
    ['Cash from operations was 184 million.', null],
    ['Share repurchases were 84 million.', null],
    ['Free cash flow was 134 million.', 'adjusted'],
    ['Net debt was 1.2 billion.', 'adjusted'],
    ['Depreciation and amortization was 41 million.', 'adjusted'],
    ['Gross profit was 600 million.', 'adjusted'],
  ])('behind adjusted figures, is one of the statements only of a line that nobody adjusts: %s', (said, reason) => {
    expect(claims(['All figures are on a non-GAAP basis.', said])).toMatchObject([{ reason }])
  })

  test.each([
    'On an IFRS 16 basis, net debt was 1.2 billion.',
    'Under IFRS sixteen, net debt was 1.2 billion.',
    'I will now comment on our IFRS 16 figures. Net debt was 1.2 billion.',
  ])('stays adjusted where a speaker names one of the standards and not the figures of the statements: %s', (said) => {
    const next = 'Operating margin for the quarter was 62.3 percent.'
    const found = claims(`Turning to our adjusted results. ${said} ${next}`)
    expect(found.map(({ reason }) => reason)).toEqual(['adjusted', 'adjusted'])
    expect(
      claims(`Turning to our adjusted results. On an IFRS basis, net debt was 1.2 billion. ${next}`),
    ).toMatchObject([{ reason: null }, { reason: null }])
  })

  test('is adjusted in the whole call also where IFRS 16 is named with the announcement', () => {
    const told = 'Throughout this call we will discuss adjusted results and IFRS 16 effects.'
    expect(claims([told, 'Gross margin was 45.5 percent.'])).toMatchObject([{ reason: 'adjusted' }])
  })

  test.each([
    'We continue to focus on underlying performance.',
    'When we look at the underlying cost performance, we are pleased.',
    'We are presenting the pro forma financial performance of the new group next month.',
  ])('is not adjusted behind "%s"', (said) => {
    const next = 'Operating margin for the quarter was 62.3 percent.'
    expect(claims(`${said} ${next}`)).toMatchObject([{ reason: null }])
  })

  test.each([
    ['On the balance sheet, net debt was 1.2 billion.', [null]],
    ['And looking now at our balance sheet, net debt was 1.2 billion.', [null]],
    ['In terms of the balance sheet, net debt was 1.2 billion.', [null]],
    ['From a cash flow perspective, free cash flow was 134 million.', [null]],
    ['Our balance sheet remains strong. Net debt was 1.2 billion.', [null]],
    ['Regarding liquidity, net debt was 1.2 billion.', [null]],
    ['Net debt was 1.2 billion, which gives us a strong balance sheet.', ['adjusted']],
    ['With our strong cash flow we repaid loans. Net debt was 1.2 billion.', ['adjusted']],
    ['Free cash flow was 134 million.', ['adjusted']],
  ])('behind adjusted figures, is one of the statements where the speaker goes on to others: %s', (said, expected) => {
    for (const turned of ['Turning to our adjusted results.', 'I will now discuss our underlying operating results.'])
      expect(claims(`${turned} ${said}`).map(({ reason }) => reason)).toEqual(expected)
  })

  test('is not certain right behind an adjusted one, except of lines that nobody adjusts', () => {
    const certain = (...said: readonly string[]) => claims(said.join(' ')).map(({ isCertain }) => isCertain)
    const adjusted = 'Adjusted EBITDA for the third quarter was 260 million.'
    const margin = 'Gross margin for the third quarter was 45.5 percent.'
    expect(certain(margin)).toEqual([true])
    expect(certain(adjusted, margin)).toEqual([false, false])
    expect(certain(adjusted, `GAAP gross margin for the third quarter was 45.5 percent.`)).toEqual([false, true])
    expect(certain(adjusted, 'Revenue for the third quarter was 1.318 billion.')).toEqual([false, true])
    expect(certain(adjusted, 'Turning to our GAAP results.', margin)).toEqual([false, true])
  })

  test.each([
    ['GAAP EPS was $1.20 and adjusted EPS was $1.45.', [null, 'adjusted']],
    ['GAAP EPS was $1.20 and non-GAAP EPS was $1.45.', [null, 'adjusted']],
    ['EPS was $1.20, while adjusted EPS was $1.45.', [null, 'adjusted']],
    ['Adjusted EPS was $1.45 and GAAP EPS was $1.20.', ['adjusted', null]],
    ['GAAP EPS was $1.20 excluding the charge.', ['adjusted']],
    ['In Europe, adjusted gross margin was 45 percent and GAAP gross margin was 44 percent.', ['segment', 'segment']],
  ])('is known where a sentence has both: %s', (said, expected) => {
    expect(claims(said).map(({ reason }) => reason)).toEqual(expected)
  })

  test('is not adjusted where only another figure of the sentence is', () => {
    expect(claims('Net profit was 108 million, and an adjusted figure of 191 million.')[0]).toMatchObject({
      reason: null,
    })
    expect(claims('Net profit was 108 million, driven by organic growth.')).toMatchObject([{ reason: null }])
    expect(claims('Net profit was 108 million, driven by prices, excluding the charge.')).toMatchObject([
      { reason: 'adjusted' },
    ])
  })
})

test('a number that is divided by the end of a turn is no figure, neither its beginning nor its end', () => {
  expect(claims(['Our margin in the quarter was $12.', '4 percent of sales went to marketing.'])).toEqual([])
  expect(claims(['Sales fell much less than in 2019.', '12 percent is what we lost.'])).toMatchObject([{ low: 0.12 }])
})

test.each([
  ['Earnings per share were $1.35.', 'One of the reasons was price.', 1.35],
  ['Earnings per share were $2.', 'Two things explain that.', 2],
  ['Earnings per share were $2.', '2024 was a year of investment.', 2],
  ['Orders fell in Q2.', '14 percent is what we lost.', 0.14],
  ['Orders fell in fiscal 25.', '14 percent is what we lost.', 0.14],
])('"%s" and "%s" in the next turn divide no number', (before, after, low) => {
  expect(claims([before, after])).toMatchObject([{ low }])
})

describe('the name of a figure', () => {
  test.each([
    'Shorter routes and larger cabin capacity reduced the stage length by 3 percent.',
    'Of our sales, 40 percent were online.',
    'On the margin, our position was 300 million.',
    'The share of foreign debt declined from 83 percent to 51 percent.',
    'In the market about 40 percent are connected.',
    'The third sale, at a higher volume 580 million, followed.',
    'Daily fuel sales fell by 30 percent.',
    'Traffic declined by 500 percent.',
    'We have been buying back 18 million of price at par.',
    'The spread over the cost of funds stood at 6 percent.',
    'The cost of risk of retail loans improved by 84 basis points.',
    'The margin on loans was 5.8 percent.',
    'Cost-to-assets was 3.2 percent.',
    'We bought units in the open market, in 2025 for 18 million.',
    'These repurchases reduce distributions by 1.5 million.',
    'We retired another 17 million of debt.',
    'Revenue for a seat grew by 3.1 percent.',
    'Free cash flow before changes in working capital amounted to 234 million.',
    'The inaudible costs were 12 million.',
    'Head count grew four percent, and research and development was up six percent.',
  ])('is not that of a measure that is only near: %s', (text) => {
    expect(claims(text).map(({ label, field }) => ({ label, field }))).toEqual(
      claims(text).map(() => ({ label: '', field: null })),
    )
    expect(claims(text)).not.toEqual([])
  })

  test('says where the figure is the amount of a change, and what it came to', () => {
    expect(claims('EBITDA improved 34 million to 110 million.')).toMatchObject([
      { label: 'EBITDA, change', field: null, reason: 'no-such-line' },
      { label: 'EBITDA', field: 'EBITDA', low: 110e6 },
    ])
    expect(claims('Operating income was 13 million down from the previous quarter.')).toMatchObject([{ label: '' }])
    expect(claims('We reduced our debt by 16 million.')).toMatchObject([{ label: 'Debt, change' }])
  })

  test('of a change from an earlier year than the previous one is no yearly growth', () => {
    expect(claims('Revenue declined by 9 percent since 2019.')).toMatchObject([
      { label: 'Revenue, change', field: null, change: null },
    ])
    expect(claims('Revenue declined by 9 percent compared to the same period of 2019.')).toMatchObject([
      { field: null, change: null },
    ])
    expect(claims('Revenue declined by 9 percent compared to the same period of 2024.')).toMatchObject([
      { field: 'Revenue', change: 'yoy', reason: null },
    ])
  })

  test('is that of the line in other words for it', () => {
    expect(claims('Profit after tax was 344 million.')).toMatchObject([
      { field: 'NetIncomeLossAttributableCommonShareholders', reason: null },
    ])
    expect(claims('Attributable net income was 950 million.')).toMatchObject([{ reason: null }])
    expect(claims('Total revenue for the company was 2.1 billion in the quarter.')).toMatchObject([{ reason: null }])
    expect(claims('Free cash flow in the third quarter hit an all-time high of 228 million.')).toMatchObject([
      { field: 'calculated.free_cash_flow', reason: null },
    ])
  })
})

describe('a movement from below zero to above', () => {
  test('is no range: the first figure has no period', () => {
    expect(
      claims('Operating margin improved from negative 2.1 percent to positive 3.4 percent in the third quarter.'),
    ).toMatchObject([
      { low: -0.021, high: -0.021, period: null },
      { field: 'calculated.operating_margin', low: 0.034, high: 0.034, period: 'Q3 2025', reason: null },
    ])
  })

  test('is a range where the figures range', () => {
    expect(claims('Revenue growth ranged from minus 2 percent to plus 3 percent.')).toMatchObject([
      { low: -0.02, high: 0.03 },
    ])
  })

  test.each([
    'Revenue growth improved from minus 2 percent to plus 3 percent year over year in the third quarter.',
    'Revenue went from down 2 percent to up 3 percent year over year in the third quarter.',
    'Revenue went from flat to up 3 percent year over year in the third quarter.',
    'Revenue went from down 2 percent to flat year over year in the third quarter.',
    'Revenue was down 2 percent to up 3 percent year over year in the third quarter.',
  ])('is not judged where the figure of the quarter is not clear: %s', (text) => {
    for (const each of claims(text)) expect(each.reason).not.toBeNull()
  })
})

describe('the period of a figure', () => {
  test.each([
    ['Revenue was 1.318 billion in the third quarter.', 'Q3 2025', true],
    ['Revenue in Q2 was 1.301 billion.', 'Q2 2025', true],
    ['Revenue in the third quarter of last year was 1.205 billion.', 'Q3 2024', true],
    ['In fiscal 2024 revenue was 4.5 billion.', 'FY 2024', true],
    ['Revenue in q three twenty twenty four was 1.205 billion.', 'Q3 2024', true],
    ['Revenue was 1.318 billion.', 'Q3 2025', false],
    // A later quarter of this year did not end yet.
    ['Revenue in the fourth quarter was 1.262 billion.', 'Q4 2024', false],
  ])('%s', (text, period, isCertain) => {
    expect(claims(text)).toMatchObject([{ period, isCertain }])
  })

  test('has its short year also at the end of a sentence, and is not taken for the previous one', () => {
    expect(claims('Revenue was 1.2 billion in Q3 24.')).toMatchObject([{ period: 'Q3 2024' }])
    expect(claims('Net sales were 1.2 billion in F Y twenty four.')).toMatchObject([{ period: 'FY 2024' }])
    expect(
      claims('We expect revenue of 1.2 billion in 2027, compared with 0.95 billion in F Y twenty five.')[1]?.period,
    ).toBe('FY 2025')
  })

  test('of a sum over several years is none of them', () => {
    expect(claims('We expect capex of 300 million in the three years till fiscal 2027.')).toMatchObject([
      { period: null },
    ])
  })

  test.each([
    'Revenue through the third quarter was 3.9 billion.',
    'In the first three quarters, revenue was 3.9 billion.',
    'Revenue through Q3 was 3.9 billion.',
    'Through the end of the third quarter, revenue was 3.9 billion.',
    'Through three quarters, revenue was 3.9 billion.',
  ])('is not the quarter up to which several are counted together: %s', (text) => {
    expect(claims(text)).toMatchObject([{ field: 'Revenue', period: null, reason: 'period-unclear' }])
  })

  test('is that which was named before, until another one is named', () => {
    const told = claims([
      'In the first nine months demand was good. Revenue was 3.7 billion.',
      'For the third quarter revenue was 1.318 billion.',
    ])
    expect(told.map(({ reason, period }) => reason ?? period)).toEqual(['period-unclear', 'Q3 2025'])
  })

  test.each([
    ['In the third quarter twenty four revenue was 1.205 billion.', 'Q3 2024'],
    ['In Q3 24 revenue was 1.205 billion.', 'Q3 2024'],
    ['Revenue in the 3rd quarter of this year was 1.318 billion.', 'Q3 2025'],
    ['In f y twenty four revenue was 4.5 billion.', 'FY 2024'],
    ['In f y twenty twenty four revenue was 4.5 billion.', 'FY 2024'],
    ['Revenue for the year to date was 3.7 billion.', null],
    ['Net income for the period was 154 million.', null],
    ['In the first quarter, in q three revenue was 1.318 billion.', null],
    ['We closed the year at 4.5 billion in revenue.', null],
    ['Revenue rose from 1.2 billion to 1.318 billion.', null],
    ['In the fourth quarter, revenue of 1.4 billion.', null],
    ['Gross margin of 45 percent was in comparison to the third quarter of 2024.', 'Q3 2025'],
  ])('%s', (text, period) => {
    expect(claims(text)[0]?.period).toBe(period)
  })

  test('right behind a figure is none of the next one', () => {
    const said = 'Gross profit was 210 million, compared with 190 million in the first quarter, with operating income'
    expect(claims(`${said} for the second quarter at 50 million.`)).toMatchObject([
      {},
      { period: 'Q1 2025' },
      { field: 'OperatingIncome', period: 'Q2 2025', reason: null },
    ])
  })

  test('is not known where a figure is compared with one of its own period: one of the two was a slip', () => {
    const said =
      'Revenue for the third quarter of 2024 rose to 9.5 million, up 19 percent, compared to 8 million for the'
    expect(claims(`${said} third quarter of 2024.`)).toMatchObject([
      { field: 'Revenue', period: null, reason: 'period-unclear' },
      { field: 'Revenue', period: null, reason: 'period-unclear' },
      { field: 'Revenue', period: null, reason: 'period-unclear' },
    ])
  })

  test('is known where a reported figure is compared with the adjusted one of its period', () => {
    const said = 'Net income was 8 million for the third quarter, versus 12 million on an adjusted basis'
    expect(claims(`${said} in the third quarter.`)).toMatchObject([
      { field: 'NetIncomeLossAttributableCommonShareholders', period: 'Q3 2025', reason: null },
      { period: 'Q3 2025', reason: 'adjusted' },
    ])
  })

  test('of earnings per share is that of the profit that they restate', () => {
    const said = 'In the second quarter revenue was 1.3 billion, and net income in the third quarter was 45 million, or'
    expect(claims(`${said} 61 cents a share.`).map(({ period }) => period)).toEqual(['Q2 2025', 'Q3 2025', 'Q3 2025'])
  })

  test('is not known without words for it where half years and years are mixed with quarters', () => {
    const told = claims([
      'For the first half year demand was good.',
      'Costs rose in the half year.',
      'Revenue was 1.318 billion.',
    ])
    expect(told).toMatchObject([{ period: null, reason: 'period-unclear' }])
    const later = claims([
      'In q three revenue was 1.318 billion.',
      'The half year was good.',
      'Shops were open.',
      'Demand was high.',
      'People came.',
      'Operating income was 218 million.',
    ])
    expect(later.map(({ period }) => period)).toEqual(['Q3 2025', null])
  })

  test('is not a year where a half year is reported: a figure of the year may be of its half', () => {
    const told = ['The first half was good.', 'In the 2024 figures an impairment of 14 million was included.']
    expect(claims(told, { quarter: { quarter: 'Q2', year: 2025 } })).toMatchObject([{ period: null }])
    expect(claims('In 2024 net debt was 14 million.', { quarter: { quarter: 'Q2', year: 2025 } })).toMatchObject([
      { period: 'FY 2024' },
    ])
  })

  test('is not a year that was named before where the figure is compared with the previous quarter', () => {
    const told =
      'In 2025 we had a record in each quarter. Gross profit increased by 50 million sequentially to 600 million.'
    expect(claims(told, { quarter: { quarter: 'Q4', year: 2025 } }).map(({ period }) => period)).toEqual([null, null])
  })

  test('in a call on the fourth quarter is not known without words for it, as it may be the year', () => {
    const quarter = { quarter: 'Q4', year: 2025 } as const
    const told = ['Revenue for the full year was 5 billion.', 'The tax rate was 21.8 percent this year.']
    expect(claims(told, { quarter }).map(({ period }) => period)).toEqual(['FY 2025', null])
    expect(claims('For the full year net debt was 310 million.', { quarter })).toMatchObject([{ period: 'Q4 2025' }])
    expect(claims('Inventory at the end of the full year was 500 million.', { quarter })).toMatchObject([
      { period: 'Q4 2025' },
    ])
  })

  test('is none that was named in passing, of an earlier year, or of the outlook', () => {
    const told = claims([
      'In 2019 we opened the plant.',
      'Revenue was 1.318 billion.',
      'For fiscal 2026 we expect demand to grow.',
      'Operating income was 218 million.',
    ])
    expect(told.map(({ period }) => period)).toEqual([null, null])
  })

  test('of an answer is not that of the call unless it is named', () => {
    expect(claims('Revenue was 1.318 billion.', { section: 'qa' })).toMatchObject([{ reason: 'period-unclear' }])
  })

  test('of a comparison is the year prior to the figure that is compared, also where that is of another quarter', () => {
    expect(claims('In Q1 revenue was 450 million, compared to 430 million in the prior-year quarter.')).toMatchObject([
      { period: 'Q1 2025' },
      { period: 'Q1 2024' },
    ])
  })

  test('of a comparison without words for it is not known where the speakers compare with the previous quarter, too', () => {
    const told = 'In Q3 revenue was 1.318 billion, compared with 1.301 billion.'
    expect(claims(told).map(({ period }) => period)).toEqual(['Q3 2025', 'Q3 2024'])
    expect(claims(['Orders grew sequentially.', told]).map(({ period }) => period)).toEqual(['Q3 2025', null])
  })

  test('is not the one with which a level is compared', () => {
    expect(claims('SG&A was flat on the second quarter at 215 million.')).toMatchObject([{ period: 'Q3 2025' }])
  })
})

describe('the role of a figure', () => {
  test.each([
    ['For the fourth quarter we expect revenue between 1.34 and 1.37 billion.', 'guidance', 'Q4 2025'],
    ['Capital expenditure for the year is now 210 million.', 'guidance', 'FY 2025'],
    ['Revenue should be around 5 billion next year.', 'guidance', 'FY 2026'],
    ['Our long-term target is an operating margin of 20 percent.', 'target', null],
  ])('%s', (text, role, period) => {
    expect(claims(text)).toMatchObject([{ role, period }])
  })

  test('of what is expected, the period holds for some sentences and where it was the only one named', () => {
    const told = (between: string) => claims(`${between} We expect revenue of 1.4 billion.`).at(-1)?.period
    expect(told('For the fourth quarter we expect more.')).toBe('Q4 2025')
    expect(told('We expect more, in the fourth quarter, and in fiscal 2027.')).toBe(null)
    const others = 'Shops are open. Demand is good. People come. They buy.'
    expect(told(`For the fourth quarter we expect more. ${others}`)).toBe(null)
  })

  test('of a part of the company names no line in what is expected or what an analyst says', () => {
    expect(claims('For the fourth quarter we expect software revenue of 450 million.')).toMatchObject([
      { role: 'guidance', field: null },
    ])
    expect(claims('Was software revenue 450 million?', { side: 'analyst' })).toMatchObject([
      { role: 'question', field: null },
    ])
    expect(claims('Was revenue 1.3 billion?', { side: 'analyst' })).toMatchObject([{ field: 'Revenue' }])
  })

  test('is a question when an analyst says it, also one who is listed with the company', () => {
    const asked = 'SG&A was 17.3% of revenue. How much of that is structural?'
    expect(claims(asked, { side: 'analyst' })).toMatchObject([{ role: 'question', reason: 'not-company' }])
    expect(claims(asked, { section: 'qa' })).toMatchObject([{ role: 'question', reason: 'not-company' }])
  })

  test('of a speaker whose side is not known, or who is taken for the operator, is listed and never judged', () => {
    expect(claims('Revenue was 1.318 billion.', { side: 'unknown' })).toMatchObject([{ reason: 'not-company' }])
    expect(claims('Revenue was 1.318 billion.', { side: 'operator' })).toMatchObject([{ reason: 'not-company' }])
  })

  test('of a speaker who presents results is reported, also when taken for the operator', () => {
    const told = [
      'Our revenue for the third quarter was 1.318 billion.',
      'Our gross margin was 45.5 percent.',
      'Our operating income was 218 million.',
      'Our free cash flow was 134 million.',
    ]
    expect(claims(told, { side: 'operator' }).map(({ reason }) => reason)).toEqual([null, null, null, null])
    expect(claims(told.slice(0, 3), { side: 'operator' })[0]).toMatchObject({ reason: 'not-company' })
  })

  test('is a result where it is compared with the guidance, and where the speaker sees it', () => {
    expect(claims('EPS for the quarter was 29 cents, compared to our guidance of 28 cents.')[0]).toMatchObject({
      role: 'reported',
    })
    expect(
      claims('Revenue for the quarter was 1.318 billion, at the high end of our guidance range.')[0],
    ).toMatchObject({
      role: 'reported',
    })
    expect(claims('Revenue of 1.4 billion, the high end of our guidance range.')[0]).toMatchObject({ role: 'guidance' })
    expect(
      claims('Revenue in the third quarter was 1.318 billion, at the high end of our full-year guidance.')[0],
    ).toMatchObject({ role: 'reported' })
    for (const words of ['well above', 'at the high end of'])
      expect(claims(`Revenue grew 9 percent, ${words} our full-year guidance range.`)[0]).toMatchObject({
        role: 'reported',
      })
    expect(claims('Here we see net income for the quarter of 154 million.')).toMatchObject([{ role: 'reported' }])
    expect(claims('Of the debt, long-term loans were 300 million.')).toMatchObject([{ role: 'reported' }])
  })

  test.each([
    'Orders grew nicely, and we now see full-year revenue of 5.2 billion, the high end of our guidance.',
    'Orders grew nicely and we now see full-year revenue of 5.2 billion, the high end of our guidance.',
    'Full-year revenue increased to 5.2 billion, the high end of our guidance.',
    'Orders grew nicely, and we now see full-year revenue of 5.2 billion, above our guidance.',
  ])('is guidance compared with its range where another clause says what was, or the year is not over: %s', (text) => {
    expect(claims(text)).toMatchObject([{ field: 'Revenue', role: 'guidance', period: 'FY 2025' }])
  })

  test('is a result where the speaker turns to the outlook and says what was', () => {
    expect(claims('Moving to our outlook, our backlog grew to 1.5 billion at the end of the quarter.')).toMatchObject([
      { role: 'reported', period: 'Q3 2025' },
    ])
    expect(claims('Moving to our outlook, we see revenue of 1.5 billion for 2026.')).toMatchObject([
      { role: 'guidance' },
    ])
  })

  test('is a result also where the speaker would like to say it', () => {
    expect(claims('I would like to add that revenue for the quarter was 1.318 billion.')).toMatchObject([
      { role: 'reported', reason: null },
    ])
  })

  test.each([
    ['We made progress towards these goals despite an impairment of 104 million.', 'reported'],
    ['On the next page, we will see total assets of 3.2 billion.', 'reported'],
    ['The remainder of the portfolio, with revenue of 88 million, grew.', 'reported'],
    ['Total assets were 172 million, and we continue to target less.', 'reported'],
    ['We will look for more, and we have been buying back 18 million of shares.', 'other'],
    ['The central bank is expected to see inflation of 4 percent.', 'other'],
    ['Until May the market share was 17 percent.', 'reported'],
    ['The objective of the company is to have a dividend yield of 5 percent.', 'target'],
    ['We raise our nominal EBITDA expectation to 14.5 billion.', 'guidance'],
    ['For services we are projecting revenue to grow 8 percent.', 'guidance'],
  ])('%s is %s', (text, role) => {
    expect(claims(text)).toMatchObject([{ role }])
  })

  test('is not guidance only because an earlier sentence was about next year', () => {
    const told = claims('For the next year, the plant will give us flexibility. Expenses remain flat at 76 million.')
    expect(told).toMatchObject([{ role: 'reported' }])
  })

  test('of growth that is expected has the period that is named', () => {
    expect(claims('We expect q four total revenue growth of 8 percent.')).toMatchObject([
      { role: 'guidance', change: 'yoy', period: 'Q4 2025' },
    ])
  })

  test('returns to results after a word on the outlook', () => {
    const told = claims('We expect no more than that next year. Operating income was 218 million.')
    expect(told).toMatchObject([{ field: 'OperatingIncome', role: 'reported', reason: null }])
  })
})

test('counts that no line states and words that only look like figures are not listed', () => {
  expect(
    claims(
      'We have 100 percent of the team here, 400 customers, and 2 people retired. Copper was 9,000 dollars per metric ton, gold traded at $1,680, and we planned with 5.2 reais per dollar.',
    ),
  ).toEqual([])
  expect(claims('5.2 million, and more to come.')).toEqual([])
  expect(claims('Our subscribers grew by 1.2 million and the user base exceeded one million.')).toEqual([])
  expect(claims('I am a hundred percent sure, and we own 100 percent of the mine.')).toMatchObject([
    { words: '100 percent' },
  ])
  expect(claims('Our all-in cost was 998 dollars an ounce.')).toMatchObject([
    { words: '998 dollars', reason: 'no-such-line' },
  ])
  expect(claims('We propose a dividend of $0.22, and charge $35.')).toMatchObject([
    { words: '$0.22' },
    { words: '$35' },
  ])
  expect(claims('We had an effect of -196 million euro.')).toMatchObject([{ low: -196e6 }])
  expect(claims('Growth was in the high teens.')).toMatchObject([{ words: 'high teens', reason: 'measure-unclear' }])
  expect(claims('We ended with 5,410 people.')).toMatchObject([{ words: '5,410 people', reason: 'no-such-line' }])
})

test('words that are also names of the language break nothing', () => {
  const words = 'constructor toString valueOf hasOwnProperty __proto__ isPrototypeOf'
  for (const word of words.split(' ')) {
    const around = `High ${word}, ${word} single digits: ${word} revenue was ${word} 5 million ${word} in the ${word} quarter, up 4% ${word}.`
    expect(() => claims(around)).not.toThrow()
  }
})
