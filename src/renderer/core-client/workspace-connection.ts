import type { ClientLink, ClientOptions } from '@orpc/client'
import { belongsToWorkspace } from '#contract/api/workspace-scope.ts'
import { failureOf } from './request-failed.ts'
import type { RequestContext } from './core-connection.ts'

/**
 * The line as one workspace uses it: a question says which workspace it belongs to, and none outlives the signal, so that nothing of a
 * workspace that was left is asked, written or shown. What belongs to the profile passes as it is.
 */
export class WorkspaceConnection implements ClientLink<RequestContext> {
  readonly #line: ClientLink<RequestContext>
  readonly #workspace: string
  readonly #left: AbortSignal

  /** @param left aborts when the window leaves the workspace */
  constructor(line: ClientLink<RequestContext>, workspace: string, left: AbortSignal) {
    this.#line = line
    this.#workspace = workspace
    this.#left = left
  }

  async call(path: readonly string[], input: unknown, options: ClientOptions<RequestContext>): Promise<unknown> {
    if (!belongsToWorkspace(path)) return this.#line.call(path, input, options)
    const signal = options.signal ? AbortSignal.any([options.signal, this.#left]) : this.#left
    const context = { ...options.context, workspace: this.#workspace }
    try {
      return await this.#line.call(path, input, { ...options, context, signal })
    } catch (error) {
      // Another window switched: this one follows at once, and shows what belongs to the other workspace.
      if (failureOf(error)?.kind === 'other-workspace') throw new DOMException('the workspace was closed', 'AbortError')
      throw error
    }
  }
}
