import { formatMoment } from '../format/dates.ts'
import type { MenuEntry } from '../ui/menu.ts'
import type { Action } from '../app/actions.svelte.ts'
import { showKeys } from '../app/key-bindings.ts'
import { exportFormats } from './call-actions.ts'
import type { CallPage } from './call-page.svelte.ts'
import { highlightColourOrder } from './highlight-colours.ts'
import { sameForm, transcriptForms } from './head/call-text.ts'

/** The menus in the head of a call, out of its actions. */
export interface CallMenus {
  readonly highlights: readonly MenuEntry[]
  readonly quotes: readonly MenuEntry[]
  readonly more: readonly MenuEntry[]
}

/** `mac`: which keys are printed. */
export function callMenus(page: CallPage, actions: readonly Action[], now: number, mac: boolean): CallMenus {
  const entries = (...ids: readonly string[]) => ids.flatMap((id) => entryOf(actions, id, mac))
  return {
    highlights: [
      ...entries(...highlightColourOrder.map((colour) => `highlight-${colour}`)),
      'line',
      ...entries('note'),
    ],
    quotes: entries('quote', 'quote-row', 'clip'),
    more: [
      ...transcriptForms.map(({ form, name }) => ({
        id: name,
        title: name,
        chosen: sameForm(form, page.form),
        run: () => void page.useForm(form),
      })),
      'line',
      ...versionEntries(page, now),
      ...entries(...exportFormats.map(({ format }) => `save-${format}`)),
      'line',
      ...entries('larger', 'smaller', 'confidence', 'times', 'before'),
      'line',
      ...entries('refresh'),
    ],
  }
}

function entryOf(actions: readonly Action[], id: string, mac: boolean): MenuEntry[] {
  const action = actions.find((one) => one.id === `call.${id}`)
  if (!action) return []
  const { title, icon, keys, off, run } = action
  const shown = keys?.slice(0, 1).flatMap((stroke) => showKeys(stroke, mac)) ?? []
  return [{ id, title, icon, keys: shown, off: off?.() ?? null, run: () => void run() }]
}

function versionEntries(page: CallPage, now: number): MenuEntry[] {
  const call = page.call.result
  if (!call || call.versions.length < 2) return []
  const entries = call.versions.map(({ hash, knownFrom, turns }, index) => ({
    id: hash,
    title: `${index === 0 ? 'Latest version' : 'Version'} of ${formatMoment(knownFrom, now)}, ${turns} turns`,
    chosen: hash === call.hash,
    run: () => void page.useVersion(index === 0 ? null : hash),
  }))
  return [...entries, 'line']
}
