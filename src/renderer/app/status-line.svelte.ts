/** What each tab's screen shows in the status bar. Screens fill it through `<InStatus>`. */

import type { Snippet } from 'svelte'
import { SvelteSet } from 'svelte/reactivity'
import type { Failure } from '#contract/failure.ts'
import type { ConnectionFailure } from '../core-client/changes.ts'
import { sentenceOf } from '../format/failure-text.ts'

export type StatusSide = 'left' | 'right'

interface StatusPart {
  readonly tab: string
  readonly side: StatusSide
  readonly content: Snippet
}

export class StatusLine {
  /** Changed in place: while an effect is torn down, Svelte reads state as it was before. */
  readonly #parts = new SvelteSet<StatusPart>()
  readonly #leftToPages = new SvelteSet<{ readonly sentence: string }>()

  of(tab: string, side: StatusSide): readonly Snippet[] {
    return [...this.#parts].filter((part) => part.tab === tab && part.side === side).map((part) => part.content)
  }

  /** A visible page shows this itself, so that the status bar need not repeat it until the returned function is called. */
  leaveToPage(sentence: string): () => void {
    const one = { sentence }
    this.#leftToPages.add(one)
    return () => void this.#leftToPages.delete(one)
  }

  /** The latest failure, unless a visible page shows its sentence, or the status bar does because the connection to the core is down. */
  notShownYet<Latest extends { readonly failure: Failure }>(
    latest: Latest | null,
    line: ConnectionFailure,
  ): Latest | null {
    if (latest === null) return null
    const sentence = sentenceOf(latest.failure)
    const isOnPage = [...this.#leftToPages].some((one) => one.sentence === sentence)
    return isOnPage || (line !== null && sentenceOf(line) === sentence) ? null : latest
  }

  add(part: StatusPart): () => void {
    this.#parts.add(part)
    return () => void this.#parts.delete(part)
  }
}
