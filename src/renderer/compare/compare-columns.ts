import type { ComparedCompany, ComparedTable, Slot, SlotRecords } from '#contract/desk/comparisons.ts'
import { formatDay } from '../format/dates.ts'
import type { GridColumn, GridMark } from '../ui/grid/grid.ts'
import { calendarRule, slotName } from './compare-words.ts'
import type { Wish } from './wish.ts'

/** What stands in a column: a company's figures of one slot, its rank, or the median of all. */
export type ColumnPlace =
  | { readonly is: 'figure'; readonly company: number; readonly slot: number }
  | { readonly is: 'rank'; readonly company: number; readonly slot: number }
  | { readonly is: 'median'; readonly slot: number }

export interface CompareColumn extends GridColumn {
  readonly place: ColumnPlace
}

/** Group of the medians; no symbol has a blank in front. */
export const medianGroup = ' median'
const rankWidth = 28
const rankMark: readonly GridMark[] = []

/** Every company's periods beside one another, its rank behind them, and the medians at the end. */
export function columnsOf(
  table: ComparedTable,
  wish: Pick<Wish, 'alignment' | 'ranked'>,
  newestFirst: boolean,
): readonly CompareColumn[] {
  const slots = table.columns.map((slot, at) => ({ slot, at }))
  const ordered = newestFirst ? slots.toReversed() : slots
  const isMany = table.companies.length > 1
  const last = table.columns.length - 1
  return [
    ...table.companies.flatMap((company, companyAt): readonly CompareColumn[] => [
      ...ordered.map(({ slot, at }, index) => ({
        ...figureColumn(company, slot, company.slots[at] ?? null, wish),
        begins: index === 0,
        place: { is: 'figure' as const, company: companyAt, slot: at },
      })),
      ...(isMany && wish.ranked && last >= 0 ? [rankColumn(company, companyAt, last)] : []),
    ]),
    ...(isMany ? ordered : []).map(({ slot, at }, index): CompareColumn => ({
      key: `${medianGroup} ${slot.key}`,
      group: medianGroup,
      title: slotName(slot, wish),
      note: '',
      apart: false,
      aside: true,
      begins: index === 0,
      strong: slot.kind === 'ltm',
      marks: [],
      place: { is: 'median', slot: at },
    })),
  ]
}

function figureColumn(
  { symbol }: ComparedCompany,
  slot: Slot,
  records: SlotRecords | null,
  wish: Pick<Wish, 'alignment'>,
): Omit<CompareColumn, 'place'> {
  return {
    key: `${symbol} ${slot.key}`,
    group: symbol,
    title: slotName(slot, wish),
    note: records ? formatDay(records.endPeriod) : 'n/a',
    apart: false,
    strong: slot.kind === 'ltm',
    marks: records ? headMarks(slot, records, wish) : [],
  }
}

/** Twelve months are what their name says; only what was filed under another name is calendarized. */
function headMarks(slot: Slot, { how, stale }: SlotRecords, { alignment }: Pick<Wish, 'alignment'>): GridMark[] {
  const rule = alignment === 'calendar' && slot.year !== null ? calendarRule(how) : ''
  return [
    ...(stale ? [{ letter: 's', says: 'Stale: fetched longer ago than the set age.', corner: false }] : []),
    ...(rule === '' ? [] : [{ letter: 'c', says: rule, corner: false, raised: true }]),
  ]
}

function rankColumn({ symbol }: ComparedCompany, company: number, slot: number): CompareColumn {
  return {
    key: `${symbol} #`,
    group: symbol,
    title: '#',
    note: '',
    apart: false,
    faint: true,
    width: rankWidth,
    marks: rankMark,
    place: { is: 'rank', company, slot },
  }
}
