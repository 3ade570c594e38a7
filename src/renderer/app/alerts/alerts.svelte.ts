/**
 * The number of unseen alerts, and the latest of them, as reactive state for the rail and Home.
 */

import type { Alert, AlertLog } from '#contract/api/alerts.ts'
import type { Changes } from '../../core-client/changes.ts'
import type { Core } from '../../core-client/client.ts'
import { Query } from '../../core-client/query.svelte.ts'

/** Alerts that Home lists. */
const mostLatest = 6

export class Alerts {
  readonly #query: Query<AlertLog>
  readonly #core: Pick<Core, 'alerts'>

  constructor(core: Pick<Core, 'alerts'>, changes: Pick<Changes, 'listen'>) {
    this.#core = core
    this.#query = new Query(changes, { reloadOn: ['alerts', 'workspaces'] })
  }

  read(): Promise<void> {
    const unseen = { isUnseen: true, offset: 0, limit: mostLatest }
    return this.#query.run((signal) => this.#core.alerts.log(unseen, { signal }))
  }

  get latest(): readonly Alert[] {
    return this.#query.result?.alerts ?? []
  }

  get unseen(): number {
    return this.#query.result?.unseen ?? 0
  }
}
