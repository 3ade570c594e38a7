/** Composes the sentences of a tear sheet on the latest period. */

import type { Figure } from '#contract/api/financials.ts'
import { isPrintedAsZero } from '#contract/api/sentence-text.ts'
import type { Sentence, SentencePart } from '#contract/api/sentences.ts'
import { by, changedLittle, growthOf, isElided, moved, type FigurePair } from '../overview/growth-clauses.ts'

export interface PeriodFigures {
  readonly revenue: FigurePair
  readonly grossProfit: FigurePair
  readonly operatingIncome: FigurePair
  readonly freeCashFlow: FigurePair
  /** As stored: an outflow is negative. */
  readonly capitalExpenditure: FigurePair
  readonly netDebt: FigurePair
  /** Net debt to the EBITDA of the year that ends with the period. */
  readonly netDebtToEbitda: Figure
  /** The period is a fiscal year: its EBITDA is stated, else that of the last twelve months is used. */
  readonly isYear: boolean
}

/**
 * The latest period in sentences. Each is a fixed pattern of a line, its change and what it is compared with; a pattern or clause
 * with missing or meaningless figures is left out and never reworded. No sentence states causes beyond arithmetic.
 */
export function periodSentences(figures: PeriodFigures): Sentence[] {
  return [
    ...incomeSentences(figures),
    marginSentence(figures),
    cashFlowSentence(figures),
    netDebtSentence(figures),
  ].filter((sentence) => sentence !== null)
}

/** "Revenue rose 9.4% to 1,318.4 and operating income 23.3% to 217.9." A loss is a separate sentence. */
function incomeSentences({ revenue, operatingIncome }: PeriodFigures): (Sentence | null)[] {
  const [first, second] = [growthOf(revenue), growthOf(operatingIncome)]
  const loss = second ? null : lossSentence(operatingIncome)
  if (!first) return [second ? ['Operating income ', ...moved(second), '.'] : loss]
  if (!second) return [['Revenue ', ...moved(first), '.'], loss]
  return [
    [
      'Revenue ',
      ...moved(first),
      ' and operating income ',
      ...(isElided(first, second) ? by(second) : moved(second)),
      '.',
    ],
  ]
}

/** "Operating loss was 12.3, compared with operating income of 45.6 a year ago." */
function lossSentence({ now, yearAgo }: FigurePair): Sentence | null {
  if (typeof now !== 'number' || typeof yearAgo !== 'number' || hasNoDigits(now) || hasNoDigits(yearAgo)) return null
  const [isLoss, wasLoss] = [now < 0, yearAgo < 0]
  const before = isLoss === wasLoss ? '' : wasLoss ? 'an operating loss of ' : 'operating income of '
  return [
    isLoss ? 'Operating loss was ' : 'Operating income was ',
    money(Math.abs(now)),
    `, compared with ${before}`,
    money(Math.abs(yearAgo)),
    ' a year ago.',
  ]
}

/**
 * "Operating margin was 16.5%, up 186 bps from a year ago: gross margin contributed 88 bps, operating expenses 98 bps." Operating expenses
 * are gross profit less operating income: what gross margin leaves of the change, in whole basis points, so that the two add up as printed.
 */
function marginSentence({ revenue, grossProfit, operatingIncome }: PeriodFigures): Sentence | null {
  const margin = shares(operatingIncome, revenue)
  if (!margin) return null
  const change = wholePoints(margin.now - margin.yearAgo)
  // On a base close to zero.
  if (!Number.isFinite(change)) return null
  const opening: SentencePart[] = ['Operating margin was ', { figure: margin.now, as: 'percent' }]
  if (change === 0) return [...opening, ', flat year over year.']
  const compared = [...opening, `, ${change > 0 ? 'up' : 'down'} `, points(change), ' from a year ago']
  const gross = shares(grossProfit, revenue)
  if (!gross) return [...compared, '.']
  const fromGross = wholePoints(gross.now - gross.yearAgo)
  if (!Number.isFinite(fromGross)) return [...compared, '.']
  const fromExpenses = change - fromGross
  if (fromGross === 0)
    return [
      ...compared,
      `: gross margin was flat, operating expenses ${effect(fromExpenses)} `,
      points(fromExpenses),
      '.',
    ]
  if (fromExpenses === 0)
    return [...compared, `: gross margin ${effect(fromGross)} `, points(fromGross), ', operating expenses were flat.']
  const [first, second] = [effect(fromGross), effect(fromExpenses)]
  return [
    ...compared,
    `: gross margin ${first} `,
    points(fromGross),
    `, operating expenses ${second === first ? '' : `${second} `}`,
    points(fromExpenses),
    '.',
  ]
}

/** @param change of a margin, not zero */
function effect(change: number): string {
  return change < 0 ? 'cost' : 'contributed'
}

/** Null where a base is zero or below. */
function shares(part: FigurePair, base: FigurePair): { readonly now: number; readonly yearAgo: number } | null {
  const now = share(part.now, base.now)
  const yearAgo = share(part.yearAgo, base.yearAgo)
  return now === null || yearAgo === null ? null : { now, yearAgo }
}

function share(part: Figure, base: Figure): number | null {
  if (typeof part !== 'number' || typeof base !== 'number' || base <= 0) return null
  const quotient = part / base
  return Number.isFinite(quotient) ? quotient : null
}

/** "Free cash flow was 145.6, up 18.5 from a year ago, after capital expenditure of 56.7." */
function cashFlowSentence({ freeCashFlow: { now, yearAgo }, capitalExpenditure }: PeriodFigures): Sentence | null {
  if (typeof now !== 'number') return null
  const spent = capitalExpenditure.now
  const moved = typeof yearAgo === 'number' ? besideYearAgo(now - yearAgo) : []
  const after: SentencePart[] =
    typeof spent === 'number' && spent < 0 && !hasNoDigits(spent)
      ? [`${moved.length > 0 ? ',' : ''} after capital expenditure of `, money(-spent)]
      : []
  return ['Free cash flow was ', money(now), ...moved, ...after, '.']
}

function besideYearAgo(change: number): SentencePart[] {
  if (hasNoDigits(change)) return [', flat year over year']
  return [`, ${change > 0 ? 'up' : 'down'} `, money(Math.abs(change)), ' from a year ago']
}

/** "Net debt fell 134.9 over the year to 712.7, or 0.76x LTM EBITDA." Below zero it is net cash. */
function netDebtSentence({ netDebt: { now, yearAgo }, netDebtToEbitda, isYear }: PeriodFigures): Sentence | null {
  if (typeof now !== 'number' || typeof yearAgo !== 'number') return null
  const hasRatio = now > 0 && typeof netDebtToEbitda === 'number' && netDebtToEbitda > 0
  const ratio: SentencePart[] = hasRatio
    ? [', or ', { figure: netDebtToEbitda, as: 'ratio' }, isYear ? ' EBITDA' : ' LTM EBITDA']
    : []
  const [name, earlierName] = [balanceName(now), balanceName(yearAgo)]
  const [size, earlierSize] = [Math.abs(now), Math.abs(yearAgo)]
  const subject = `Net ${name} `
  if (name !== earlierName)
    return [
      `${subject}was `,
      money(size),
      `, compared with net ${earlierName} of `,
      money(earlierSize),
      ' a year ago',
      ...ratio,
      '.',
    ]
  const change = size - earlierSize
  if (hasNoDigits(change))
    return [`${subject}was ${changedLittle(change)} over the year at `, money(size), ...ratio, '.']
  return [
    `${subject}${change > 0 ? 'rose' : 'fell'} `,
    money(Math.abs(change)),
    ' over the year to ',
    money(size),
    ...ratio,
    '.',
  ]
}

function balanceName(netDebt: number): 'debt' | 'cash' {
  return netDebt < 0 ? 'cash' : 'debt'
}

function money(figure: number): SentencePart {
  return { figure, as: 'money' }
}

/** An amount that is printed as zeros only. */
function hasNoDigits(figure: number): boolean {
  return isPrintedAsZero({ figure, as: 'money' })
}

function wholePoints(change: number): number {
  return Math.round(change * 1e4)
}

/** @param change in basis points */
function points(change: number): SentencePart {
  return { figure: Math.abs(change) / 1e4, as: 'bps' }
}
