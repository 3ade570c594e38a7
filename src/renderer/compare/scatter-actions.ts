/** The actions of the scatter layout, and the table's actions that are unavailable in it. */

import { ArrowLeftRight, Building2, Copy, Download, Image, Table2 as Table } from 'lucide'
import type { ScatterSettings } from '#contract/api/comparisons.ts'
import type { Action } from '../app/actions.svelte.ts'
import { bindCommands } from '../app/commands/bind-commands.ts'
import { trails } from './comparison-settings.ts'
import type { PictureActions } from './picture-actions.ts'

interface ScatterCommands {
  readonly settings: ScatterSettings
  /** In the order of the table. */
  readonly symbols: readonly string[]
  /** Empty: there is no company. */
  readonly selected: string
  readonly picture: PictureActions
  /** Why nothing can be copied; null: it can. */
  readonly whyNoPicture: string | null
  set(change: Partial<ScatterSettings>): void
  open(symbol: string): void
  copyValues(): void
}

/** Actions of a table that a scatter does not have. */
const ofTables =
  /^compare\.(?:lines|basis-.*|mode-.*|periods-all|rank|chart|chart-(?:trends|lines|bars|multiples)|pivot|source|turn)$/

/** The actions of a table that remain without it. */
export function withoutTable(actions: readonly Action[]): readonly Action[] {
  return actions.filter(({ id }) => !ofTables.test(id))
}

export function swapped({ up, across }: Pick<ScatterSettings, 'up' | 'across'>): Partial<ScatterSettings> {
  return { up: across, across: up }
}

export function toggled({ hidden }: Pick<ScatterSettings, 'hidden'>, symbol: string): Partial<ScatterSettings> {
  return { hidden: hidden.includes(symbol) ? hidden.filter((one) => one !== symbol) : [...hidden, symbol] }
}

/** The company so many places further in the table, around its ends. */
export function stepped(symbols: readonly string[], from: string, by: number): string {
  const at = symbols.indexOf(from)
  if (at < 0) return symbols.at(by > 0 ? 0 : -1) ?? ''
  return symbols[(at + by + symbols.length) % symbols.length] ?? ''
}

export function scatterActions(commands: ScatterCommands): readonly Action[] {
  const { settings, symbols, selected, picture, whyNoPicture } = commands
  const set = (change: Partial<ScatterSettings>) => commands.set(change)
  const name = selected === '' ? 'the company' : selected
  const off = () => (selected === '' ? 'no company is selected' : null)
  const drawn = { off: () => whyNoPicture }
  const nextTrail = trails[(trails.indexOf(settings.trail) + 1) % trails.length] ?? 0
  return bindCommands('scatter', {
    'compare.scatter-next': { off, run: () => set({ selected: stepped(symbols, selected, 1) }) },
    'compare.scatter-previous': { off, run: () => set({ selected: stepped(symbols, selected, -1) }) },
    'compare.scatter-second': {
      off,
      run: () => set({ second: stepped(symbols, settings.second || selected, 1) }),
    },
    'compare.scatter-no-second': {
      off: () => (settings.second === '' ? 'there is none' : null),
      run: () => set({ second: '' }),
    },
    'compare.scatter-open': {
      title: `Open ${name} financials`,
      icon: Building2,
      off,
      run: () => commands.open(selected),
    },
    'compare.scatter-draw': {
      title: settings.hidden.includes(selected) ? `Plot ${name}` : `Hide ${name}`,
      off,
      run: () => set(toggled(settings, selected)),
    },
    'compare.scatter-trail': {
      title: nextTrail === 0 ? 'No trail' : `Trail of ${nextTrail} periods`,
      run: () => set({ trail: nextTrail }),
    },
    'compare.scatter-swap': { icon: ArrowLeftRight, run: () => set(swapped(settings)) },
    'compare.scatter-medians': {
      title: settings.medians ? 'Hide medians' : 'Show medians',
      run: () => set({ medians: !settings.medians }),
    },
    'compare.scatter-values': { icon: Table, run: () => commands.copyValues() },
    'compare.scatter-copy': { ...drawn, icon: Copy, run: picture.copy },
    'compare.scatter-png': { ...drawn, icon: Download, run: picture.savePng },
    'compare.scatter-svg': { ...drawn, icon: Image, run: picture.saveSvg },
  })
}
