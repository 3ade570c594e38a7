/** The turns of one call that are worth checking against its recording, and what the user found of any of its turns. */

import { checksByTurn } from '#contract/api/checks-by-turn.ts'
import type { PassageToCheck, TurnCheck } from '#contract/api/turn-checks.ts'
import type { ApiOutputs } from '#contract/api/api.ts'
import type { Changes } from '../../core-client/changes.ts'
import type { Core } from '../../core-client/client.ts'
import { Query } from '../../core-client/query.svelte.ts'

type Outputs = ApiOutputs['turnChecks']

/** Of one call; longer ones say that there are more. */
const mostPassages = 500

interface CallChecksDependencies {
  readonly core: { readonly turnChecks: Pick<Core['turnChecks'], 'list' | 'ofCall'> }
  readonly changes: Pick<Changes, 'listen'>
  /** The words of the version that is shown, in order. */
  readonly texts: () => readonly string[]
}

export class CallChecks {
  readonly query: Query<Outputs['list'] & Outputs['ofCall']>
  readonly #callId: string
  readonly #core: CallChecksDependencies['core']
  readonly #texts: () => readonly string[]
  /** The turn whose correction is being written. */
  #editing = $state<number | null>(null)
  readonly #byTurn = $derived.by(() => this.#checksByTurn())
  /** The user's corrections of the version that is shown, by turn. */
  readonly corrections: ReadonlyMap<number, string> = $derived.by(
    () =>
      new Map([...this.#byTurn].flatMap(([turn, { correction }]) => (correction === null ? [] : [[turn, correction]]))),
  )

  constructor(callId: string, { core, changes, texts }: CallChecksDependencies) {
    this.#callId = callId
    this.#core = core
    this.#texts = texts
    this.query = new Query(changes, {
      reloadOn: (announced) => (announced.kind === 'notes' || announced.kind === 'call') && announced.id === callId,
    })
  }

  close(): void {
    this.query.close()
  }

  read(): Promise<void> {
    const callId = this.#callId
    return this.query.run(async (signal) => {
      const [page, all] = await Promise.all([
        this.#core.turnChecks.list({ callId, state: 'all', limit: mostPassages }, { signal }),
        this.#core.turnChecks.ofCall({ callId }, { signal }),
      ])
      return { ...page, ...all }
    })
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

  /** What the user found of a turn of the version that is shown; null: nothing, or it has other words there. */
  of(turn: number): TurnCheck | null {
    return this.#byTurn.get(turn) ?? null
  }

  get editing(): number | null {
    return this.#editing
  }

  write(turn: number | null): void {
    this.#editing = turn
  }

  /** A check is of the words of its turn, wherever that is in this version, and of one of the turns that have the same words. */
  #checksByTurn(): ReadonlyMap<number, TurnCheck> {
    const checks = this.query.result?.checks ?? []
    return new Map(
      [
        ...checksByTurn(
          this.#texts(),
          checks.map(({ words, check }) => ({ ...words, check })),
        ),
      ].map(([turn, { check }]) => [turn, check]),
    )
  }
}
