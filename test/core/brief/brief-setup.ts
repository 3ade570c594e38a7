import type { EarningsBrief } from '#contract/api/brief.ts'
import { figureText } from '#contract/api/figure-text.ts'
import { usualNumberFormat } from '#contract/api/number-format.ts'
import { sentencesText } from '#contract/api/sentence-text.ts'
import { quartersOf } from '../comparisons/comparison-setup.ts'
import { callOf, watchlistSetup, type World } from '../watchlists/watchlist-setup.ts'

type Wire = Record<string, unknown>

export const million = 1_000_000

/** Said by somebody ten seconds after the one before, with the score that the service gives it. */
export type Said = readonly [speaker: string, text: string, sentiment?: number | null]

const participants = [
  { name: 'Ines Vardal', role: 'Chief Executive Officer', organization: 'HLDN Corporation' },
  { name: 'Marta Ellingsen', role: 'Chief Financial Officer', organization: 'HLDN Corporation' },
  { name: 'Devin Aske', role: 'Analyst', organization: 'Marlowe Pryce' },
  { name: 'Lucia Brandt', role: 'Analyst', organization: 'Marlowe Pryce' },
  { name: 'Tom Harrow', role: 'Analyst', organization: 'North Quay Research' },
]

function transcriptOf(said: readonly Said[], language = 'en-US'): Wire {
  const segments = said.map(([speaker, text, sentiment = null], at) => ({
    segment_id: at + 1,
    speaker,
    text,
    start_time: String(at * 10),
    end_time: String(at * 10 + 9),
    confidence: 0.95,
    sentiment,
  }))
  const text = said.map(([, each]) => each).join('\n')
  return { participants, transcripts: [{ text, language, confidence_score: 0.94, segments }] }
}

/** A call on a quarter, so many days from the first Monday of 2026. */
export function quarterCall(quarter: string, days: number, said: readonly Said[], language?: string) {
  const title = { call_title: `HLDN ${quarter} earnings call`, name: 'Halden Instruments' }
  return callOf('HLDN', quarter.replaceAll(' ', '-'), days, { ...title, ...transcriptOf(said, language) })
}

/** Five quarters from Q3 FY2024 to Q3 FY2025, whose changes can be calculated in the head. */
export function fiveQuarters(latest: Wire = {}, yearAgo: Wire = {}): Wire[] {
  const balance = { DebtCurrent: 60, LongTermDebtCapitalLeaseObligations: 40, ShortTermInvestments: 0 }
  const quarter = (fields: Wire) =>
    Object.fromEntries(
      Object.entries({ EBITDA: 25, ...balance, ...fields }).map(([field, value]) => [
        field,
        typeof value === 'number' && !/EarningsPerShare|_/.test(field) ? value * million : value,
      ]),
    )
  return quartersOf('HLDN', { year: 2024, quarter: 3, end: '2024-09-30' }, [
    quarter({
      Revenue: 100,
      GrossProfit: 40,
      OperatingIncome: 10,
      DilutedEarningsPerShare: 0.5,
      NetCashOperatingActivities: 20,
      PurchasePropertyPlantEquipment: -5,
      CashEquivalents: 20,
      ...yearAgo,
    }),
    quarter({ Revenue: 110 }),
    quarter({ Revenue: 120 }),
    quarter({
      Revenue: 120,
      GrossProfit: 48,
      OperatingIncome: 12,
      DilutedEarningsPerShare: 0.48,
      NetCashOperatingActivities: 30,
      PurchasePropertyPlantEquipment: -8,
      CashEquivalents: 40,
    }),
    quarter({
      Revenue: 150,
      GrossProfit: 63,
      OperatingIncome: 18,
      DilutedEarningsPerShare: 0.6,
      NetCashOperatingActivities: 25,
      PurchasePropertyPlantEquipment: -6,
      CashEquivalents: 50,
      ...latest,
    }),
  ])
}

/** A library that has these records of HLDN, with the transcripts of its calls. */
export async function briefSetup(world: Partial<World>) {
  const setup = await watchlistSetup(world)
  const download = async () => {
    for (const { call_id } of setup.knows.calls)
      await setup.api.fetch.call({ parameters: { call_id }, freshness: 'service' })
  }
  await setup.sync('HLDN')
  await download()
  const read = (options: Partial<Parameters<typeof setup.api.brief.compose>[0]> = {}) =>
    setup.api.brief.compose({ symbol: 'HLDN', ...options })
  return {
    ...setup,
    download,
    read,
    brief: async (options: Partial<Parameters<typeof setup.api.brief.compose>[0]> = {}): Promise<EarningsBrief> => {
      const { brief } = await read(options)
      if (!brief) throw new Error('no brief')
      return brief
    },
  }
}

/** The sentences at the head of the page, as they are read. */
export function leadOf({ lead }: EarningsBrief): string[] {
  return lead.map((sentence) => sentencesText([sentence], figureText(usualNumberFormat)))
}

/** Remarks, questions of three analysts at two firms, and a goodbye. */
export const thirdQuarter: readonly Said[] = [
  ['Operator', 'Good afternoon, and welcome to the call of the third quarter.'],
  ['Ines Vardal', 'Thank you. Revenue was 150 million, and orders were ahead of shipments all quarter long.', 0.5],
  ['Marta Ellingsen', 'Capital expenditure at the second site was more than we had planned for this year.', -0.3],
  [
    'Operator',
    'We will now begin the question and answer session. Our first question comes from Devin Aske of Marlowe Pryce.',
  ],
  [
    'Devin Aske',
    'Hello there, can you hear me all right? How much of the gross margin is price, and how much of it is mix?',
    -0.1,
  ],
  ['Marta Ellingsen', 'Sure. Roughly half of the gross margin is price. Mix was the rest.', 0.1],
  ['Operator', 'Our next question comes from Lucia Brandt of Marlowe Pryce.'],
  ['Lucia Brandt', 'Is price in the whole base of service contracts by now?', 0],
  ['Marta Ellingsen', 'About four fifths of the contracts have the price.', 0.2],
  ['Operator', 'Our next question comes from Tom Harrow of North Quay Research.'],
  ['Tom Harrow', 'Where is yield at Tolvik, and when does Tolvik reach the rate of the first site?', -0.2],
  ['Ines Vardal', 'Yield at Tolvik is in the seventies. Yield has to be higher.', -0.4],
  ['Operator', 'There are no further questions. This concludes the conference call.'],
]

export const secondQuarter: readonly Said[] = [
  ['Ines Vardal', 'Good afternoon, and thank you for joining us on the call of the second quarter today.', 0.3],
  [
    'Operator',
    'We will now begin the question and answer session. Our first question comes from Devin Aske of Marlowe Pryce.',
  ],
  ['Devin Aske', 'Do tariffs matter to the price, and which tariffs are these that you see?', 0.1],
  ['Ines Vardal', 'Tariffs are small, and the price has them already.', 0.1],
]
