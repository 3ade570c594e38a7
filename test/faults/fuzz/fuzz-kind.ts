import type { FuzzPlace } from './fuzz-place.ts'
import type { ServedPlace } from './served-place.ts'

/** What one input did. */
export interface FuzzCase {
  /** What it was given to: a procedure, a grammar, a reader, a route. */
  readonly to: string
  /** Of the random values of this case: the same seed on the same library makes the same input. */
  readonly seed: number
  /** As it is shown of a case that failed. */
  readonly input: string
  /** `answered`, or how it was refused. */
  readonly outcome: string
  /** A defect, an error that is not of the closed list, or no answer; null: none. */
  readonly fault: string | null
}

/** What the kinds share, each opened when it is first asked for: loading the sample takes longer than a thousand cases. */
export interface FuzzPlaces {
  library(): Promise<FuzzPlace>
  served(): Promise<ServedPlace>
}

export interface FuzzKind {
  readonly name: string
  /** Of all cases, where no kind is chosen. */
  readonly share: number
  readonly cases: (places: FuzzPlaces, count: number, seed: number) => AsyncGenerator<FuzzCase>
}

/** Milliseconds without an answer after which something is taken to hang. */
export const patience = 120_000

/** Settles as the work does; rejects when that hangs. */
export async function withinPatience<Result>(work: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${patience} ms`)), patience)
  })
  try {
    return await Promise.race([work, tooLong])
  } finally {
    clearTimeout(timer)
  }
}
