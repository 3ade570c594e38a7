/** Which charts are above the statements: key figures, lines that the user chose, or none. */

type ChartShowing = 'key-figures' | 'lines' | 'nothing'

export class ChartChoice {
  #showing = $state<ChartShowing>('key-figures')
  #fields = $state.raw<readonly string[]>([])

  get showing(): ChartShowing {
    return this.#showing
  }

  get fields(): readonly string[] {
    return this.#fields
  }

  /** Charts these lines; the same ones again bring the key figures back. */
  toggle(fields: readonly string[]): void {
    const repeats = this.#showing === 'lines' && fields.join(' ') === this.#fields.join(' ')
    this.#showing = repeats ? 'key-figures' : 'lines'
    this.#fields = repeats ? [] : fields
  }

  keyFigures(): void {
    this.#showing = 'key-figures'
    this.#fields = []
  }

  /** Takes the strip away, or brings back what was there. */
  toggleStrip(): void {
    this.#showing = this.#showing === 'nothing' ? (this.#fields.length > 0 ? 'lines' : 'key-figures') : 'nothing'
  }
}
