/** Generates the scores and topics that the service derives from filings. */

import insightSeeds from '../../../resources/sample/insights.json' with { type: 'json' }
import { randomFor } from '../data/random.ts'
import type { CompanyStatements, StatementPeriod } from './company-statements.ts'

/** What the service calculates from the filing's text. Scores run from -1 (negative) to 1. */
export interface TextInsights {
  readonly risk_factors: {
    count: number
    top_themes: string[]
    average_sentiment_score: number
    most_negative_risk: { heading: string; sentiment: number }
  }
  readonly mdna: {
    forward_looking_term_count: number
    forward_to_historical_ratio: number
    tone_score: number
    key_topics: string[]
  }
  readonly litigation_mentions: { count: number; recent_headings: string[] }
}

const places = (value: number, digits: number) => {
  const rounded = Number(value.toFixed(digits))
  return rounded === 0 ? 0 : rounded
}

/** @param yearBefore the same period a year before, when there is one: tone and topics follow the change of margin */
export function textInsights(
  { seed }: CompanyStatements,
  period: StatementPeriod,
  yearBefore: StatementPeriod | undefined,
): TextInsights {
  const random = randomFor('insights', seed.symbol, period.fiscalYear, period.quarter)
  // what a company worries about does not change from quarter to quarter: its own order, drawn once
  const habits = randomFor('risk habits', seed.symbol)
  const year = Number(period.ends.slice(0, 4))
  const risks = habits
    .shuffled(insightSeeds.risks)
    .filter((each) => each.kinds.includes(seed.kind) && each.from <= year && (each.until ?? year) >= year)
    .sort((one, other) => Number(other.from >= year - 1) - Number(one.from >= year - 1))
  const annual = period.quarter === 'FY' || period.quarter === 'Q4'
  const chosen = risks.slice(0, annual ? 6 : 5)
  const worst = chosen.reduce((low, each) => (each.sentiment < low.sentiment ? each : low))
  const shift = 0.03 * random.normal()

  const margin = ({ figures }: StatementPeriod) =>
    figures.Revenue === 0 ? 0 : figures.OperatingIncome / figures.Revenue
  const wider = yearBefore === undefined ? 0 : margin(period) - margin(yearBefore)
  const growing = period.growth > 0.015
  const { topics } = insightSeeds
  const keyTopics = [
    ...random.shuffled(topics.always).slice(0, 2),
    ...random.shuffled(growing ? topics.growing : topics.shrinking).slice(0, 2),
    random.pick(wider >= 0 ? topics.wideningMargin : topics.narrowingMargin),
  ]
  const litigation = habits.shuffled(insightSeeds.litigation)
  const cases = Math.min(litigation.length, habits.whole(0, 2) + (random.chance(0.25) ? 1 : 0))
  const turned = Math.floor((year - 2015) / 3)
  return {
    risk_factors: {
      count: (annual ? 34 : 21) + habits.whole(0, 14) + Math.floor((year - 2015) / 2),
      top_themes: chosen.map((each) => each.theme),
      average_sentiment_score: places(chosen.reduce((sum, each) => sum + each.sentiment, 0) / chosen.length + shift, 3),
      most_negative_risk: { heading: worst.heading, sentiment: places(Math.max(-1, worst.sentiment + shift), 3) },
    },
    mdna: {
      forward_looking_term_count: (annual ? 118 : 46) + random.whole(-9, 14),
      forward_to_historical_ratio: places(
        0.31 + 0.4 * Math.max(-0.3, Math.min(0.3, period.growth)) + 0.02 * random.normal(),
        3,
      ),
      tone_score: places(
        Math.max(-0.9, Math.min(0.9, 0.06 + 1.6 * period.growth + 3 * wider + 0.03 * random.normal())),
        3,
      ),
      key_topics: keyTopics,
    },
    litigation_mentions: {
      count: cases === 0 ? 0 : cases * (annual ? 4 : 2) + random.whole(0, 2),
      recent_headings: Array.from({ length: cases }, (_, at) => litigation[(at + turned) % litigation.length] ?? ''),
    },
  }
}
