/**
 * What screen readers read out: one message after the other, in the live regions that `LiveRegions.svelte` draws. Everything that
 * happens out of the user's sight goes through here, so that messages neither talk over each other nor over a recording.
 */

import { createContext } from 'svelte'

/** Runs once after a number of milliseconds. Passed in, so that tests control time. */
type After = (milliseconds: number, run: () => void) => unknown

interface Message {
  /** Asked when its turn has come; empty: it is no longer true, and dropped. */
  readonly text: () => string
  readonly source: unknown
}

export interface AnnouncementOptions {
  /** What the message is about: a later message of the same source replaces one that still waits. Absent: it stands for itself. */
  readonly source?: unknown
  /** It stops the user's work, so that it interrupts what is being read, and a recording. */
  readonly urgent?: boolean
}

/**
 * Milliseconds before each message. The region is empty meanwhile, so that the same text is a change when it comes twice, and several
 * messages of one action become the last of them.
 */
const gap = 100

/** Milliseconds that a text stays in its region: faster than it is spoken, since screen readers queue what they have been given. */
const readingTime = (text: string) => 500 + 20 * text.length

/** One live region: its text, and the messages that wait for it. */
class LiveText {
  readonly #after: After
  readonly #place: () => unknown
  #shown = $state.raw<{ readonly text: string; readonly place: unknown } | null>(null)
  #waiting: readonly Message[] = []
  #isBusy = false
  #isHeld = false

  constructor(after: After, place: () => unknown) {
    this.#after = after
    this.#place = place
  }

  get shown() {
    return this.#shown
  }

  add(message: Message): void {
    this.#waiting = [...this.#waiting.filter(({ source }) => source !== message.source), message]
    this.#next()
  }

  hold(isHeld: boolean): void {
    this.#isHeld = isHeld
    this.#next()
  }

  #next(): void {
    if (this.#isBusy || this.#isHeld || this.#waiting.length === 0) return
    this.#isBusy = true
    this.#after(gap, () => {
      const text = this.#take()
      if (text !== '') this.#shown = { text, place: this.#place() }
      this.#after(text === '' ? 0 : readingTime(text), () => {
        this.#shown = null
        this.#isBusy = false
        this.#next()
      })
    })
  }

  /** The text of the first message that is still true. */
  #take(): string {
    while (!this.#isHeld) {
      const [first, ...rest] = this.#waiting
      if (!first) return ''
      this.#waiting = rest
      const text = first.text()
      if (text !== '') return text
    }
    return ''
  }
}

/**
 * The window's announcer. A polite message waits for its turn, and while a recording plays; then it is dropped if what it says is no
 * longer true, or no longer on screen. An urgent one does not wait for the recording.
 */
export class Announcer {
  /** Where regions are drawn, the topmost dialog last: outside it nothing is read out while it is open. */
  #places = $state.raw<readonly unknown[]>([])
  readonly #polite: LiveText
  readonly #urgent: LiveText

  constructor(after: After) {
    const topmost = () => this.#places.at(-1)
    this.#polite = new LiveText(after, topmost)
    this.#urgent = new LiveText(after, topmost)
  }

  /** @param text asked when its turn has come; empty: it is no longer true, and nothing is read */
  say(text: string | (() => string), { source = {}, urgent = false }: AnnouncementOptions = {}): void {
    const message = { text: typeof text === 'string' ? () => text : text, source }
    ;(urgent ? this.#urgent : this.#polite).add(message)
  }

  /** While a recording plays, polite messages wait. */
  hold(isHeld: boolean): void {
    this.#polite.hold(isHeld)
  }

  /** Draws regions at `place` until the returned function is called. */
  addPlace(place: unknown): () => void {
    this.#places = [...this.#places, place]
    return () => {
      this.#places = this.#places.filter((one) => one !== place)
    }
  }

  politeAt(place: unknown): string {
    return textAt(this.#polite, place)
  }

  urgentAt(place: unknown): string {
    return textAt(this.#urgent, place)
  }
}

function textAt({ shown }: LiveText, place: unknown): string {
  return shown !== null && shown.place === place ? shown.text : ''
}

/** The announcer of the window; only below `App`. */
export const [getAnnouncer, setAnnouncer] = createContext<Announcer>()
