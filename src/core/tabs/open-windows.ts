/** Milliseconds: the page of a window may hang. */
const patience = 1000

interface Leaving {
  /** Windows that have not confirmed yet. */
  readonly windows: Set<string>
  readonly done: () => void
}

/** The open windows: each one listens to announcements as long as it is open. */
export class OpenWindows {
  readonly #open = new Map<string, number>()
  readonly #leaving = new Set<Leaving>()

  /** Counted, since a reload may begin before the end of the page before it is noticed. The response closes it. */
  open(id: string): () => void {
    this.#open.set(id, (this.#open.get(id) ?? 0) + 1)
    return () => {
      const left = (this.#open.get(id) ?? 0) - 1
      if (left > 0) this.#open.set(id, left)
      else {
        this.#open.delete(id)
        this.left(id)
      }
    }
  }

  /** Resolves when every window has saved its changes. One that does not respond is waited for no longer than a second. */
  async leave(announce: () => void): Promise<void> {
    if (this.#open.size === 0) return
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const leaving: Leaving = { windows: new Set(this.#open.keys()), done: () => resolve(undefined) }
    const timer = setTimeout(leaving.done, patience)
    this.#leaving.add(leaving)
    announce()
    await promise
    clearTimeout(timer)
    this.#leaving.delete(leaving)
  }

  left(id: string): void {
    for (const { windows, done } of this.#leaving) {
      windows.delete(id)
      if (windows.size === 0) done()
    }
  }

  has(id: string): boolean {
    return this.#open.has(id)
  }
}
