import { ChartColumn, Copy, FileSearch, Plus, RefreshCw, Rows3 as Rows, Split, Table2 as Table } from 'lucide'
import type { Preferences } from '#contract/api/api.ts'
import { nextScale } from '../format/scale.ts'
import { actionEntry } from '../app/action-entry.ts'
import type { Action } from '../app/actions.svelte.ts'
import type { MenuEntry } from '../ui/menu.ts'
import { showKeys } from '../app/key-bindings.ts'
import { basisNames, chartNames, layoutNames, modeNames } from './compare-text.ts'
import type { Comparison } from './comparison.svelte.ts'
import { bases, charts, layouts, modes, type ComparisonSettings } from './comparison-settings.ts'

/** What the actions do outside the comparison's own state. */
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
  move(symbol: string, by: number): void
  remove(symbol: string): void
  /** Null: that of the active cell is none. */
  readonly activeCompany: string | null
  readonly whyNoRefresh: string | null
}

/** What can be done with a company, at its head. */
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

/** What can be done with the cell or the range under the pointer. */
export function cellEntries(
  actions: readonly Action[],
  mac: boolean,
  copy: { readonly asSelected: () => void; readonly withHeads: () => void },
): readonly MenuEntry[] {
  const entry = (id: string): readonly MenuEntry[] =>
    actions.filter((action) => action.id === `compare.${id}`).map((action) => actionEntry(action, mac))
  return [
    ...entry('source'),
    ...entry('chart'),
    'line',
    { id: 'copy', title: 'Copy', icon: Copy, keys: showKeys('Mod+C', mac), run: copy.asSelected },
    { id: 'copy-heads', title: 'Copy with companies, periods and lines', icon: Table, run: copy.withHeads },
    'line',
    ...entry('left'),
    ...entry('right'),
    ...entry('remove'),
  ]
}

/** Why a mode has no meaning; null when it has. */
export function modeOff(settings: ComparisonSettings, mode: ComparisonSettings['mode']): string | null {
  if ((mode === 'median' || mode === 'peer') && settings.companies.length < 2) return 'needs two companies'
  if (mode === 'qoq' && (settings.basis === 'annual' || settings.basis === 'annual-ltm'))
    return 'not available for annual periods'
  return null
}

const modeKeys: Readonly<Record<ComparisonSettings['mode'], string>> = {
  values: 'V',
  yoy: 'Y',
  qoq: 'W',
  cagr: 'Shift+Y',
  'common-size': 'P',
  index: 'I',
  median: 'M',
  peer: 'Shift+M',
}
const basisKeys: Readonly<Record<ComparisonSettings['basis'], string>> = {
  annual: 'A',
  'annual-ltm': 'Shift+A',
  quarterly: 'Q',
  ltm: 'Shift+Q',
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
  const action = (id: string, title: string, keys: string, run: () => void, more: Partial<Action> = {}): Action => ({
    id: `compare.${id}`,
    title,
    group: 'Table',
    ...(keys !== '' && { keys: [keys] }),
    run,
    ...more,
  })
  const isFiscal = comparison.shownSettings.alignment === 'fiscal'
  const isCharted = settings.chart !== 'none' && settings.chart !== 'trends'
  const shown = (yes: boolean) => (yes ? 'on screen' : null)
  const onCompany = { off: () => (activeCompany === null ? 'no company is selected' : null) }
  const name = activeCompany ?? 'the company'
  return [
    action('add', 'Add companies', '+', () => commands.addCompany(), { icon: Plus }),
    action('lines', 'Choose lines', 'Shift+L', () => commands.chooseLines(), { icon: Rows }),
    ...bases.map((basis) =>
      action(`basis-${basis}`, `${basisNames[basis]} columns`, basisKeys[basis], () => commands.set({ basis }), {
        off: () => shown(settings.basis === basis),
      }),
    ),
    ...modes.map((mode) =>
      action(`mode-${mode}`, `Compare by: ${modeNames[mode]}`, modeKeys[mode], () => commands.set({ mode }), {
        off: () => modeOff(settings, mode) ?? shown(settings.mode === mode),
      }),
    ),
    action('align', isFiscal ? 'Calendar periods' : 'Fiscal periods', 'K', () =>
      commands.set({ alignment: isFiscal ? 'calendar' : 'fiscal' }),
    ),
    action(
      'periods-all',
      settings.periodChoice === 'common'
        ? 'Show periods that few companies have'
        : 'Hide periods that most companies lack',
      '',
      () => commands.set({ periodChoice: settings.periodChoice === 'common' ? 'latest' : 'common' }),
    ),
    action('one-currency', settings.oneCurrency ? 'Treat currencies as different' : 'Treat as one currency', '', () =>
      commands.set({ oneCurrency: !settings.oneCurrency }),
    ),
    action('rank', nextRanks[settings.ranks].title, '#', () => commands.set({ ranks: nextRanks[settings.ranks].next })),
    ...layouts.map((layout, at) =>
      action(`layout-${layout}`, `Layout: ${layoutNames[layout]}`, String(at + 1), () => commands.lay({ layout }), {
        off: () => shown(settings.layout === layout),
      }),
    ),
    action(
      'chart',
      isCharted ? 'Close the chart' : 'Chart the selection',
      'C',
      () => commands.set({ chart: isCharted ? 'trends' : 'lines' }),
      { icon: ChartColumn },
    ),
    ...charts.flatMap((chart) =>
      chart === 'none'
        ? []
        : action(`chart-${chart}`, `Chart: ${chartNames[chart]}`, '', () => commands.set({ chart }), {
            off: () => shown(settings.chart === chart),
          }),
    ),
    action('pivot', 'Transpose', 'Shift+T', () => commands.lay({ pivoted: !settings.pivoted })),
    action('source', 'Open the figure’s source', 'O', () => commands.openSource(), { icon: FileSearch }),
    action('left', `Move ${name} to the left`, 'Alt+Shift+ArrowLeft', () => commands.move(name, -1), onCompany),
    action('right', `Move ${name} to the right`, 'Alt+Shift+ArrowRight', () => commands.move(name, 1), onCompany),
    action('remove', `Remove ${name}`, 'Delete', () => commands.remove(name), onCompany),
    action('scale', `Scale: ${preferences.scale}, next ${nextScale(preferences.scale)}`, 'U', () =>
      commands.prefer({ scale: nextScale(preferences.scale) }),
    ),
    action('turn', preferences.order === 'oldest-first' ? 'Latest period first' : 'Oldest period first', 'T', () =>
      commands.prefer({ order: preferences.order === 'oldest-first' ? 'newest-first' : 'oldest-first' }),
    ),
    action(
      'splits',
      preferences.adjustSplits ? 'Show EPS and shares as reported' : 'Adjust for splits',
      'Shift+S',
      () => commands.prefer({ adjustSplits: !preferences.adjustSplits }),
      { icon: Split },
    ),
    action('refresh', 'Refresh these companies', 'R', () => comparison.refresh(), {
      icon: RefreshCw,
      group: 'Library',
      off: () => commands.whyNoRefresh,
    }),
  ]
}
