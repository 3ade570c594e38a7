/** Stores one result for as long as it is requested under the same name; another name reads again. */
export class StoredResult<Value> {
  #last: { readonly name: string; readonly value: Value } | null = null

  get(name: string, read: () => Value): Value {
    if (this.#last?.name !== name) this.#last = { name, value: read() }
    return this.#last.value
  }
}
