/**
 * Texts of spoken figures: the name, the difference from what is reported, and why a figure is not
 * judged.
 */

import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import { labelOf } from '#contract/api/figure-lines.ts'
import type { CallReading } from '#contract/api/calls.ts'
import { reportedIn } from '#contract/api/reported-in.ts'
import type { ReportedFigure, SpokenFigure, SpokenFigures, UnjudgedReason } from '#contract/api/spoken-figures.ts'
import { isEnglish, languageOfTranscript } from '#contract/api/text-segments.ts'
import { formatInstantDay } from '../../format/dates.ts'
import { formatRestatement } from '../../format/figures.ts'
import type { Scale } from '../../format/scale.ts'
import { kindOfUnit, reportedText } from '../../format/spoken-figures.ts'

type FiscalPeriod = SpokenFigures['quarter']

const languages = new Intl.DisplayNames('en', { type: 'language' })

/** Why a call has no figures. */
export function noFiguresText(call: Pick<CallReading, 'language' | 'turns'>): string {
  const language = languageOfTranscript(call)
  return isEnglish(language)
    ? 'No figures found in this transcript.'
    : `Figures are found in English transcripts only. This one is in ${languages.of(new Intl.Locale(language).language) ?? language}.`
}

/** Reported less spoken. Where they agree at the precision spoken there is none. */
export function differenceText({ value: { unit }, verdict }: SpokenFigure, scale: Scale): string {
  if (verdict.is !== 'differs' && verdict.is !== 'restated') return verdict.is === 'agrees' ? '-' : ''
  const difference = unit === 'basis-points' ? verdict.difference / 1e4 : verdict.difference
  return formatRestatement(difference, kindOfUnit(unit), scale)
}

const changeNames = { yoy: 'y/y', qoq: 'q/q' } as const

/** `Revenue, y/y`; the period is named where it is not the call's own. */
export function figureName(figure: SpokenFigure, quarter: FiscalPeriod): string {
  const { label, change, period } = figure
  if (label === '') return 'Measure unclear'
  const isOther = period !== null && !samePeriod(period, quarter)
  return [label, change === null ? '' : changeNames[change], isOther ? fiscalPeriodName(period) : '']
    .filter((part) => part !== '')
    .join(', ')
}

const originNames = { stored: 'stored', calculated: 'calculated', 'own-metric': 'own metric' } as const

/** Where a reported figure comes from: `stored`, `calculated`, `own metric`, or the period when it is not the call's own. */
export function originName({ verdict }: SpokenFigure, quarter: FiscalPeriod): string {
  const reported = reportedIn(verdict)
  if (!reported) return ''
  const { period, origin } = reported
  return samePeriod(period, quarter) ? originNames[origin] : fiscalPeriodName(period)
}

function samePeriod(one: NonNullable<FiscalPeriod>, other: FiscalPeriod): boolean {
  return other !== null && one.quarter === other.quarter && one.year === other.year
}

const editionNames = { enhanced: 'Enhanced', lite: 'Lite' } as const

/** `Enhanced, Q2 FY2025, Revenue`; of the user's own metric: `Enhanced, Q2 FY2025, calculated by your metric Cash conversion`. */
export function sourceName(
  { edition, period, field, origin }: ReportedFigure,
  { label }: Pick<SpokenFigure, 'label'>,
): string {
  const parts = [editionNames[edition], fiscalPeriodName(period)]
  if (origin === 'own-metric') return [...parts, `calculated by your metric ${label}`].join(', ')
  return [...parts, labelOf(field), ...(origin === 'calculated' ? ['calculated'] : [])].join(', ')
}

/** Why a figure is not judged, in the columns of the list. */
const shortReasons: Readonly<Record<UnjudgedReason, string>> = {
  adjusted: 'adjusted',
  'constant-currency': 'constant currency',
  segment: 'segment',
  'part-unclear': 'may be a segment',
  'no-such-line': 'no such line',
  'measure-unclear': 'not judged',
  'period-unclear': 'period unclear',
  'period-not-stored': 'period not stored',
  'figure-not-stored': 'not stored',
  'other-currency': 'other currency',
  'not-company': 'not a result',
}

/** What stands where a reported figure would; empty for one that is judged. */
export function shortReason({ verdict, role }: Pick<SpokenFigure, 'verdict' | 'role'>): string {
  if (verdict.is === 'guidance') return 'guidance'
  if (verdict.is !== 'not-judged') return ''
  return verdict.reason === 'not-company' && role === 'question' ? 'analyst’s figure' : shortReasons[verdict.reason]
}

/** Why a figure is not judged, as a sentence; empty for one that is, and for guidance, which has a table of its own. */
export function reasonSentence({ verdict, period, role }: SpokenFigure): string {
  if (verdict.is !== 'not-judged') return ''
  const named = period === null ? 'its period' : fiscalPeriodName(period)
  switch (verdict.reason) {
    case 'adjusted':
      return 'Adjusted figures are not in the statements.'
    case 'constant-currency':
      return 'Figures at constant currency, or converted to another currency, are not in the statements.'
    case 'segment':
      return 'Figures of a segment are not in the statements.'
    case 'part-unclear':
      return 'It is unclear whether this refers to the whole company or a part of it.'
    case 'no-such-line':
      return 'The statements have no such line.'
    case 'measure-unclear':
      return 'It is unclear what this figure measures.'
    case 'period-unclear':
      return 'It is unclear which period this refers to.'
    case 'period-not-stored':
      return `The statements of ${named} are not stored.`
    case 'figure-not-stored':
      return `The stored statements of ${named} lack this figure.`
    case 'other-currency':
      return 'The currency named is not the dollar, and the service does not state the currency of the statements.'
    case 'not-company':
      return role === 'question' ? 'Said by an analyst.' : 'Not stated by the company as a result.'
    default:
      return verdict.reason satisfies never
  }
}

/** When what a spoken figure agreed with was replaced; empty where it was not. */
export function restatementSentence(figure: SpokenFigure, callStartedAt: number | null, scale: Scale): string {
  const { verdict } = figure
  if (verdict.is !== 'restated') return ''
  const { value, replacedAt } = verdict.earlier
  const when = callStartedAt !== null && replacedAt > callStartedAt ? ', after the call' : ''
  return `Restated on ${formatInstantDay(replacedAt)}${when}. Until then ${reportedText(figure, value, scale)} was stored, and the figure agreed with it.`
}

const verdictWords = { agrees: 'agrees', restated: 'restated since', differs: 'differs' } as const

/** What screen readers read after the words of a figure: `, differs, reported 1,296.8`. */
export function markText(figure: SpokenFigure, scale: Scale): string {
  const { verdict } = figure
  if (verdict.is === 'guidance') return ', guidance'
  if (verdict.is === 'not-judged')
    return verdict.reason === 'measure-unclear' ? ', not judged' : `, not judged: ${shortReason(figure)}`
  return `, ${verdictWords[verdict.is]}, reported ${reportedText(figure, verdict.reported.value, scale)}`
}

/** Why the figure beside a spoken one cannot be opened; null: it can. */
export function openFigureOff({ verdict }: Pick<SpokenFigure, 'verdict'>): string | null {
  const reported = reportedIn(verdict)
  if (!reported) return 'no reported figure'
  return reported.origin === 'own-metric' ? 'your own metrics are shown in comparisons' : null
}
