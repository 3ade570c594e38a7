import { untrack, type Snippet } from 'svelte'

export type StatusSide = 'left' | 'right'

interface StatusPart {
  readonly tab: string
  readonly side: StatusSide
  readonly content: Snippet
}

/** What screens say in the status bar, tab by tab; filled with `<InStatus side="left">`. */
export class StatusLine {
  #parts = $state.raw<readonly StatusPart[]>([])
  #leftToPages = $state.raw<readonly { readonly sentence: string }[]>([])

  of(tab: string, side: StatusSide): readonly Snippet[] {
    return this.#parts.filter((part) => part.tab === tab && part.side === side).map((part) => part.content)
  }

  /** A page on screen says this itself, so that the status bar need not say it as well; until the answer is called. */
  leaveToPage(sentence: string): () => void {
    const one = { sentence }
    this.#leftToPages = [...untrack(() => this.#leftToPages), one]
    return () => {
      this.#leftToPages = untrack(() => this.#leftToPages).filter((other) => other !== one)
    }
  }

  isLeftToPage(sentence: string): boolean {
    return this.#leftToPages.some((one) => one.sentence === sentence)
  }

  add(part: StatusPart): () => void {
    // Called from effects, which must not wait on what they write themselves.
    this.#parts = [...untrack(() => this.#parts), part]
    return () => {
      this.#parts = untrack(() => this.#parts).filter((one) => one !== part)
    }
  }
}
