import { ArrowLeftRight, ChartColumn, Copy, FileSearch } from 'lucide'
import type { Preferences } from '#contract/api/api.ts'
import type { Comparison } from '#contract/api/financials.ts'
import { nextScale } from '../../format/scale.ts'
import type { Action } from '../../app/actions.svelte.ts'
import type { FinancialsTable } from './financials-table.svelte.ts'
import type { Placing, Statement } from './statement-rows.ts'

/** What the actions do outside the table's own state. */
export interface FinancialsCommands {
  readonly preferences: { readonly now: Preferences }
  set(change: Partial<Preferences>): void
  /** Source of the active figure, in the drawer. */
  openSource(): void
  copyWithSource(): void
  /** Marks the breaks of the active figure as known, or takes the marks back. */
  toggleKnown(): void
  /** The lines of the range, in the strip above the table. */
  chartLines(): void
  /** The labels, by pixels. */
  widen(by: number): void
  /** Brings the active cell into sight. */
  reveal(): void
}

export const statementNames: Readonly<Record<Statement, string>> = {
  income: 'Income',
  balance: 'Balance sheet',
  'cash-flow': 'Cash flow',
  metrics: 'Metrics',
  all: 'All',
}
export const comparisonNames: Readonly<Record<Comparison, string>> = {
  none: 'Values',
  yoy: 'y/y',
  qoq: 'q/q',
  'common-size': 'Common size',
}
export const placingNames: Readonly<Record<Placing, string>> = {
  totals: 'below totals',
  lines: 'below every line',
  instead: 'instead of values',
}

const statementKeys: Readonly<Record<Statement, string>> = {
  income: 'I',
  balance: 'B',
  'cash-flow': 'F',
  metrics: 'M',
  all: 'Shift+A',
}
const comparisonKeys: Readonly<Record<Comparison, string>> = { none: 'V', yoy: 'Y', qoq: 'W', 'common-size': 'P' }

/** Why a comparison has no meaning for what is shown; null when it has. */
export function comparisonOff(table: FinancialsTable, comparison: Comparison): string | null {
  if (comparison === 'qoq' && table.basis === 'annual') return 'not available for annual periods'
  if (comparison === 'common-size' && table.statement === 'metrics') return 'not available for ratios'
  return null
}

export function financialsActions(table: FinancialsTable, commands: FinancialsCommands): readonly Action[] {
  const shown = (yes: boolean, why = 'on screen') => (yes ? why : null)
  const action = (id: string, title: string, keys: string, run: () => void, more: Partial<Action> = {}): Action => ({
    id: `table.${id}`,
    title,
    group: 'Table',
    ...(keys !== '' && { keys: [keys] }),
    run,
    ...more,
  })
  const statements = Object.entries(statementNames) as [Statement, string][]
  const comparisons = Object.entries(comparisonNames) as [Comparison, string][]
  const placings = Object.entries(placingNames) as [Placing, string][]
  const { now } = commands.preferences
  return [
    ...statements.map(([statement, name]) =>
      action(
        `show-${statement}`,
        statement === 'all' ? 'All statements' : statement === 'income' ? 'Income statement' : name,
        statementKeys[statement],
        () => table.show(statement),
        { off: () => shown(table.statement === statement) },
      ),
    ),
    action('annual', 'Annual columns', 'A', () => table.onBasis('annual'), {
      off: () => shown(table.basis === 'annual'),
    }),
    action('quarterly', 'Quarterly columns', 'Q', () => table.onBasis('quarterly'), {
      off: () => shown(table.basis === 'quarterly'),
    }),
    ...comparisons.map(([comparison, name]) =>
      action(
        `compare-${comparison}`,
        comparison === 'yoy' ? 'Growth y/y' : comparison === 'qoq' ? 'Growth q/q' : name,
        comparisonKeys[comparison],
        () => table.compare(comparison),
        { off: () => comparisonOff(table, comparison) ?? shown(table.comparisonFromSettings === comparison) },
      ),
    ),
    ...placings.map(([placing, name]) =>
      action(`place-${placing}`, `Growth and common size ${name}`, '', () => table.setPlacing(placing), {
        off: () => shown(table.placing === placing, 'in use'),
      }),
    ),
    action('open-source', 'Open the figure’s source', 'O', () => commands.openSource(), { icon: FileSearch }),
    action('chart', 'Chart the selected lines', 'C', () => commands.chartLines(), { icon: ChartColumn }),
    action('strip', table.chart.showing === 'nothing' ? 'Show the charts' : 'Hide the charts', 'Shift+C', () =>
      table.chart.toggleStrip(),
    ),
    action('scale', `Scale: ${now.scale}, next ${nextScale(now.scale)}`, 'U', () =>
      commands.set({ scale: nextScale(now.scale) }),
    ),
    action(
      'turn',
      now.order === 'oldest-first' ? 'Latest period first' : 'Oldest period first',
      'T',
      () => commands.set({ order: now.order === 'oldest-first' ? 'newest-first' : 'oldest-first' }),
      { icon: ArrowLeftRight },
    ),
    action('splits', now.adjustSplits ? 'Show EPS and shares as reported' : 'Adjust for splits', 'Shift+S', () =>
      commands.set({ adjustSplits: !now.adjustSplits }),
    ),
    action('copy-source', 'Copy with source', 'Mod+Shift+C', () => commands.copyWithSource(), { icon: Copy }),
    action('next-restated', 'Next restated figure', 'Shift+R', () => goTo('restated'), {
      off: () => shown(table.flagged('restated').length === 0, 'no restated figures'),
    }),
    action('next-failing', 'Next tie-out break', 'Shift+T', () => goTo('breaks'), {
      off: () =>
        shown(
          table.flagged('breaks').length === 0,
          table.flagged('knownBreaks').length === 0 ? 'no tie-out breaks' : 'every break is known',
        ),
    }),
    action(
      'known-break',
      table.activeBreak === 'knownBreaks' ? 'Unmark known break' : 'Mark break as known',
      'K',
      () => commands.toggleKnown(),
      { off: () => shown(table.activeBreak === null, 'the selected figure has no tie-out break') },
    ),
    action('empty-lines', table.hideEmpty ? 'Show empty lines' : 'Hide empty lines', 'E', () => table.toggleEmpty()),
    action('labels-wider', 'Wider labels', 'Alt+Shift+ArrowRight', () => commands.widen(24)),
    action('labels-narrower', 'Narrower labels', 'Alt+Shift+ArrowLeft', () => commands.widen(-24)),
  ]

  function goTo(kind: 'restated' | 'breaks'): void {
    if (table.goToNext(table.flagged(kind))) commands.reveal()
  }
}
