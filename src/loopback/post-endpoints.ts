/** The POST endpoints of the local server: sessions, tickets, API keys, links. */

import type { z } from 'zod'
import type { Failure } from '#contract/failure.ts'
import {
  loopbackPaths,
  type LinkResponse,
  type RefusalResponse,
  type SessionResponse,
  type TicketResponse,
} from '#contract/loopback.ts'
import type { KeyState } from '#contract/shell.ts'
import { failureOf } from '#core/failure-error.ts'
import { externalLink } from '#core/window/external-link.ts'
import { joinKeys } from '#core/window/publish-keys.ts'
import type { LazyCore } from './lazy-core.ts'
import type { OneUseTokens } from './one-use-tokens.ts'
import {
  keyEntry,
  keyRequest,
  linkRequest,
  publishKeysEntry,
  sessionRequest,
  ticketRequest,
} from './request-schemas.ts'
import type { Sessions } from './sessions.ts'

type Given = SessionResponse | TicketResponse | LinkResponse | KeyState

/** The response to a POST: a status and a body of JSON. */
export type PostResult =
  | { readonly status: 200; readonly body: Given }
  | { readonly status: 400 | 401 | 404 | 500 | 503; readonly body: RefusalResponse }

interface PostEndpointsOptions {
  readonly launchTokens: OneUseTokens
  readonly tickets: OneUseTokens
  readonly sessions: Sessions
  readonly opening: LazyCore
  readonly entered: (token: string) => void
  readonly report: (error: unknown) => void
}

/** The handler of a POST to one path. */
interface PostHandler {
  readonly needsSession: boolean
  respond(body: unknown): Promise<PostResult>
}

/** The endpoints that take a POST, by path. The list is closed, and only `/session` responds without a session. */
export class PostEndpoints {
  readonly #sessions: Sessions
  readonly #report: (error: unknown) => void
  readonly #handlers: ReadonlyMap<string, PostHandler>

  constructor({ launchTokens, tickets, sessions, opening, entered, report }: PostEndpointsOptions) {
    this.#sessions = sessions
    this.#report = report
    const keys = async () => (await opening.api()).keys
    const publishKeys = async () => (await opening.api()).publishKeys
    this.#handlers = new Map<string, PostHandler>([
      [
        loopbackPaths.session,
        {
          ...handlerOf(sessionRequest, ({ token, session }) => {
            // A page that was reloaded before its response requests again, with a token that is already used.
            if (sessions.holds(session)) return accepted({ admitted: true })
            if (!launchTokens.spend(token)) return refused(401, { kind: 'not-admitted' })
            entered(token)
            sessions.begin(session)
            return accepted({ admitted: true })
          }),
          needsSession: false,
        },
      ],
      [
        loopbackPaths.ticket,
        handlerOf(ticketRequest, async () => {
          await opening.api()
          return accepted({ ticket: tickets.mint() })
        }),
      ],
      [
        loopbackPaths.keyState,
        handlerOf(keyRequest, async ({ workspace }) => accepted((await keys()).state(workspace))),
      ],
      [loopbackPaths.setKey, handlerOf(keyEntry, async (entry) => accepted((await keys()).set(entry)))],
      [
        loopbackPaths.forgetKey,
        handlerOf(keyRequest, async ({ workspace }) => accepted((await keys()).forget(workspace))),
      ],
      [
        loopbackPaths.publishKeyState,
        handlerOf(keyRequest, async ({ workspace }) => accepted((await publishKeys()).state(workspace))),
      ],
      [
        loopbackPaths.setPublishKeys,
        handlerOf(publishKeysEntry, async ({ workspace, origin, ...pair }) =>
          accepted((await publishKeys()).set({ workspace, origin, key: joinKeys(pair) })),
        ),
      ],
      [
        loopbackPaths.forgetPublishKeys,
        handlerOf(keyRequest, async ({ workspace }) => accepted((await publishKeys()).forget(workspace))),
      ],
      [loopbackPaths.openExternal, handlerOf(linkRequest, ({ url }) => accepted({ link: externalLink(url) }))],
    ])
  }

  /** Why a request's body is not read; null: it may be. */
  refusal(path: string, authorization: readonly string[] | undefined): PostResult | null {
    const handler = this.#handlers.get(path)
    if (handler?.needsSession !== false && !this.#sessions.admits(authorization)) {
      return refused(401, { kind: 'not-admitted' })
    }
    return handler === undefined ? refused(404, { kind: 'bad-request', detail: 'no such endpoint' }) : null
  }

  /** Whether a request comes from an admitted page. */
  hasSession(authorization: readonly string[] | undefined): boolean {
    return this.#sessions.admits(authorization)
  }

  /** Never rejects. An expected failure is passed on; of a defect the page learns only that it happened. */
  async respond(path: string, text: string): Promise<PostResult> {
    const handler = this.#handlers.get(path)
    if (handler === undefined) return refused(404, { kind: 'bad-request', detail: 'no such endpoint' })
    try {
      return await handler.respond(parsed(text))
    } catch (error) {
      const failure = failureOf(error)
      if (failure !== undefined) return refused(503, failure)
      this.#report(error)
      return refused(500, { kind: 'defect' })
    }
  }
}

function handlerOf<Body>(
  schema: z.ZodType<Body>,
  respond: (body: Body) => Promise<PostResult> | PostResult,
): PostHandler {
  return {
    needsSession: true,
    respond: async (body) => {
      const read = schema.safeParse(body)
      if (read.success) return respond(read.data)
      // Only the member's name: zod's message could repeat the value, which may be a key.
      const members = read.error.issues.map(({ path }) => String(path[0] ?? 'body'))
      return refused(400, { kind: 'bad-request', detail: [...new Set(members)].join(', ') })
    },
  }
}

/** Undefined for what is no JSON, which no schema here accepts. */
function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    return undefined
  }
}

function accepted(body: Given): PostResult {
  return { status: 200, body }
}

function refused(status: 400 | 401 | 404 | 500 | 503, failure: Failure): PostResult {
  return { status, body: { failure } }
}
