import { describe, expect, test } from 'vitest'
import { tokensOf } from '#core/spoken-figures/tokens.ts'
import { quantitiesIn } from '#core/spoken-figures/spoken-numbers.ts'

/** The quantities of a text, as it states them. */
function spoken(text: string) {
  const tokens = tokensOf(text)
  return quantitiesIn(tokens).map(({ first, next, value }) => ({
    words: text.slice(tokens[first]?.from, tokens[next - 1]?.to),
    ...value,
  }))
}

const exact = (unit: string, value: number, step: number, currency: string | null = null) => ({
  unit,
  currency,
  low: value,
  high: value,
  step,
  bound: 'exact',
})

describe('a spoken number has its unit and its precision, to the last digit', () => {
  test.each([
    ['1.318 billion', exact('amount', 1_318_000_000, 1_000_000)],
    ['$1.2B', exact('amount', 1_200_000_000, 100_000_000, 'USD')],
    ['US$450m', exact('amount', 450_000_000, 1_000_000, 'USD')],
    ['R$ 2.1 billion', exact('amount', 2_100_000_000, 100_000_000, 'BRL')],
    ['EUR 450 million', exact('amount', 450_000_000, 1_000_000, 'EUR')],
    ['€3.5 million', exact('amount', 3_500_000, 100_000, 'EUR')],
    ['£1,250 million', exact('amount', 1_250_000_000, 1_000_000, 'GBP')],
    ['$330 million reais', exact('amount', 330_000_000, 1_000_000, 'BRL')],
    ['four and a half billion', exact('amount', 4_500_000_000, 500_000_000)],
    ['one point three oh one billion', exact('amount', 1_301_000_000, 1_000_000)],
    ['two point twenty five billion', exact('amount', 2_250_000_000, 10_000_000)],
    ['point four trillion pesos', exact('amount', 400_000_000_000, 100_000_000_000)],
    ['a hundred and twenty million', exact('amount', 120_000_000, 1_000_000)],
    ['five hundred forty seven million dollars', exact('amount', 547_000_000, 1_000_000)],
    ['one fifty two million', exact('amount', 152_000_000, 1_000_000)],
    ['two oh four billion', exact('amount', 204_000_000_000, 1_000_000_000)],
    ['two point eight trillions pesos', exact('amount', 2_800_000_000_000, 100_000_000_000)],
    ['three million one hundred fifty nine thousand euros', exact('amount', 3_159_000, 1_000, 'EUR')],
    ['twenty-five million euros', exact('amount', 25_000_000, 1_000_000, 'EUR')],
    ['78 cents', exact('per-share', 0.78, 0.01)],
    ['$1.28 per diluted share', exact('per-share', 1.28, 0.01, 'USD')],
    ['120 basis points', exact('basis-points', 120, 1)],
    ['two percentage points', exact('basis-points', 200, 100)],
    ['two and a quarter percent', exact('percent', 0.0225, 0.0025)],
    ['9.4%', exact('percent', 0.094, 0.001)],
    ['nine point four percent', exact('percent', 0.094, 0.001)],
    ['118.%', exact('percent', 1.18, 0.01)],
    ['thirty six point eight per cent', exact('percent', 0.368, 0.001)],
    ['minus 3.2 percent', exact('percent', -0.032, 0.001)],
    ['218 million diluted shares', exact('shares', 218_000_000, 1_000_000)],
    ['5,410 employees', exact('count', 5410, 1)],
    ['144 million złoty', exact('amount', 144_000_000, 1_000_000, 'PLN')],
    ['₦83,604', exact('amount', 83_604, 1, 'NGN')],
    ['fifteen point eight billion Danish krone', exact('amount', 15_800_000_000, 100_000_000, 'DKK')],
    ['five hundred million bucks', exact('amount', 500_000_000, 1_000_000)],
    ['I N R twenty eight eighty seven million', exact('amount', 2_887_000_000, 1_000_000, 'INR')],
    ['three one three billion', exact('amount', 313_000_000_000, 1_000_000_000)],
    ['seven twenty eight euros', exact('amount', 728, 1, 'EUR')],
    [
      'one trillion, five hundred forty six point four billion yen',
      exact('amount', 1_546_400_000_000, 100_000_000, 'JPY'),
    ],
    ['one billion and three hundred seventy million', exact('amount', 1_370_000_000, 1_000_000)],
    ['two billion and 75 million', exact('amount', 2_075_000_000, 1_000_000)],
    ['56, uh, million euros', exact('amount', 56_000_000, 1_000_000, 'EUR')],
    ['20, uh, percent', exact('percent', 0.2, 0.01)],
    ['two dollars and forty five cents', exact('per-share', 2.45, 0.01)],
    ['$2 dollars and .45 cents', exact('per-share', 2.45, 0.01, 'USD')],
    ['two dollars and nine cents in both cases', exact('per-share', 2.09, 0.01)],
    ['three dollars sixty for this year', exact('per-share', 3.6, 0.01)],
    ['a billion a hundred fifty two million', exact('amount', 1_152_000_000, 1_000_000)],
    ['minus oh point four percent', exact('percent', -0.004, 0.001)],
    ['three dollars eighty one per unit', exact('per-share', 3.81, 0.01)],
    ['€2.1 million per megawatt', exact('per-share', 2_100_000, 100_000, 'EUR')],
    ['-196 million euro', exact('amount', -196_000_000, 1_000_000, 'EUR')],
    ['32 million reflecting lower volumes', exact('amount', 32_000_000, 1_000_000)],
    ['a 199 million contract provision', exact('amount', 199_000_000, 1_000_000)],
    ['eight billion Cyprus deal', exact('amount', 8_000_000_000, 1_000_000_000)],
    ['45 days', exact('days', 45, 1)],
    ['thirty seven basic points', exact('basis-points', 37, 1)],
    ['one forty six point two billion', exact('amount', 146_200_000_000, 100_000_000)],
    ['sixty two euro per, per megawatt', exact('per-share', 62, 1, 'EUR')],
  ])('%s', (text, value) => {
    expect(spoken(`It was ${text}.`)).toEqual([{ words: expect.any(String) as string, ...value }])
  })

  test.each([
    ['over 600 million', 'over', 600e6, 600e6],
    ['just under 22 percent', 'under', 0.22, 0.22],
    ['approximately 37.9 million', 'about', 37.9e6, 37.9e6],
    ['nearly two billion dollars', 'under', 2e9, 2e9],
    ['half a billion', 'about', 500e6, 500e6],
    ['half a percent', 'about', 0.005, 0.005],
    ['a billion', 'about', 1e9, 1e9],
    ['between 1.34 and 1.37 billion', 'range', 1.34e9, 1.37e9],
    ['$1.34 to $1.37 billion', 'range', 1.34e9, 1.37e9],
    ['12 to 13 percent', 'range', 0.12, 0.13],
    ['three or four billion', 'range', 3e9, 4e9],
    ['650 million to 690 million', 'range', 650e6, 690e6],
    ['twenty to thirty basis points', 'range', 20, 30],
    ['mid-single digits', 'range', 0.04, 0.06],
    ['low double-digit', 'range', 0.1, 0.12],
    ['fifty plus percent', 'over', 0.5, 0.5],
    ['seven ish percent', 'about', 0.07, 0.07],
    ['sixty five, seventy percent', 'range', 0.65, 0.7],
    ['three, four million', 'range', 3e6, 4e6],
    ['two hundred plus million dollars', 'over', 200e6, 200e6],
    ['between $12.70 and $14.70 per unit', 'range', 12.7, 14.7],
    ['high teens', 'range', 0.17, 0.19],
    ['mid to high single digits', 'range', 0.04, 0.09],
    ['two to four hundred thousand dollars', 'range', 200e3, 400e3],
    ['three to four hundred basis points', 'range', 300, 400],
    ['high eighty percent', 'range', 0.87, 0.89],
    ['mid 30 percent', 'range', 0.34, 0.36],
    ['a ratio in the upper 50s', 'range', 0.57, 0.59],
    ['a tax rate in the mid-30s', 'range', 0.34, 0.36],
    ['a mid-30s margin', 'range', 0.34, 0.36],
    ['ten, twelve percent', 'range', 0.1, 0.12],
    ['somewhere seventy four and seventy nine percent', 'range', 0.74, 0.79],
    ['between thirty to forty percent, thirty to fifty percent', 'range', 0.3, 0.5],
    ['a mid single digit to high single digit margin', 'range', 0.04, 0.09],
  ])('%s is no exact figure', (text, bound, low, high) => {
    expect(spoken(`We see ${text}.`)).toMatchObject([{ bound, low, high }])
  })

  test('cents that are said behind whole money, without their word, are part of it', () => {
    expect(spoken('Our cost was three dollars eighty one per barrel.')).toMatchObject([{ low: 3.81 }])
    expect(spoken('The dividend is five kroner and twenty five per share.')).toMatchObject([{ low: 5.25 }])
  })

  test('two amounts of two measures are not added up', () => {
    expect(spoken('Sales and profit were three billion and 240 million, respectively.')).toMatchObject([
      { low: 3e9 },
      { low: 240e6 },
    ])
    expect(spoken('Sales and profit were three billion and two hundred million, respectively.')).toMatchObject([
      { low: 3e9 },
      { low: 200e6 },
    ])
  })

  test('an amount that is taken up behind another one is not added to it', () => {
    expect(spoken('Sales were 2 billion and 600 million of that came from abroad.')).toMatchObject([
      { low: 2e9 },
      { low: 600e6 },
    ])
  })

  test('a percentage may have a vague one behind it', () => {
    expect(spoken('It was below 30 percent and in the upper 20s.')).toMatchObject([{}, { low: 0.27, high: 0.29 }])
    expect(spoken('Brent rose 5 percent to the low 70s.')).toMatchObject([{ low: 0.05, high: 0.05 }])
  })

  test('what is paid per basic and per premium subscription is not for a share', () => {
    expect(spoken('We charge $7.50 per basic and $12.50 per premium subscriber.')).toMatchObject([
      { unit: 'amount' },
      { unit: 'amount' },
    ])
  })

  test('where something went up to a value, that is no bound', () => {
    expect(spoken('Revenue grew 27 percent, up to 325 million.')).toMatchObject([{}, { bound: 'exact', low: 325e6 }])
    expect(spoken('We have gone up to 40 million.')).toMatchObject([{ bound: 'exact', low: 40e6 }])
    expect(spoken('We are taking our revenue guidance up to 2.3 billion.')).toMatchObject([
      { bound: 'exact', low: 2.3e9 },
    ])
    expect(spoken('We are raising up to 40 million.')).toMatchObject([{ bound: 'under', low: 40e6 }])
    expect(spoken('It may cost up to 40 million.')).toMatchObject([{ bound: 'under', low: 40e6 }])
  })

  test('a hesitation divides no range, and money named before a percentage is not its beginning', () => {
    expect(spoken('It rose in the third quarter twenty, to 1.6 million.')).toMatchObject([
      { low: 1.6e6, bound: 'exact' },
    ])
    expect(spoken('It is in the six, uh, to 8% area.')).toMatchObject([{ low: 0.06, high: 0.08 }])
    expect(spoken('We guide for seven, um, to, to nine percent.')).toMatchObject([{ low: 0.07, high: 0.09 }])
    expect(spoken('Prices rise in dollars ten percent to fifteen percent.')).toMatchObject([{ low: 0.1, high: 0.15 }])
  })

  test('a number before which speech broke off does not hold', () => {
    expect(spoken('It added one point five percent… uh, sorry, two percent.')).toMatchObject([{ low: 0.02 }])
  })

  test('the number of a quarter, a half year or a slide begins no range with the amount behind it', () => {
    expect(spoken('Growth in h one to 3.2 billion euros.')).toMatchObject([{ low: 3.2e9, high: 3.2e9 }])
    expect(spoken('Inflation rose in q one to 1.6 percent.')).toMatchObject([{ low: 0.016, high: 0.016 }])
  })

  test('a number that is begun again is not the beginning of a range', () => {
    expect(spoken('It was forty, forty five percent.')).toMatchObject([{ low: 0.45, high: 0.45 }])
    expect(spoken('On slide ten, twelve percent are shown.')).toMatchObject([{ low: 0.12, high: 0.12 }])
    expect(spoken('Of our top ten, fifteen percent are new.')).toMatchObject([{ low: 0.15, high: 0.15 }])
    expect(spoken('As of June thirty, thirty five percent were sold.')).toMatchObject([{ low: 0.35, high: 0.35 }])
    expect(spoken('It was less than three kilograms of c o two per barrel of cost.')).toEqual([])
  })

  test.each([
    'Both grew, by nine and seven percent, respectively.',
    'Both grew, by nine and respectively seven percent.',
    'Both grew, by 9 respectively 7%.',
  ])('%s has two percentages', (text) => {
    expect(spoken(text)).toMatchObject([{ low: 0.09 }, { low: 0.07 }])
  })

  test('the percentages of a list are no range', () => {
    expect(spoken('Would you say five percent, ten, fifteen percent?')).toMatchObject([
      { low: 0.05, high: 0.05 },
      { low: 0.15, high: 0.15 },
    ])
  })

  test('a year that stands in front of an amount begins no range with it', () => {
    expect(spoken('It fell from 204 billion in 2019 to 203 billion.')).toMatchObject([{ high: 204e9 }, { low: 203e9 }])
    expect(spoken('It went from 3.6 billion in Q3 20 to 4.3 billion.')).toMatchObject([{ high: 3.6e9 }, { low: 4.3e9 }])
  })

  test('a fiscal year that is spelled out begins no range with an amount either', () => {
    expect(spoken('From 640 billion in F Y twenty four, to 655 billion yen.')).toMatchObject([
      { low: 640e9, high: 640e9 },
      { low: 655e9, high: 655e9 },
    ])
  })

  test('whose second end alone is named as growth are ranges still', () => {
    expect(spoken('We see revenue within 2% and 4% growth.')).toMatchObject([{ low: 0.02, high: 0.04, bound: 'range' }])
  })

  test('of a movement from one value to another both are read, and are no range', () => {
    expect(spoken('It rose from 45 million to 50 million.')).toMatchObject([
      { low: 45e6, high: 45e6, bound: 'exact' },
      { low: 50e6, high: 50e6, bound: 'exact' },
    ])
    expect(spoken('Free cash flow went from negative 20 million to negative 10 million.')).toMatchObject([
      { low: -20e6, high: -20e6 },
      { low: -10e6, high: -10e6 },
    ])
    expect(spoken('We turned a loss of 5 million to a profit of 2 million.')).toMatchObject([
      { low: 5e6, high: 5e6 },
      { low: 2e6, high: 2e6 },
    ])
    expect(spoken('It rose by 50 percent to 15 cents.')).toMatchObject([{ low: 0.5 }, { low: 0.15 }])
    expect(spoken('A reduction of 150 million to 1.7 billion.')).toMatchObject([{ low: 150e6 }, { low: 1.7e9 }])
    expect(spoken('It increased 5 million to 50 million.')).toMatchObject([{ low: 5e6 }, { low: 50e6 }])
  })
})

test.each([
  'In 2021 and in twenty twenty one we opened two sites.',
  'In the third quarter, on slide 12, on October 12 at 9:30.',
  'The first of our customers, and one of the best.',
  'Call 1-800-555-0199, we are open 24/7.',
  'COVID-19 delayed the 737.',
  'We shipped twenty million barrels and 3 million tons to 400 customers.',
  // Numbers that recognition divided or ran together could be read in two ways.
  'It was 10 .4 trillion pesos.',
  'It was one point two billion, three hundred million.',
  'It was seven billion, five million.',
  'It was one- uh, .1 billion euro.',
  'It was 1. seven billion euro.',
  'It was 13, 17%.',
  'It was 2,5 million.',
  'It was around point €8 billion.',
  'It was 1,129,000,000 billion one hundred million.',
  'We have twenty million active users and one million, uh, tons.',
  'It rose from 957 million to 993 million cubic meters.',
  'It was three hundred seventy three million four hundred forty four for the year.',
  'It was 900 to 1.1 billion.',
  'We hold some 800 to a billion euros.',
  'Revenue was a quarter of a billion.',
  'Revenue was two thirds of a billion dollars.',
  'It decreased by eighty one point, uh, seven billion yen.',
  'It was five point three, uh, four billion.',
  'It was point 85 point nine billion.',
  'It was one hundred se seventy billion yen.',
  'It was two hundred and tw- twenty-two billion.',
  'It rose from one billion, 165 million with prices.',
  'It was minus seventy five billion, uh, million euros.',
  'It was 14 million, sorry, 15.',
  'There were two twenty five basis point hikes.',
  'The spread was 15300 basis points.',
  'We want to grow by six percent to eight percent.',
  'We see an increase ten percent to fifteen percent.',
  'It grew in the high double digits.',
  'It came to six, uh, under eighty two point three million.',
  'It rose by twenty three for point, for four point four percent.',
  'The dividend is five kroner and twenty five euro per share.',
  'Our reserves went up to one billion and nearly 140 million złoty.',
  'It was one trillion and the thirty six point two billion yen.',
  'The margin is in the mid sixteen percent range.',
  'Sales should grow from four percent to 7% next year.',
  'We are growing from thirty to forty percent.',
  'Net debt amounted two thirty four point three billion.',
  'Net debt amounted two thirty four billion.',
  'I have three basic points to make.',
  'We have been here since the mid-90s.',
  'We have been here since the mid-70s.',
  'We have been here since the mid seventies.',
  'Brent averaged in the low 70s.',
  'Brent rose to the low seventies as margins fell.',
  'Our founder was in her mid-30s.',
  'Days of sales were in the mid-50s.',
  'Day rates were in the low 40s.',
  'Profit and debt were 2 billion and 600 million.',
  'Revenue was 2 billion and 600 million was spent.',
  'Revenue was two billion and six hundred million went to suppliers.',
  'Revenue was 2 billion and 600 million, or a third, came from abroad.',
  'We carry 1.4 million SKUs.',
  'The games have 38 million DAUs.',
  'We shipped 2.6 million TEUs and 4 million skis.',
  'They drive two million taxis and print three million menus.',
  'Orders grew by forty, three point five percent.',
])('%s has no figure that could be mistaken', (text) => {
  expect(spoken(text)).toEqual([])
})

test.each([
  ['The margin reached a record high 30 percent.', 0.3],
  ['That is an all-time high twenty percent.', 0.2],
  ['We pay a low 20 percent.', 0.2],
  ['In twenty twenty, two point five percent were sold.', 0.025],
])('%s is that percentage, and no other', (text, value) => {
  expect(spoken(text)).toMatchObject([{ low: value, high: value }])
})

test('the number of a quarter is no part of the figure behind it', () => {
  const values = spoken('Revenue in Q one twenty nine point five million was strong.').map(({ low }) => low)
  expect(values).not.toContain(129.5e6)
})
