/** State that a test changes. */
export class Held<Value> {
  value: Value

  constructor(value: Value) {
    this.value = $state.raw(value)
  }
}
