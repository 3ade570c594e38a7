/**
 * Keeps keys that are typed while a page is loading, and types them into the page's text box once
 * it has the focus.
 */

import type { After } from '../core-client/timeout.ts'
import type { TabLocation } from './tab-locations.ts'

interface TypedKey {
  readonly key: string
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly metaKey: boolean
  getModifierState(key: string): boolean
}

/** Milliseconds that typed keys wait for a text box. A page that failed to load has none: its keys are commands again. */
const waitsFor = 5000

/** Whether a page begins in a text box, so that users type at once. */
export function beginsInTextBox({ screen }: TabLocation): boolean {
  return screen === 'search' || screen === 'text'
}

/** Keeps what is typed while a page that begins in a text box is being drawn, until that box has the keys. */
export class EarlyKeystrokes {
  readonly #after: After
  /** Null while no text box is awaited. */
  #text: string | null = null
  #forget = () => {}

  constructor(after: After) {
    this.#after = after
  }

  begin(): void {
    this.stop()
    this.#text = ''
    this.#forget = this.#after(waitsFor, () => this.stop())
  }

  stop(): void {
    this.#text = null
    this.#forget()
  }

  /** Whether the key was kept; any other key is a command. */
  keep(press: TypedKey): boolean {
    if (this.#text === null) return false
    const { key } = press
    const isCommand = press.metaKey || ((press.ctrlKey || press.altKey) && !press.getModifierState('AltGraph'))
    if (isCommand) return false
    if (key === 'Backspace') this.#text = [...this.#text].slice(0, -1).join('')
    else if ([...key].length === 1) this.#text += key
    else return false
    return true
  }

  /** Ends the wait, and returns what was typed. */
  take(): string {
    const text = this.#text ?? ''
    this.stop()
    return text
  }
}

/** Types a text into what has the focus, if that is a text box. */
export function typeInto(focused: Element | null, text: string): void {
  if (text === '' || !(focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement)) return
  const end = focused.value.length
  focused.setRangeText(text, focused.selectionStart ?? end, focused.selectionEnd ?? end, 'end')
  focused.dispatchEvent(new InputEvent('input', { bubbles: true, data: text, inputType: 'insertText' }))
}
