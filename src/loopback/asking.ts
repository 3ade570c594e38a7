import type { z } from 'zod'
import type { Failure } from '#contract/failure.ts'
import {
  loopbackPaths,
  type LinkAnswer,
  type RefusalAnswer,
  type SessionAnswer,
  type TicketAnswer,
} from '#contract/loopback.ts'
import type { KeyState } from '#contract/shell.ts'
import { failureOf } from '#core/failure-error.ts'
import { externalLink } from '#core/window/external-link.ts'
import type { DeskOpening } from './desk-opening.ts'
import type { OneUseTokens } from './one-use-tokens.ts'
import { keyEntry, keyQuestion, linkQuestion, sessionQuestion, ticketQuestion } from './questions.ts'
import type { Sessions } from './sessions.ts'

type Given = SessionAnswer | TicketAnswer | LinkAnswer | KeyState

/** What one answer to a POST is: a status, and what is sent as JSON. */
export type Answer =
  | { readonly status: 200; readonly body: Given }
  | { readonly status: 400 | 401 | 404 | 500 | 503; readonly body: RefusalAnswer }

export interface AskingOptions {
  readonly launchTokens: OneUseTokens
  readonly tickets: OneUseTokens
  readonly sessions: Sessions
  readonly opening: DeskOpening
  readonly entered: (token: string) => void
  readonly report: (error: unknown) => void
}

/** One thing the page may ask for. */
interface Question {
  readonly needsSession: boolean
  answer(body: unknown): Promise<Answer>
}

/** Everything that may be POSTed, by path: the list is closed, and nothing on it is answered without a session but `/session`. */
export class Asking {
  readonly #sessions: Sessions
  readonly #report: (error: unknown) => void
  readonly #questions: ReadonlyMap<string, Question>

  constructor({ launchTokens, tickets, sessions, opening, entered, report }: AskingOptions) {
    this.#sessions = sessions
    this.#report = report
    const keys = async () => (await opening.desk()).keys
    this.#questions = new Map<string, Question>([
      [
        loopbackPaths.session,
        {
          ...asked(sessionQuestion, ({ token, session }) => {
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
        asked(ticketQuestion, async () => {
          await opening.desk()
          return given({ ticket: tickets.mint() })
        }),
      ],
      [loopbackPaths.keyState, asked(keyQuestion, async ({ workspace }) => given((await keys()).state(workspace)))],
      [loopbackPaths.setKey, asked(keyEntry, async (entry) => given((await keys()).set(entry)))],
      [loopbackPaths.forgetKey, asked(keyQuestion, async ({ workspace }) => given((await keys()).forget(workspace)))],
      [loopbackPaths.openExternal, asked(linkQuestion, ({ url }) => given({ link: externalLink(url) }))],
    ])
  }

  /** What stands between a request and its body being read; null when nothing does. */
  refusal(path: string, authorization: readonly string[] | undefined): Answer | null {
    const question = this.#questions.get(path)
    if (question?.needsSession !== false && !this.#sessions.admits(authorization)) {
      return refused(401, { kind: 'not-admitted' })
    }
    return question === undefined ? refused(404, { kind: 'bad-request', detail: 'there is no such question' }) : null
  }

  /** Whether a request comes from a page that was let in. */
  hasSession(authorization: readonly string[] | undefined): boolean {
    return this.#sessions.admits(authorization)
  }

  /** Never rejects. An expected failure is passed on; of a defect the page learns only that it happened. */
  async answer(path: string, text: string): Promise<Answer> {
    const question = this.#questions.get(path)
    if (question === undefined) return refused(404, { kind: 'bad-request', detail: 'there is no such question' })
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

function asked<Body>(schema: z.ZodType<Body>, answer: (body: Body) => Promise<Answer> | Answer): Question {
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

function given(body: Given): Answer {
  return { status: 200, body }
}

function refused(status: 400 | 401 | 404 | 500 | 503, failure: Failure): Answer {
  return { status, body: { failure } }
}
