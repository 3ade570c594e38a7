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
import type { CoreOpening } from './core-opening.ts'
import type { OneUseTokens } from './one-use-tokens.ts'
import { keyEntry, keyRequest, linkRequest, sessionRequest, ticketRequest } from './request-schemas.ts'
import type { Sessions } from './sessions.ts'

type Given = SessionResponse | TicketResponse | LinkResponse | KeyState

/** What one answer to a POST is: a status, and what is sent as JSON. */
export type PromptResult =
  | { readonly status: 200; readonly body: Given }
  | { readonly status: 400 | 401 | 404 | 500 | 503; readonly body: RefusalResponse }

export interface UserPromptsOptions {
  readonly launchTokens: OneUseTokens
  readonly tickets: OneUseTokens
  readonly sessions: Sessions
  readonly opening: CoreOpening
  readonly entered: (token: string) => void
  readonly report: (error: unknown) => void
}

/** One thing the page may ask for. */
interface Question {
  readonly needsSession: boolean
  answer(body: unknown): Promise<PromptResult>
}

/** Everything that may be POSTed, by path: the list is closed, and nothing on it is answered without a session but `/session`. */
export class UserPrompts {
  readonly #sessions: Sessions
  readonly #report: (error: unknown) => void
  readonly #questions: ReadonlyMap<string, Question>

  constructor({ launchTokens, tickets, sessions, opening, entered, report }: UserPromptsOptions) {
    this.#sessions = sessions
    this.#report = report
    const keys = async () => (await opening.desk()).keys
    this.#questions = new Map<string, Question>([
      [
        loopbackPaths.session,
        {
          ...asked(sessionRequest, ({ token, session }) => {
            // A page reloaded before it was answered asks again, with a token that is spent by then.
            if (sessions.holds(session)) return given({ admitted: true })
            if (!launchTokens.spend(token)) return refused(401, { kind: 'not-admitted' })
            entered(token)
            sessions.begin(session)
            return given({ admitted: true })
          }),
          needsSession: false,
        },
      ],
      [
        loopbackPaths.ticket,
        asked(ticketRequest, async () => {
          await opening.desk()
          return given({ ticket: tickets.mint() })
        }),
      ],
      [loopbackPaths.keyState, asked(keyRequest, async ({ workspace }) => given((await keys()).state(workspace)))],
      [loopbackPaths.setKey, asked(keyEntry, async (entry) => given((await keys()).set(entry)))],
      [loopbackPaths.forgetKey, asked(keyRequest, async ({ workspace }) => given((await keys()).forget(workspace)))],
      [loopbackPaths.openExternal, asked(linkRequest, ({ url }) => given({ link: externalLink(url) }))],
    ])
  }

  /** What stands between a request and its body being read; null when nothing does. */
  refusal(path: string, authorization: readonly string[] | undefined): PromptResult | null {
    const question = this.#questions.get(path)
    if (question?.needsSession !== false && !this.#sessions.admits(authorization)) {
      return refused(401, { kind: 'not-admitted' })
    }
    return question === undefined
      ? refused(404, { kind: 'bad-request', detail: 'this prompt is no longer open' })
      : null
  }

  /** Whether a request comes from a page that was let in. */
  hasSession(authorization: readonly string[] | undefined): boolean {
    return this.#sessions.admits(authorization)
  }

  /** Never rejects. An expected failure is passed on; of a defect the page learns only that it happened. */
  async answer(path: string, text: string): Promise<PromptResult> {
    const question = this.#questions.get(path)
    if (question === undefined) return refused(404, { kind: 'bad-request', detail: 'this prompt is no longer open' })
    try {
      return await question.answer(parsed(text))
    } catch (error) {
      const failure = failureOf(error)
      if (failure !== undefined) return refused(503, failure)
      this.#report(error)
      return refused(500, { kind: 'defect' })
    }
  }
}

function asked<Body>(schema: z.ZodType<Body>, answer: (body: Body) => Promise<PromptResult> | PromptResult): Question {
  return {
    needsSession: true,
    answer: async (body) => {
      const read = schema.safeParse(body)
      if (read.success) return answer(read.data)
      // Only which member it was: zod's own words could repeat what was sent, and that may be a key.
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

function given(body: Given): PromptResult {
  return { status: 200, body }
}

function refused(status: 400 | 401 | 404 | 500 | 503, failure: Failure): PromptResult {
  return { status, body: { failure } }
}
