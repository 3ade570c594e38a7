/**
 * A connection bound to one workspace: adds its id to requests, and aborts them when the workspace
 * is closed.
 */

import type { ClientLink, ClientOptions } from '@orpc/client'
import { belongsToWorkspace } from '#contract/api/workspace-scope.ts'
import { failureToShow } from './request-failed.ts'
import type { RequestContext } from './core-connection.ts'

/**
 * The connection for one workspace: a request names its workspace and ends with the signal, so that nothing of a workspace that was left
 * is requested, written or shown. Requests for the profile are passed on unchanged.
 */
export class WorkspaceConnection implements ClientLink<RequestContext> {
  readonly #connection: ClientLink<RequestContext>
  readonly #workspace: string
  readonly #left: AbortSignal

  /** @param left aborts when the window leaves the workspace */
  constructor(connection: ClientLink<RequestContext>, workspace: string, left: AbortSignal) {
    this.#connection = connection
    this.#workspace = workspace
    this.#left = left
  }

  async call(path: readonly string[], input: unknown, options: ClientOptions<RequestContext>): Promise<unknown> {
    if (!belongsToWorkspace(path)) return this.#connection.call(path, input, options)
    const signal = options.signal ? AbortSignal.any([options.signal, this.#left]) : this.#left
    const context = { ...options.context, workspace: this.#workspace }
    try {
      return await this.#connection.call(path, input, { ...options, context, signal })
    } catch (error) {
      // Another window opened another workspace: this window follows at once.
      if (failureToShow(error)?.kind === 'other-workspace')
        throw new DOMException('the workspace was closed', 'AbortError')
      throw error
    }
  }
}
