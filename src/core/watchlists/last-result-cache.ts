/** A cache of one value: the last one that was read, until another key is requested. */
export class LastResultCache<Value> {
  #last: { readonly key: string; readonly value: Value } | null = null

  get(key: string, read: () => Value): Value {
    if (this.#last?.key !== key) this.#last = { key, value: read() }
    return this.#last.value
  }
}
