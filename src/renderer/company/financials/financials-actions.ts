/** The actions of the statements, for toolbar, palette and keys. */

import { ArrowLeftRight, ChartColumn, Copy, Download, FileSearch, Image } from 'lucide'
import type { Preferences } from '#contract/api/api.ts'
import type { PeriodComparison } from '#contract/api/financials.ts'
import { nextScale } from '../../format/scale.ts'
import type { Action } from '../../app/actions.svelte.ts'
import { bindCommands, handlersFor } from '../../app/commands/bind-commands.ts'
import type { PictureFiles } from '../../app/picture-files.ts'
import type { FinancialsTable } from './financials-table.svelte.ts'
import type { GrowthPlacement, Statement } from './statement-rows.ts'

/** What the charts above the statements can become. */
export function chartStripActions(table: FinancialsTable, picture: PictureFiles): readonly Action[] {
  const none = () => (table.panels.length === 0 ? 'no charts are shown' : null)
  const saveOff = () => picture.saveOff ?? none()
  return bindCommands('chartStrip', {
    'table.chart-save': { icon: Download, off: saveOff, run: picture.savePng },
    'table.chart-svg': { icon: Image, off: saveOff, run: picture.saveSvg },
    'table.chart-copy': { icon: Copy, off: none, run: picture.copy },
  })
}

/** What the actions do outside the table's state. */
export interface FinancialsCommands {
  readonly preferences: { readonly now: Preferences }
  set(change: Partial<Preferences>): void
  /** Source of the active figure, in the drawer. */
  openSource(): void
  copyWithSource(): void
  /** Marks the breaks of the active figure as known, or removes the marks. */
  toggleKnown(): void
  /** The lines of the range, in the strip above the table. */
  chartLines(): void
  /** The labels, by pixels. */
  widen(by: number): void
  /** Scrolls to the active cell. */
  reveal(): void
}

export const statementNames: Readonly<Record<Statement, string>> = {
  income: 'Income',
  balance: 'Balance sheet',
  'cash-flow': 'Cash flow',
  metrics: 'Metrics',
  all: 'All',
}
export const comparisonNames: Readonly<Record<PeriodComparison, string>> = {
  none: 'Values',
  yoy: 'y/y',
  qoq: 'q/q',
  'common-size': 'Common size',
}
export const placementNames: Readonly<Record<GrowthPlacement, string>> = {
  totals: 'below totals',
  lines: 'below every line',
  instead: 'instead of values',
}

/** Why a comparison has no meaning for what is shown; null when it has. */
export function comparisonOff(table: FinancialsTable, comparison: PeriodComparison): string | null {
  if (comparison === 'qoq' && table.basis === 'annual') return 'not available for annual periods'
  if (comparison === 'common-size' && table.statement === 'metrics') return 'not available for ratios'
  return null
}

export function financialsActions(table: FinancialsTable, commands: FinancialsCommands): readonly Action[] {
  const shown = (yes: boolean, why = 'on screen') => (yes ? why : null)
  const statements = Object.keys(statementNames) as Statement[]
  const comparisons = Object.keys(comparisonNames) as PeriodComparison[]
  const growthPlacements = Object.keys(placementNames) as GrowthPlacement[]
  const { now } = commands.preferences
  return bindCommands('financials', {
    ...handlersFor('table.show-', statements, (statement) => ({
      off: () => shown(table.statement === statement),
      run: () => table.show(statement),
    })),
    'table.annual': { off: () => shown(table.basis === 'annual'), run: () => table.onBasis('annual') },
    'table.quarterly': { off: () => shown(table.basis === 'quarterly'), run: () => table.onBasis('quarterly') },
    ...handlersFor('table.compare-', comparisons, (comparison) => ({
      off: () => comparisonOff(table, comparison) ?? shown(table.comparisonFromSettings === comparison),
      run: () => table.compare(comparison),
    })),
    ...handlersFor('table.place-', growthPlacements, (placement) => ({
      off: () => shown(table.placement === placement, 'in use'),
      run: () => table.setPlacement(placement),
    })),
    'table.open-source': { icon: FileSearch, run: () => commands.openSource() },
    'table.chart': { icon: ChartColumn, run: () => commands.chartLines() },
    'table.strip': {
      title: table.chart.showing === 'nothing' ? 'Show charts' : 'Hide charts',
      run: () => table.chart.toggleStrip(),
    },
    'table.scale': {
      title: `Scale: ${now.scale} (switch to ${nextScale(now.scale)})`,
      run: () => commands.set({ scale: nextScale(now.scale) }),
    },
    'table.turn': {
      title: now.order === 'oldest-first' ? 'Latest period first' : 'Oldest period first',
      icon: ArrowLeftRight,
      run: () => commands.set({ order: now.order === 'oldest-first' ? 'newest-first' : 'oldest-first' }),
    },
    'table.splits': {
      title: now.adjustSplits ? 'Show EPS and shares as reported' : 'Adjust for splits',
      run: () => commands.set({ adjustSplits: !now.adjustSplits }),
    },
    'table.copy-source': { icon: Copy, run: () => commands.copyWithSource() },
    'table.next-restated': {
      off: () => shown(table.flagged('restated').length === 0, 'no restated figures'),
      run: () => goTo('restated'),
    },
    'table.next-failing': {
      off: () =>
        shown(
          table.flagged('breaks').length === 0,
          table.flagged('knownBreaks').length === 0 ? 'no tie-out breaks' : 'every break is known',
        ),
      run: () => goTo('breaks'),
    },
    'table.known-break': {
      title: table.activeBreak === 'knownBreaks' ? 'Unmark known break' : 'Mark break as known',
      off: () => shown(table.activeBreak === null, 'the selected figure has no tie-out break'),
      run: () => commands.toggleKnown(),
    },
    'table.empty-lines': {
      title: table.hideEmpty ? 'Show empty lines' : 'Hide empty lines',
      run: () => table.toggleEmpty(),
    },
    'table.labels-wider': { run: () => commands.widen(24) },
    'table.labels-narrower': { run: () => commands.widen(-24) },
  })

  function goTo(kind: 'restated' | 'breaks'): void {
    if (table.goToNext(table.flagged(kind))) commands.reveal()
  }
}
