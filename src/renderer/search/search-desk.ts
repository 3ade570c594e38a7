import type { DeskAnswers, DeskQuestions } from '#contract/desk/desk.ts'
import type { SecuritiesParameters } from '#contract/service/securities.ts'
import type { Core } from '../core/client.ts'

export type FindAnswer = DeskAnswers['securities']['find']
export type FindQuestion = DeskQuestions['securities']['find']

/** What the search asks of the core; each rejects with `AskFailed`, or `AbortError` when called off. */
export interface SearchDesk {
  find(question: FindQuestion, signal: AbortSignal): Promise<FindAnswer>
  /** One more page of what the service found; answers what it held, which is in the library by then. */
  fetchPage(parameters: SecuritiesParameters, signal: AbortSignal): Promise<FetchedPage>
}

export interface FetchedPage {
  readonly count: number
  /** Of the securities that have one. */
  readonly ids: readonly string[]
}

export function searchDeskOf(core: Core): SearchDesk {
  return {
    find: (question, signal) => core.securities.find(question, { signal }),
    fetchPage: async (parameters, signal) => {
      const { records } = await core.fetch.securities({ parameters, freshness: 'service' }, { signal })
      return { count: records.length, ids: records.flatMap(({ id }) => id ?? []) }
    },
  }
}
