/**
 * Looks up symbols, identifiers and names at the service, one after another, and says why one was
 * not found.
 */

import type { Failure, FailureKind } from '#contract/failure.ts'

/** Failures of one request alone: the next one may succeed. */
const ofOneText: readonly FailureKind[] = [
  'not-found',
  'request-refused',
  'wrong-shape',
  'too-large',
  'service-message',
]

interface LookedUp {
  /** Texts that the service has looked up, whether it found anything or not. */
  readonly checked: ReadonlySet<string>
  /** Why the others could not be checked; null: all were, or it was cancelled. */
  readonly failure: Failure | null
}

/**
 * Looks up each text at the service, one after another, and stops where no further request would succeed. `find` returns the failure
 * of its request, or null; `onprogress` is called after each.
 */
export async function lookUp(
  texts: readonly string[],
  find: (text: string) => Promise<Failure | null>,
  onprogress: (done: number, checked: ReadonlySet<string>) => void,
): Promise<LookedUp> {
  const checked = new Set<string>()
  let first: Failure | null = null
  for (const [at, text] of texts.entries()) {
    const failure = await find(text)
    if (failure === null) checked.add(text)
    first ??= failure
    onprogress(at + 1, new Set(checked))
    if (failure !== null && !ofOneText.includes(failure.kind)) break
  }
  return { checked, failure: first }
}

/** Why a text matches none of the companies. `service`: what is known of it there. */
export function notFoundText(
  as: string,
  service: 'notRequested' | 'checked' | 'unchecked',
  mayBeSymbol: boolean,
): string {
  if (as.endsWith('invalid check digit')) return as
  const what = as === 'unknown' || as === 'name' ? '' : `${as}: `
  const where = {
    notRequested: 'not in the library',
    checked: 'not found at the service',
    unchecked: 'not in the library; could not be checked at the service',
  }[service]
  return `${what}${where}${mayBeSymbol ? '; tick to add anyway' : ''}`
}
