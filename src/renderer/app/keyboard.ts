/**
 * Turns key presses into actions, including sequences of several strokes, unless the focused
 * element needs the key.
 */

import { isEditing, parseKeys, type KeyStroke } from '#contract/api/shortcut-text.ts'
import type { After } from '../core-client/timeout.ts'
import type { Action, ActionId, Actions } from './actions.svelte.ts'
import { isTyping, matches, type KeyPress } from './key-bindings.ts'

interface Waiting {
  readonly action: Action
  readonly keys: string
  /** Strokes still to come. */
  readonly rest: readonly KeyStroke[]
}

/** Time for the second key of `G S`, in milliseconds: enough to look for it. */
const sequenceLimit = 5000

interface KeyboardPress extends KeyPress {
  readonly defaultPrevented: boolean
  /** The user is typing into a field, or a menu or dialog has the keys. */
  readonly taken: boolean
  preventDefault(): void
}

/** The keys that the user has for a command now, as the catalog writes them. */
type KeysOf = (id: ActionId) => readonly string[]

/** Turns key presses into actions. */
export class Keyboard {
  readonly #actions: Actions
  readonly #keysOf: KeysOf
  readonly #mac: boolean
  readonly #after: After
  readonly #say: (sentence: string) => void
  #begun: readonly Waiting[] = []
  #forget = () => {}

  constructor(actions: Actions, keysOf: KeysOf, mac: boolean, after: After, say: (sentence: string) => void) {
    this.#actions = actions
    this.#keysOf = keysOf
    this.#mac = mac
    this.#after = after
    this.#say = say
  }

  press(press: KeyboardPress): void {
    if (press.defaultPrevented || ['Control', 'Shift', 'Alt', 'Meta'].includes(press.key)) return
    const begun = this.#begun.flatMap((waiting) => this.#stillAvailable(waiting))
    const fresh = namedKeys(this.#actions.all, this.#keysOf).map(({ action, keys }) => ({
      action,
      keys,
      rest: parseKeys(keys),
    }))
    this.#stopSequence()
    const hits = [...fresh, ...begun].filter(({ rest }) => {
      const [next] = rest
      if (next === undefined || !matches(next, press, this.#mac)) return false
      return !press.taken || !(isTyping(next) || isEditing(next, this.#mac))
    })
    // A key sequence under way goes first.
    const done = hearing(hits.filter(({ rest }) => rest.length === 1))
    if (done) {
      press.preventDefault()
      const off = this.#actions.run(done.action)
      if (off !== null) this.#say(`${done.action.title}: ${off}.`)
      return
    }
    if (hits.length === 0) return
    this.#begun = hits.map((hit) => ({ ...hit, rest: hit.rest.slice(1) }))
    this.#forget = this.#after(sequenceLimit, () => this.#stopSequence())
  }

  /** The present version of the action: a sequence that was begun on a page that was left is canceled. */
  #stillAvailable({ action: { id }, keys, rest }: Waiting): readonly Waiting[] {
    const action = this.#actions.byId(id)
    return action && this.#keysOf(action.id).includes(keys) ? [{ action, keys, rest }] : []
  }

  #stopSequence(): void {
    this.#begun = []
    this.#forget()
    this.#forget = () => {}
  }
}

/** Which of several actions gets a key: the last added one, a screen's before the window's, unless it is disabled. */
function hearing<Of extends { readonly action: Action }>(all: readonly Of[]): Of | undefined {
  return all.findLast(({ action }) => !action.off?.()) ?? all.at(-1)
}

function namedKeys(all: readonly Action[], keysOf: KeysOf): readonly { action: Action; keys: string }[] {
  return all.flatMap((action) => keysOf(action.id).map((keys) => ({ action, keys })))
}

/** Every action that a key triggers now, with its keys. */
export function keysHeard(
  all: readonly Action[],
  keysOf: KeysOf,
): readonly { action: Action; keys: readonly string[] }[] {
  const named = namedKeys(all, keysOf)
  const hears = (action: Action, keys: string) => hearing(named.filter((one) => one.keys === keys))?.action === action
  return all
    .map((action) => ({ action, keys: keysOf(action.id).filter((keys) => hears(action, keys)) }))
    .filter(({ keys }) => keys.length > 0)
}

/** Elements that Space and Enter press, so that no action precedes a focused button. */
const pressed =
  'button, a[href], summary, input, [role=button], [role=tab], [role=option], [role=checkbox], [role=radio], [role=switch]'

/** Elements that take characters, as text or for type-ahead. */
const typedInto =
  '[role=textbox], [role=searchbox], [role=combobox], [role=spinbutton], [role=menu], [role=listbox], [role=tree], [role=dialog], dialog'

/** Whether the focused element handles this plain key. */
export function takesKeys(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false
  const slides = target instanceof HTMLInputElement && target.type === 'range'
  if ((key === ' ' || key === 'Enter') && !slides && target.closest(pressed) !== null) return true
  if (target.isContentEditable) return true
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button', 'range'].includes(target.type)
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true
  return target.closest(typedInto) !== null
}
