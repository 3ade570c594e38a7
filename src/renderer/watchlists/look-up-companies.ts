import type { Failure, FailureKind } from '#contract/failure.ts'

/** Failures of one question alone: the next one may be answered. */
const ofOne: readonly FailureKind[] = ['not-found', 'request-refused', 'wrong-shape', 'too-large', 'service-said']

export interface LookedUp {
  /** Texts about which the service answered, whether it found anything or not. */
  readonly answered: ReadonlySet<string>
  /** Why the others could not be checked; null: all were, or it was cancelled. */
  readonly failure: Failure | null
}

/**
 * Asks the service about each text, one after another, and stops where no further one would be answered. `find` gives what the
 * question failed with, null when the service answered; `told` hears of each one that is over.
 */
export async function lookUp(
  texts: readonly string[],
  find: (text: string) => Promise<Failure | null>,
  told: (done: number, answered: ReadonlySet<string>) => void,
): Promise<LookedUp> {
  const answered = new Set<string>()
  let first: Failure | null = null
  for (const [at, text] of texts.entries()) {
    const failure = await find(text)
    if (failure === null) answered.add(text)
    first ??= failure
    told(at + 1, new Set(answered))
    if (failure !== null && !ofOne.includes(failure.kind)) break
  }
  return { answered, failure: first }
}

/** Why a text is none of the companies found. `service`: what is known of it there. */
export function notFoundText(
  as: string,
  service: 'notRequested' | 'answered' | 'unchecked',
  mayBeSymbol: boolean,
): string {
  if (as.endsWith('wrong check digit')) return as
  const what = as === 'unknown' || as === 'name' ? '' : `${as}: `
  const where = {
    notRequested: 'not in the library',
    answered: 'not found at the service',
    unchecked: 'not in the library; could not be checked at the service',
  }[service]
  return `${what}${where}${mayBeSymbol ? '; tick to add anyway' : ''}`
}
