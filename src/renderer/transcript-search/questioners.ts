/** Columns, cells, sorting and export of the table of analysts who ask questions. */

import type { Questioner } from '#contract/api/transcript-search.ts'
import { formatCallDay } from '../format/call-dates.ts'
import type { SpreadsheetTable } from '../format/copied-table.ts'
import { formatSentiment } from './hit-text.ts'
import type { ListSorting } from '../ui/column-heads.ts'
import type { ListColumn } from '../ui/list-table.ts'
import { formatFixed, formatNumber } from '../format/counts.ts'

export type QuestionerColumn =
  'name' | 'firm' | 'questions' | 'calls' | 'companies' | 'length' | 'sentiment' | 'first' | 'last'

/** The table of analysts who asked questions on the calls found. */
export const questionerColumns: readonly ListColumn<QuestionerColumn>[] = [
  { key: 'name', title: 'Analyst', width: 180 },
  { key: 'firm', title: 'Firm', width: 200 },
  { key: 'questions', title: 'Questions', width: 96, align: 'end' },
  { key: 'calls', title: 'Calls', width: 72, align: 'end' },
  { key: 'length', title: 'Avg. words', width: 104, align: 'end' },
  { key: 'sentiment', title: 'Sentiment', width: 96, align: 'end' },
  { key: 'first', title: 'First seen', width: 92, align: 'end' },
  { key: 'last', title: 'Last seen', width: 92, align: 'end' },
  { key: 'companies', title: 'Companies', width: 220, grows: true },
]

export function questionerCells(questioner: Questioner): Record<QuestionerColumn, string> {
  return {
    name: questioner.name,
    firm: questioner.organization ?? '',
    questions: formatNumber(questioner.questions),
    calls: formatNumber(questioner.calls),
    length: formatFixed(questioner.length, 0),
    sentiment: formatSentiment(questioner.sentiment),
    first: questioner.firstSeen === null ? '' : formatCallDay(questioner.firstSeen),
    last: questioner.lastSeen === null ? '' : formatCallDay(questioner.lastSeen),
    companies: questioner.companies.join(', '),
  }
}

/** Null, as a firm that nobody named, comes last in either direction. */
function sortValue(questioner: Questioner, by: QuestionerColumn): string | number | null {
  switch (by) {
    case 'name':
      return questioner.name
    case 'firm':
      return questioner.organization
    case 'questions':
    case 'calls':
    case 'length':
    case 'sentiment':
      return questioner[by]
    case 'companies':
      return questioner.companies.length
    case 'first':
      return questioner.firstSeen
    case 'last':
      return questioner.lastSeen
    default:
      return by satisfies never
  }
}

export function sortQuestioners(
  questioners: readonly Questioner[],
  { by, descending }: ListSorting<QuestionerColumn>,
): readonly Questioner[] {
  return questioners.toSorted((left, right) => {
    const [one, other] = [sortValue(left, by), sortValue(right, by)]
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    const order =
      typeof one === 'string' || typeof other === 'string'
        ? String(one).localeCompare(String(other), 'en')
        : one - other
    return descending ? -order : order
  })
}

/** In a file the head says how the mean is weighted, since nothing else can. */
export const sentimentHead = 'Sentiment, word-weighted average'

export function questionersTable(questioners: readonly Questioner[]): SpreadsheetTable {
  return {
    heads: [
      'Analyst',
      'Firm',
      'Questions',
      'Calls',
      'Companies',
      'Words',
      'Avg. words',
      sentimentHead,
      'First seen',
      'Last seen',
    ],
    rows: questioners.map((questioner) => [
      questioner.name,
      questioner.organization,
      questioner.questions,
      questioner.calls,
      questioner.companies.join(' '),
      questioner.words,
      questioner.length,
      questioner.sentiment,
      questioner.firstSeen === null ? null : dayOf(questioner.firstSeen),
      questioner.lastSeen === null ? null : dayOf(questioner.lastSeen),
    ]),
  }
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
