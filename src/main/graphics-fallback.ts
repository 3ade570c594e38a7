/** Restarts the program without hardware graphics when the graphics process keeps crashing. */

import type { SettingsStore } from './settings-store.ts'

/** After so many deaths of the graphics process in one run the program starts again without it (docs/promises.md, When something fails). */
const mostDeaths = 2

/** The part of Electron's `App` that we use. */
export interface GraphicsHost {
  on(
    event: 'child-process-gone',
    listener: (event: unknown, details: { readonly type: string; readonly reason: string }) => void,
  ): unknown
}

/** Drivers that crash on this machine crash every time: better slow than gone. */
export class GraphicsWatch {
  readonly #settings: Pick<SettingsStore, 'read' | 'change'>
  readonly #restart: () => void
  #deaths = 0

  /** @param restart ends the program and starts it again */
  constructor(settings: Pick<SettingsStore, 'read' | 'change'>, restart: () => void) {
    this.#settings = settings
    this.#restart = restart
  }

  watch(app: GraphicsHost): void {
    app.on('child-process-gone', (_event, { type, reason }) => {
      if (type !== 'GPU' || reason === 'clean-exit' || reason === 'killed') return
      this.#deaths += 1
      if (this.#deaths < mostDeaths || !this.#settings.read().hardwareAcceleration) return
      this.#settings.change({ hardwareAcceleration: false })
      this.#restart()
    })
  }
}
