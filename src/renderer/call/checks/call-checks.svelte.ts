/** The turns of one call that are worth checking against its recording, and what the user found. */

import type { PassageToCheck, TurnCheck } from '#contract/api/turn-checks.ts'
import type { ApiOutputs } from '#contract/api/api.ts'
import type { Changes } from '../../core-client/changes.ts'
import type { Core } from '../../core-client/client.ts'
import { Query } from '../../core-client/query.svelte.ts'

type Page = ApiOutputs['turnChecks']['list']

/** Of one call; longer ones say that there are more. */
const mostPassages = 500

export class CallChecks {
  readonly query: Query<Page>
  readonly #callId: string
  readonly #core: Pick<Core, 'turnChecks'>
  /** The turn whose correction is being written. */
  #editing = $state<number | null>(null)
  readonly #byTurn = $derived.by(() => new Map(this.passages.map((passage) => [passage.turn, passage])))

  constructor(callId: string, core: Pick<Core, 'turnChecks'>, changes: Pick<Changes, 'listen'>) {
    this.#callId = callId
    this.#core = core
    this.query = new Query<Page>(changes, {
      reloadOn: (announced) => (announced.kind === 'notes' || announced.kind === 'call') && announced.id === callId,
    })
  }

  close(): void {
    this.query.close()
  }

  read(): Promise<void> {
    const request = { callId: this.#callId, state: 'all', limit: mostPassages } as const
    return this.query.run((signal) => this.#core.turnChecks.list(request, { signal }))
  }

  /** In the order of the call. */
  get passages(): readonly PassageToCheck[] {
    return this.query.result?.passages ?? []
  }

  /** The call has more of them than are read. */
  get hasMore(): boolean {
    return this.query.result?.next != null
  }

  get open(): number {
    return this.passages.filter(({ check }) => check === null).length
  }

  /** What the user found of a turn; null: nothing, or the version that is shown has other words there. */
  of(turn: number, text: string): TurnCheck | null {
    const passage = this.#byTurn.get(turn)
    return passage?.text === text ? passage.check : null
  }

  /** The user's corrections of a version, by turn. `texts`: its words, in order. */
  corrections(texts: readonly string[]): ReadonlyMap<number, string> {
    const corrected = this.passages.flatMap(({ turn, text, check }): [number, string][] =>
      check?.correction != null && texts[turn] === text ? [[turn, check.correction]] : [],
    )
    return new Map(corrected)
  }

  get editing(): number | null {
    return this.#editing
  }

  write(turn: number | null): void {
    this.#editing = turn
  }
}
