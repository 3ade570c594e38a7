/** A key and the one origin it was entered for. */
export interface HeldKey {
  readonly workspace: string
  readonly origin: string
  readonly key: string
}

/**
 * The keys of this run, in memory. The shell puts them in; only the function that sends a request takes one out, and only for
 * the origin it was entered for, so that an edited base URL never receives a key meant for another host.
 */
export class HeldKeys {
  readonly #held = new Map<string, HeldKey>()
  readonly #changed: (workspace: string) => void

  constructor(changed: (workspace: string) => void = () => undefined) {
    this.#changed = changed
  }

  hold(key: HeldKey): void {
    this.#held.set(key.workspace, key)
    this.#changed(key.workspace)
  }

  drop(workspace: string): void {
    this.#held.delete(workspace)
    this.#changed(workspace)
  }

  holds(workspace: string, origin: string): boolean {
    return this.#held.get(workspace)?.origin === origin
  }

  keyFor(workspace: string, origin: string): string | undefined {
    const held = this.#held.get(workspace)
    return held?.origin === origin ? held.key : undefined
  }

  /** The text without any key that is held, in the forms a URL or a header gives it. */
  redact(text: string): string {
    let clean = text
    for (const { key } of this.#held.values()) {
      for (const form of [key, encodeURIComponent(key), Buffer.from(key).toString('base64')]) {
        clean = clean.replaceAll(form, '[key]')
      }
    }
    return clean
  }
}
