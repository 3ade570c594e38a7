/** The listed figures as a table for a spreadsheet. */

import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import type { CallReading } from '#contract/api/calls.ts'
import { reportedIn } from '#contract/api/reported-in.ts'
import type { SpokenFigure, SpokenFigures, SpokenRole, SpokenUnit } from '#contract/api/spoken-figures.ts'
import { formatCallTime, formatInstantDay } from '../../format/dates.ts'
import type { SpreadsheetTable } from '../../format/copied-table.ts'
import { secondOf, sentenceParts } from './call-figures.svelte.ts'
import { spokenText } from '../../format/spoken-figures.ts'
import { figureName, reasonSentence, sourceName } from './figure-texts.ts'

const verdictNames = {
  agrees: 'Agrees',
  restated: 'Restated since',
  differs: 'Differs',
  'not-judged': 'Not judged',
  guidance: 'Guidance',
} as const
const roleNames: Readonly<Record<SpokenRole, string>> = {
  reported: 'Result',
  guidance: 'Guidance',
  target: 'Target',
  question: 'Analyst’s figure',
  other: 'Other',
}
const unitNames: Readonly<Record<SpokenUnit, string>> = {
  amount: 'money',
  'per-share': 'money per share',
  percent: 'fraction',
  'basis-points': 'basis points',
  shares: 'shares',
  count: 'count',
  ratio: 'multiple',
  days: 'days',
}

const heads = [
  'Result',
  'Figure',
  'Period',
  'Time',
  'Speaker',
  'Stated as',
  'Spoken',
  'Spoken from',
  'Spoken to',
  'Reported',
  'Difference',
  'Reported until restated',
  'Restated',
  'Unit',
  'Source',
  'Note',
  'Sentence',
] as const

/** Figures in full precision, and words instead of the signs of the screen. */
export function figureSheet(
  figures: readonly SpokenFigure[],
  quarter: SpokenFigures['quarter'],
  call: Pick<CallReading, 'turns' | 'speakers' | 'language'>,
): SpreadsheetTable {
  return {
    heads,
    rows: figures.map((figure) => {
      const { verdict, value, period, turn, role, dismissed } = figure
      const reported = reportedIn(verdict)
      const earlier = verdict.is === 'restated' ? verdict.earlier : null
      const second = secondOf(call, figure)
      return [
        dismissed ? 'Wrong match' : verdictNames[verdict.is],
        figureName(figure, quarter),
        period === null ? '' : fiscalPeriodName(period),
        second === null ? '' : formatCallTime(second),
        call.speakers[call.turns.speaker[turn] ?? -1]?.name ?? '',
        roleNames[role],
        spokenText(value),
        value.low,
        value.high,
        reported?.value ?? null,
        'difference' in verdict ? verdict.difference : null,
        earlier?.value ?? null,
        earlier === null ? '' : formatInstantDay(earlier.replacedAt),
        [unitNames[value.unit], value.currency ?? ''].filter((part) => part !== '').join(', '),
        reported ? sourceName(reported, figure) : '',
        reasonSentence(figure),
        sentenceParts(call, figure).join(''),
      ]
    }),
  }
}
