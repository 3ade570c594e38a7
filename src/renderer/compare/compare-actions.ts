/** The actions of the comparison screen, for keys, menus and the palette. */

import { BookOpen, ChartColumn, Copy, FileSearch, Plus, RefreshCw, Rows3 as Rows, Split, Table2 as Table } from 'lucide'
import type { Preferences } from '#contract/api/api.ts'
import { nextScale } from '../format/scale.ts'
import { actionEntry } from '../app/action-entry.ts'
import type { Action } from '../app/actions.svelte.ts'
import { bindCommands, handlersFor } from '../app/commands/bind-commands.ts'
import type { CommandIdOf } from '../app/commands/catalog.ts'
import type { KeyMap } from '../app/commands/key-map.svelte.ts'
import type { MenuEntry } from '../ui/menu.ts'
import { showKeys } from '../app/key-bindings.ts'
import type { Comparison } from './comparison.svelte.ts'
import { bases, drawnCharts, layouts, modes, type ComparisonSettings } from './comparison-settings.ts'

/** What the actions do outside the comparison's state. */
export interface CompareCommands {
  readonly settings: ComparisonSettings
  readonly preferences: Preferences
  set(change: Partial<ComparisonSettings>): void
  /** Lays the same figures out otherwise, and stays at the one that is looked at. */
  lay(change: Partial<Pick<ComparisonSettings, 'layout' | 'pivoted'>>): void
  prefer(change: Partial<Preferences>): void
  addCompany(): void
  chooseLines(): void
  openSource(): void
  copyWithSource(): void
  booklet(): void
  move(symbol: string, by: number): void
  remove(symbol: string): void
  /** Null: the active cell has none. */
  readonly activeCompany: string | null
  readonly whyNoRefresh: string | null
}

/** The commands for a company, at its head. */
export function companyMenu(
  symbol: string,
  { settings, set, move, remove }: Pick<CompareCommands, 'settings' | 'set' | 'move' | 'remove'>,
  onpage: (symbol: string) => void,
): readonly MenuEntry[] {
  const at = settings.companies.indexOf(symbol)
  const isLast = at === settings.companies.length - 1
  return [
    { id: 'page', title: `Open ${symbol}`, run: () => onpage(symbol) },
    { id: 'peer', title: `Compare the others with ${symbol}`, run: () => set({ mode: 'peer', peer: symbol }) },
    'line',
    { id: 'left', title: 'Move left', off: at <= 0 ? 'already first' : null, run: () => move(symbol, -1) },
    { id: 'right', title: 'Move right', off: isLast ? 'already last' : null, run: () => move(symbol, 1) },
    { id: 'remove', title: 'Remove', run: () => remove(symbol) },
  ]
}

/** The commands for the cell or range under the pointer. */
export function cellEntries(
  actions: readonly Action[],
  keys: KeyMap,
  copy: { readonly asSelected: () => void; readonly withHeads: () => void },
  /** Add the company to a list. */
  lists: readonly Action[],
): readonly MenuEntry[] {
  const entry = (id: CommandIdOf<'compare'>): readonly MenuEntry[] =>
    actions.filter((action) => action.id === id).map((action) => actionEntry(action, keys))
  return [
    ...entry('compare.source'),
    ...entry('compare.chart'),
    'line',
    { id: 'copy', title: 'Copy', icon: Copy, keys: showKeys('Mod+C', keys.platform.mac), run: copy.asSelected },
    { id: 'copy-heads', title: 'Copy with companies, periods and lines', icon: Table, run: copy.withHeads },
    ...entry('compare.copy-source'),
    'line',
    ...entry('compare.left'),
    ...entry('compare.right'),
    ...entry('compare.remove'),
    ...(lists.length > 0 ? (['line'] as const) : []),
    ...lists.map((action) => actionEntry(action, keys)),
  ]
}

/** Why a mode has no meaning; null when it has. */
export function modeOff(settings: ComparisonSettings, mode: ComparisonSettings['mode']): string | null {
  if ((mode === 'median' || mode === 'peer') && settings.companies.length < 2) return 'needs two companies'
  if (mode === 'qoq' && (settings.basis === 'annual' || settings.basis === 'annual-ltm'))
    return 'not available for annual periods'
  return null
}

const nextRanks: Readonly<
  Record<ComparisonSettings['ranks'], { readonly next: ComparisonSettings['ranks']; readonly title: string }>
> = {
  none: { next: 'newest', title: 'Show ranks for the latest period' },
  newest: { next: 'all', title: 'Show ranks for all periods' },
  all: { next: 'none', title: 'Hide ranks' },
}

export function compareActions(comparison: Comparison, commands: CompareCommands): readonly Action[] {
  const { settings, preferences, activeCompany } = commands
  const isFiscal = comparison.shownSettings.alignment === 'fiscal'
  const isCharted = settings.chart !== 'none' && settings.chart !== 'trends'
  const shown = (yes: boolean) => (yes ? 'on screen' : null)
  const noCompany = () => (activeCompany === null ? 'no company is selected' : null)
  const name = activeCompany ?? 'the company'
  return bindCommands('compare', {
    'compare.add': { icon: Plus, run: () => commands.addCompany() },
    'compare.lines': { icon: Rows, run: () => commands.chooseLines() },
    ...handlersFor('compare.basis-', bases, (basis) => ({
      off: () => shown(settings.basis === basis),
      run: () => commands.set({ basis }),
    })),
    ...handlersFor('compare.mode-', modes, (mode) => ({
      off: () => modeOff(settings, mode) ?? shown(settings.mode === mode),
      run: () => commands.set({ mode }),
    })),
    'compare.align': {
      title: isFiscal ? 'Calendar periods' : 'Fiscal periods',
      run: () => commands.set({ alignment: isFiscal ? 'calendar' : 'fiscal' }),
    },
    'compare.periods-all': {
      title:
        settings.periodChoice === 'common' ? 'Show periods most companies lack' : 'Hide periods most companies lack',
      run: () => commands.set({ periodChoice: settings.periodChoice === 'common' ? 'latest' : 'common' }),
    },
    'compare.one-currency': {
      title: settings.oneCurrency ? 'Treat currencies as different' : 'Treat as one currency',
      run: () => commands.set({ oneCurrency: !settings.oneCurrency }),
    },
    'compare.rank': {
      title: nextRanks[settings.ranks].title,
      run: () => commands.set({ ranks: nextRanks[settings.ranks].next }),
    },
    ...handlersFor('compare.layout-', layouts, (layout) => ({
      off: () => shown(settings.layout === layout),
      run: () => commands.lay({ layout }),
    })),
    'compare.chart': {
      title: isCharted ? 'Close the chart' : 'Chart the selection',
      icon: ChartColumn,
      run: () => commands.set({ chart: isCharted ? 'trends' : 'lines' }),
    },
    ...handlersFor('compare.chart-', drawnCharts, (chart) => ({
      off: () => shown(settings.chart === chart),
      run: () => commands.set({ chart }),
    })),
    'compare.pivot': { run: () => commands.lay({ pivoted: !settings.pivoted }) },
    'compare.source': { icon: FileSearch, run: () => commands.openSource() },
    'compare.copy-source': { icon: Copy, run: () => commands.copyWithSource() },
    'compare.left': { title: `Move ${name} to the left`, off: noCompany, run: () => commands.move(name, -1) },
    'compare.right': { title: `Move ${name} to the right`, off: noCompany, run: () => commands.move(name, 1) },
    'compare.remove': { title: `Remove ${name}`, off: noCompany, run: () => commands.remove(name) },
    'compare.scale': {
      title: `Scale: ${preferences.scale}, next ${nextScale(preferences.scale)}`,
      run: () => commands.prefer({ scale: nextScale(preferences.scale) }),
    },
    'compare.turn': {
      title: preferences.order === 'oldest-first' ? 'Latest period first' : 'Oldest period first',
      run: () => commands.prefer({ order: preferences.order === 'oldest-first' ? 'newest-first' : 'oldest-first' }),
    },
    'compare.splits': {
      title: preferences.adjustSplits ? 'Show EPS and shares as reported' : 'Adjust for splits',
      icon: Split,
      run: () => commands.prefer({ adjustSplits: !preferences.adjustSplits }),
    },
    'compare.booklet': {
      icon: BookOpen,
      off: () => (settings.companies.length === 0 ? 'no companies' : null),
      run: () => commands.booklet(),
    },
    'compare.refresh': { icon: RefreshCw, off: () => commands.whyNoRefresh, run: () => comparison.refresh() },
  })
}
