/**
 * The menus in the head of a call: its actions, grouped, and the choice of transcript form and
 * version.
 */

import { Copy, TextSearch } from 'lucide'
import { formatMoment } from '../format/dates.ts'
import type { MenuEntry } from '../ui/menu.ts'
import type { Action } from '../app/actions.svelte.ts'
import { actionEntry } from '../app/action-entry.ts'
import type { CommandIdOf } from '../app/commands/catalog.ts'
import type { KeyMap } from '../app/commands/key-map.svelte.ts'
import { showKeys } from '../app/key-bindings.ts'
import { exportFormats } from './call-actions.ts'
import type { CallPage } from './call-page.svelte.ts'
import { highlightColorOrder } from './highlight-colors.ts'
import { sameForm, transcriptForms } from './head/call-text.ts'

/** The menus in the head of a call, out of its actions. */
interface CallMenus {
  readonly highlights: readonly MenuEntry[]
  readonly quotes: readonly MenuEntry[]
  readonly more: readonly MenuEntry[]
  /** On selected words of the transcript. */
  selected(words: string): readonly MenuEntry[]
}

interface SelectionCommands {
  readonly copy: (words: string) => void
  readonly search: (words: string) => void
}

/** Letters of the selection that fit an entry. */
const mostLetters = 30

type CallCommandId = CommandIdOf<'callReader'>

export function callMenus(
  page: CallPage,
  actions: readonly Action[],
  now: number,
  keys: KeyMap,
  { copy, search }: SelectionCommands,
): CallMenus {
  const entries = (...ids: readonly CallCommandId[]) =>
    ids.flatMap((id) => actions.filter((action) => action.id === id).map((action) => actionEntry(action, keys)))
  const highlights: readonly MenuEntry[] = [
    ...entries(...highlightColorOrder.map((color) => `call.highlight-${color}` as const)),
    'line',
    ...entries('call.note'),
  ]
  return {
    highlights,
    selected: (words) => [
      { id: 'copy', title: 'Copy', icon: Copy, keys: showKeys('Mod+C', keys.platform.mac), run: () => copy(words) },
      ...entries('call.quote', 'call.quote-row', 'call.link', 'call.clip'),
      'line',
      ...highlights,
      'line',
      {
        id: 'search',
        title: `Search transcripts for “${words.length > mostLetters ? `${words.slice(0, mostLetters)}…` : words}”`,
        icon: TextSearch,
        run: () => search(words),
      },
    ],
    quotes: entries('call.quote', 'call.quote-row', 'call.link', 'call.clip'),
    more: [
      ...transcriptForms.map(({ form, name }) => ({
        id: name,
        title: name,
        chosen: sameForm(form, page.form),
        run: () => void page.useForm(form),
      })),
      'line',
      ...versionEntries(page, now),
      ...entries('call.brief', ...exportFormats.map((format) => `call.save-${format}` as const)),
      'line',
      ...entries('call.larger', 'call.smaller', 'call.confidence', 'call.figures', 'call.times'),
      'line',
      ...entries('call.compare', 'call.before', 'call.before-topic'),
      'line',
      ...entries('call.refresh'),
    ],
  }
}

function versionEntries(page: CallPage, now: number): MenuEntry[] {
  const call = page.call.result
  if (!call || call.versions.length < 2) return []
  const entries = call.versions.map(({ hash, knownFrom, turns }, index) => ({
    id: hash,
    title: `${index === 0 ? 'Latest version' : 'Version'} from ${formatMoment(knownFrom, now)}, ${turns} turns`,
    chosen: hash === call.hash,
    run: () => void page.useVersion(index === 0 ? null : hash),
  }))
  return [...entries, 'line']
}
