/** The windows that are there now: each is announced to as long as it is open. */
export class OpenWindows {
  readonly #open = new Map<string, number>()

  /** Counted, since a reload may begin before the end of the page before it is noticed. The answer closes it. */
  open(id: string): () => void {
    this.#open.set(id, (this.#open.get(id) ?? 0) + 1)
    return () => {
      const left = (this.#open.get(id) ?? 0) - 1
      if (left > 0) this.#open.set(id, left)
      else this.#open.delete(id)
    }
  }

  has(id: string): boolean {
    return this.#open.has(id)
  }
}
