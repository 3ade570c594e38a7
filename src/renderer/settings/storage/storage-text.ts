/** Labels and table cells of Settings, Storage: kinds, operations, sizes by company. */

import type { CompanyStorage, StorageKind, StorageProgress, StorageReport } from '#contract/api/storage.ts'
import type { StorageOperation } from '#contract/api/storage-operation.ts'
import { operationLabels } from '#contract/operation-labels.ts'
import type { SpreadsheetTable } from '../../format/copied-table.ts'
import { formatBytes, formatCounted, formatNumber } from '../../format/counts.ts'
import type { ListSorting } from '../../ui/column-heads.ts'
import type { ListColumn } from '../../ui/list-table.ts'

export const storageKindLabels: Readonly<Record<StorageKind, { readonly title: string; readonly says: string }>> = {
  contents: { title: 'Raw records', says: 'with every version' },
  responses: { title: 'Raw responses', says: 'and the records in each' },
  fundamentals: { title: 'Statements', says: 'for tables and comparisons' },
  calls: { title: 'Calls', says: 'with transcripts' },
  'full-text': { title: 'Full-text index', says: 'of calls, summaries, ratings, news' },
  ratings: { title: 'Ratings', says: '' },
  news: { title: 'News', says: '' },
  securities: { title: 'Securities', says: 'with their index' },
  other: { title: 'Other tables', says: '' },
  free: { title: 'Free space', says: 'reclaimed by compacting' },
  journals: { title: 'Database logs', says: 'of the library' },
  desk: { title: 'Your data', says: 'lists, notes, settings' },
  recordings: { title: 'Recordings', says: '' },
  'set-aside': { title: 'Set aside', says: 'damaged or replaced, and copies made before an update' },
  files: { title: 'Other files', says: '' },
}

export const storageKinds = Object.keys(storageKindLabels) as readonly StorageKind[]

/** Every kind, the largest first, so that the table has the same rows in every library: those without data take no space. */
export function everyKind({ kinds }: StorageReport): StorageReport['kinds'] {
  const missing = storageKinds.filter((kind) => !kinds.some((each) => each.kind === kind))
  return [...kinds, ...missing.map((kind) => ({ kind, bytes: 0, items: null }))]
}

/** How far a long operation is, such as "1.2 MB of 3.4 MB" or "20 of 135 records". */
export function amountsText({ done, total, unit }: Pick<StorageProgress, 'done' | 'total' | 'unit'>): string {
  return unit === 'records'
    ? `${formatNumber(done)} of ${formatCounted(total, 'record')}`
    : `${formatBytes(done)} of ${formatBytes(total)}`
}

/** "A backup is being made". */
export function runningSentence(operation: StorageOperation): string {
  const words = operationLabels[operation]
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export type CompanyColumn = keyof CompanyStorage

export const companyColumns: readonly ListColumn<CompanyColumn>[] = [
  { key: 'symbol', title: 'Symbol', width: 92 },
  { key: 'name', title: 'Company', width: 120, grows: true },
  { key: 'fundamentals', title: 'Statements', width: 104, align: 'end' },
  { key: 'calls', title: 'Calls', width: 84, align: 'end' },
  { key: 'recordings', title: 'Recordings', width: 92, align: 'end' },
  { key: 'ratings', title: 'Ratings', width: 76, align: 'end' },
  { key: 'news', title: 'News', width: 76, align: 'end' },
  { key: 'total', title: 'Total', width: 84, align: 'end' },
]

export function companyCells(company: CompanyStorage): Record<CompanyColumn, string> {
  const size = (bytes: number) => (bytes === 0 ? '-' : formatBytes(bytes))
  return {
    symbol: company.symbol,
    name: company.name ?? '',
    fundamentals: size(company.fundamentals),
    calls: size(company.calls),
    recordings: size(company.recordings),
    ratings: size(company.ratings),
    news: size(company.news),
    total: size(company.total),
  }
}

/** Every word of the filter is in the symbol or the name. */
export function filterCompanies(companies: readonly CompanyStorage[], filter: string): readonly CompanyStorage[] {
  const words = filter.toLowerCase().split(/\s+/)
  return companies.filter(({ symbol, name }) => {
    const text = `${symbol} ${name ?? ''}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

export function sortCompanies(
  companies: readonly CompanyStorage[],
  { by, descending }: ListSorting<CompanyColumn>,
): readonly CompanyStorage[] {
  return companies.toSorted((left, right) => {
    const [one, other] = [left[by] ?? '', right[by] ?? '']
    const order =
      typeof one === 'number' && typeof other === 'number'
        ? one - other
        : String(one).localeCompare(String(other), 'en')
    return descending ? -order : order
  })
}

/** Sizes in bytes. */
export function companySheet(companies: readonly CompanyStorage[]): SpreadsheetTable {
  return {
    heads: companyColumns.map(({ title, align }) => (align ? `${title}, bytes` : title)),
    rows: companies.map((company) => companyColumns.map(({ key }) => company[key])),
  }
}
