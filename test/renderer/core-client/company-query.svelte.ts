import { flushSync } from 'svelte'
import { onTestFinished } from 'vitest'
import type { Changes } from '../../../src/renderer/core-client/changes.ts'
import { reactiveQuery, type Query, type ReactiveQueryOptions } from '../../../src/renderer/core-client/query.svelte.ts'

/** A query as the screen of a company has it; null is a screen without one. It begins with HLDN. */
export function companyQuery(
  changes: Pick<Changes, 'listen'>,
  request: (input: { symbol: string }, options: { signal: AbortSignal }) => Promise<string>,
  options: ReactiveQueryOptions = {},
): {
  query: Query<string>
  company: Record<'set' | 'show', (name: string | null) => void>
  /** Another tab is in front of the screen, or none. */
  hide: (isHidden: boolean) => void
  unmount: () => void
} {
  let isHidden = $state(false)
  let name = $state<string | null>('HLDN')
  let query: Query<string> | undefined
  const unmount = $effect.root(() => {
    query = reactiveQuery(changes, request, () => (name === null ? null : { symbol: name.toUpperCase() }), {
      ...options,
      waits: () => isHidden,
    })
  })
  onTestFinished(unmount)
  flushSync()
  if (!query) throw new Error('the query was not created')
  const set = (next: string | null) => {
    name = next
  }
  const show = (next: string | null) => {
    set(next)
    flushSync()
  }
  const hide = (next: boolean) => {
    isHidden = next
    flushSync()
  }
  return { query, company: { set, show }, hide, unmount }
}
