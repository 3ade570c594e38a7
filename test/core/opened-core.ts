import { createRouterClient, type RouterClient } from '@orpc/server'
import { onTestFinished } from 'vitest'
import type { Clock } from '#core/clock.ts'
import { openCore, type Core } from '#core/core.ts'
import type { ApiRouter } from '#core/api-router.ts'
import type { AdministratorPolicy } from '#contract/api/policy.ts'
import type { SearchNames } from '#contract/api/workspaces.ts'
import { ownFolder } from './folders.ts'

export type ApiClient = RouterClient<ApiRouter>

export interface OpenedCore {
  readonly core: Core
  /** Calls the router itself, without a transport. */
  readonly api: ApiClient
  readonly profile: string
  /** Closes it now rather than with the test. */
  close(): Promise<void>
}

interface Wanted {
  readonly profile?: string
  readonly sample?: { readonly baseUrl: string; readonly key: string } | undefined
  readonly loadsSample?: boolean
  readonly clock?: Clock
  readonly random?: () => number
  readonly systemProxy?: (origin: string) => Promise<string>
  readonly policy?: AdministratorPolicy
}

/** A core on a profile of the test's own, closed with the test. */
export function openedCore({ profile = ownFolder(), ...options }: Wanted = {}): OpenedCore {
  const core = openCore({ profile, version: '0.0.0-test', ...options })
  let isOpen = true
  const close = async () => {
    if (!isOpen) return
    isOpen = false
    await core.close()
  }
  onTestFinished(close)
  return { core, api: createRouterClient(core.router), profile, close }
}

export const usualNames: SearchNames = { query: 'q', type: 'query_by', page: 'page', key: 'unknown' }

/** A workspace of a service of the test's own, with its key, in front. Gives its id. */
export async function liveWorkspace(
  { core, api }: OpenedCore,
  baseUrl: string,
  { key, search = usualNames }: { key?: string; search?: SearchNames } = {},
): Promise<string> {
  const { id } = await api.workspaces.create({ name: 'Live', baseUrl, recordingsBase: '', search })
  if (key !== undefined) core.keys.hold({ workspace: id, origin: new URL(baseUrl).origin, key })
  await api.workspaces.activate({ id })
  return id
}

/** What a request failed with: the failure of the contract's one typed error. Throws anything else. */
export async function failureOfQuestion(question: Promise<unknown>): Promise<unknown> {
  try {
    await question
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'FAILURE' && 'data' in error) return error.data
    throw error
  }
  throw new Error('it did not fail')
}
