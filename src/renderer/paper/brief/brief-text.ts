/** Texts and table cells of the earnings brief, for its page and its Word version. */

import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import type {
  BriefCell,
  BriefFigures,
  BriefLine,
  BriefPeriod,
  EarningsBrief,
  QuestionsByFirm,
  RatingsSince,
} from '#contract/api/brief.ts'
import type { InferredQuarter } from '#contract/api/calls.ts'
import type { Figure } from '#contract/api/financials.ts'
import type { OverviewPassage } from '#contract/api/overview.ts'
import { formatCallDay, formatCallWeekday } from '../../format/call-dates.ts'
import { noteAuthor } from '../../format/author-text.ts'
import { formatCallTime, formatInstantDay } from '../../format/dates.ts'
import { formatDifference, formatScore } from '../../format/figures.ts'
import { reportedText, spokenText } from '../../format/spoken-figures.ts'
import { rangeAmount } from '../range-amount.ts'
import { changeText, figureCell, paperScale, type PaperCell } from '../paper-figures.ts'
import { meaningsOf, shareMarks, type MarkMeaning } from '../paper-marks.ts'
import { usualDisclaimer, type PaperSettings } from '../paper-settings.ts'

/** `Q3 25`. */
export function shortPeriodName({ quarter, year }: Pick<BriefPeriod, 'quarter' | 'year'>): string {
  const of = String(year % 100).padStart(2, '0')
  return quarter === 'FY' ? `FY${of}` : `${quarter} ${of}`
}

/** Growth, or a difference in the line's own unit: margins in basis points. */
export function changeCellOf({ unit, change }: BriefLine, figure: Figure): PaperCell {
  const text =
    change === 'difference' && unit === 'money' ? formatDifference(figure, unit, paperScale) : changeText(figure, unit)
  // The bracket is the last sign of a figure, so that digits keep their column.
  const bracketed = text.replace(/\) bps$/, ' bps)')
  return { ...figureCell(figure, 'ratio'), text: bracketed, isNegative: bracketed.endsWith(')') }
}

/** Letters before a figure, as on screen. */
export function cellMarks(
  { value, restated, untied }: BriefCell,
  { unit }: Pick<BriefLine, 'unit'>,
  period: BriefPeriod,
): readonly string[] {
  return [...(restated ? ['r'] : []), ...(untied ? ['t'] : []), ...shareMarks(unit, value, period)]
}

/** Meanings of the marks that occur in the figures. */
export function figureMarks({ lines, current, previous, yearAgo }: BriefFigures): readonly MarkMeaning[] {
  return meaningsOf(
    lines.flatMap((line) => [
      ...cellMarks(line.current, line, current),
      ...(previous ? cellMarks(line.previous, line, previous) : []),
      ...(yearAgo ? cellMarks(line.yearAgo, line, yearAgo) : []),
    ]),
  )
}

/** The subject of the call: its fiscal period, else its title. */
export function subjectOf({ call }: Pick<EarningsBrief, 'call'>): string {
  return call.quarter === null ? call.title : fiscalPeriodName(call.quarter)
}

/** `Call Tue 21 Oct 2025, 0:58:41`. */
export function callText({ call }: Pick<EarningsBrief, 'call'>): string {
  const { startedAt, seconds } = call
  if (startedAt === null) return 'Call'
  return `Call ${formatCallWeekday(startedAt)}${seconds === null ? '' : `, ${formatCallTime(seconds)}`}`
}

/** `since the call`; of an earlier call, up to the next one. */
export function againstText({ basis }: BriefFigures): string {
  return basis === 'annual' ? 'vs. last year' : 'vs. last quarter and last year'
}

export function sinceText({ until }: Pick<EarningsBrief, 'until'>): string {
  return until === null ? 'since the call' : `until the next call, ${formatCallDay(until)}`
}

/** `130.00 to 158.00, median 146.50`, by stated currency. */
export function rangesText({ ranges }: RatingsSince): string {
  return ranges
    .map(({ currency, low, high, median }) => {
      const amount = (value: number) => rangeAmount(value, currency)
      const span = low === high ? amount(low) : `${amount(low)} to ${amount(high)}`
      const middle = median === null ? '' : `, median ${amount(median)}`
      return `${currency === null || currency === 'GBX' ? '' : `${currency} `}${span}${middle}`
    })
    .join('; ')
}

/** `6 firms, 14 questions, 37 minutes`; `5 firms and 2 analysts without a firm, …` where some firms are not stated. */
export function questionsText({ firms, questions, seconds }: QuestionsByFirm): string {
  const minutes = seconds === null ? [] : [countOf(Math.max(1, Math.round(seconds / 60)), 'minute')]
  return [askersText(firms), countOf(questions, 'question'), ...minutes].join(', ')
}

function askersText(firms: QuestionsByFirm['firms']): string {
  const named = firms.filter(({ firm }) => firm !== null).length
  const alone = firms.length - named
  if (alone === 0) return countOf(named, 'firm')
  return named === 0
    ? countOf(alone, 'analyst')
    : `${countOf(named, 'firm')} and ${countOf(alone, 'analyst')} without a firm`
}

/** `mentions in Q&A, open Q2, filled Q3`. */
export function topicsText(
  previous: InferredQuarter | null,
  now: InferredQuarter | null,
  hasPrevious: boolean,
): string {
  const own = now?.quarter ?? 'this call'
  return hasPrevious
    ? `mentions in Q&A, open ${previous?.quarter ?? 'previous call'}, filled ${own}`
    : 'mentions in Q&A'
}

const whys: Readonly<Record<OverviewPassage['why'], string>> = {
  positive: 'most positive turn',
  negative: 'most negative turn',
  highlight: 'your latest highlight',
  answer: 'first answer of the CFO',
}

/** `the most positive turn and the most negative turn of the company, and …`: what the passages of this call are. */
export function passagesText(passages: readonly OverviewPassage[]): string {
  return passages
    .map(({ why, highlight }) => {
      const author = highlight === null ? '' : noteAuthor(highlight)
      return author === '' ? whys[why] : `latest highlight by ${author}`
    })
    .join(', ')
}

/** `0:04:16 Ines Vardal, CEO, 0.62`. */
export function speakerText({ start, speaker, role, sentiment }: OverviewPassage): string {
  const who = [speaker, role === null ? '' : shortRole(role), sentiment === null ? '' : formatScore(sentiment)]
  return `${start === null ? '' : `${formatCallTime(start)} `}${who.filter((part) => part !== '').join(', ')}`
}

/** `Chief Financial Officer` as `CFO`, other roles as they are stated. */
export function shortRole(role: string): string {
  return /^chief (?:\p{L}+ )+officer$/iu.test(role.trim())
    ? role
        .trim()
        .split(' ')
        .map((word) => word.charAt(0).toUpperCase())
        .join('')
    : role
}

/** `4 more in Tearsheet`; empty where all are shown. */
export function moreText(all: number, shown: number): string {
  return all > shown ? `${all - shown} more in Tearsheet` : ''
}

/** `since 22 Jul 25 call, detected 14 Nov 25`: the day when all were first seen, if it is the same. */
export function restatedText({ since, changes }: EarningsBrief['restatements']): string {
  const days = new Set(changes.map(({ seenAt }) => formatInstantDay(seenAt)))
  const [day = ''] = days
  return listed(since === null ? '' : `since ${formatCallDay(since)} call`, days.size === 1 ? `detected ${day}` : '')
}

/** `18 spoken figures agree, 1 was restated since, 1 differs: Gross margin 45.5%, reported 42.0%`. */
export function spokenOfCallText({ spoken }: Pick<EarningsBrief, 'spoken'>): string {
  if (!spoken) return ''
  const { agree, restated, differ, differing } = spoken
  const named = differing.map(({ label, change, value, reported }) => {
    const name = change === null ? label : `${label} ${change === 'yoy' ? 'y/y' : 'q/q'}`
    return `${name} ${spokenText(value)}, reported ${reportedText({ value, change }, reported, paperScale)}`
  })
  const since = restated === 0 ? '' : `${restated} ${restated === 1 ? 'was' : 'were'} restated since`
  const differs = `${differ} differ${differ === 1 ? 's' : ''}${named.length > 0 ? `: ${named.join('; ')}` : ''}`
  return listed(`${countOf(agree, 'spoken figure')} agree${agree === 1 ? 's' : ''}`, since, differs)
}

/** The parts that there are, with a comma between them. */
export function listed(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(', ')
}

function countOf(count: number, of: string): string {
  return `${count} ${of}${count === 1 ? '' : 's'}`
}

/** The foot of the page: the user's disclaimer, or the default. */
export function footOf({ isSample }: EarningsBrief, { disclaimer }: Pick<PaperSettings, 'disclaimer'>): string {
  const own = disclaimer.trim()
  return `${isSample ? 'Sample data: every figure is invented. ' : ''}${own === '' ? usualDisclaimer : own}`
}
