import type { Asker } from '#contract/desk/search.ts'
import { formatDay } from '../format/dates.ts'
import type { Sheet } from '../format/sheet.ts'
import { formatSentiment } from './hit-words.ts'
import type { ListColumn, ListSorting } from '../ui/list-table.ts'

export type AskerColumn =
  'name' | 'firm' | 'questions' | 'calls' | 'companies' | 'length' | 'sentiment' | 'first' | 'last'

export const askerColumns: readonly ListColumn<AskerColumn>[] = [
  { key: 'name', title: 'Analyst', width: 180 },
  { key: 'firm', title: 'Firm', width: 200 },
  { key: 'questions', title: 'Questions', width: 96, figures: true },
  { key: 'calls', title: 'Calls', width: 72, figures: true },
  { key: 'length', title: 'Mean words', width: 104, figures: true },
  { key: 'sentiment', title: 'Sentiment', width: 96, figures: true },
  { key: 'first', title: 'First seen', width: 92, figures: true },
  { key: 'last', title: 'Last seen', width: 92, figures: true },
  { key: 'companies', title: 'Companies', width: 220, grows: true },
]

export function askerCells(asker: Asker): Record<AskerColumn, string> {
  return {
    name: asker.name,
    firm: asker.organization ?? '',
    questions: asker.questions.toLocaleString('en-US'),
    calls: asker.calls.toLocaleString('en-US'),
    length: asker.length.toFixed(0),
    sentiment: formatSentiment(asker.sentiment),
    first: asker.firstSeen === null ? '' : formatDay(dayOf(asker.firstSeen)),
    last: asker.lastSeen === null ? '' : formatDay(dayOf(asker.lastSeen)),
    companies: asker.companies.join(', '),
  }
}

/** Null, as a firm that nobody named, comes last in either direction. */
function sortValue(asker: Asker, by: AskerColumn): string | number | null {
  switch (by) {
    case 'name':
      return asker.name
    case 'firm':
      return asker.organization
    case 'questions':
    case 'calls':
    case 'length':
    case 'sentiment':
      return asker[by]
    case 'companies':
      return asker.companies.length
    case 'first':
      return asker.firstSeen
    case 'last':
      return asker.lastSeen
    default:
      return by satisfies never
  }
}

export function sortAskers(askers: readonly Asker[], { by, descending }: ListSorting<AskerColumn>): readonly Asker[] {
  return askers.toSorted((left, right) => {
    const [one, other] = [sortValue(left, by), sortValue(right, by)]
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    const order =
      typeof one === 'string' || typeof other === 'string'
        ? String(one).localeCompare(String(other), 'en')
        : one - other
    return descending ? -order : order
  })
}

/** In a file the head says how the mean is weighted: nothing else there can. */
export const sentimentHead = 'Sentiment, mean by words'

export function askerSheet(askers: readonly Asker[]): Sheet {
  return {
    heads: [
      'Analyst',
      'Firm',
      'Questions',
      'Calls',
      'Companies',
      'Words',
      'Mean words',
      sentimentHead,
      'First seen',
      'Last seen',
    ],
    rows: askers.map((asker) => [
      asker.name,
      asker.organization,
      asker.questions,
      asker.calls,
      asker.companies.join(' '),
      asker.words,
      asker.length,
      asker.sentiment,
      asker.firstSeen === null ? null : dayOf(asker.firstSeen),
      asker.lastSeen === null ? null : dayOf(asker.lastSeen),
    ]),
  }
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
