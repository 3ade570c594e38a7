/** Something of the program that reads a text which a user, a file, a link or the service wrote. */
export interface TextReader {
  readonly name: string
  /** Its language, and texts that look like it. */
  readonly words: readonly string[]
  /** Whole texts that it reads. */
  readonly examples: readonly string[]
  /** Characters that the program hands it at most, or more than anybody writes. */
  readonly longest: number
  /** Throws for a defect only, and where what was read is another thing when it was written and read again. */
  readonly read: (text: string) => 'answered' | 'refused'
}

export function answeredUnless(isRefused: boolean): 'answered' | 'refused' {
  return isRefused ? 'refused' : 'answered'
}

/** Throws unless both are the same as JSON: what was read once, and what was read of its written form. */
export function demandSame(what: string, one: unknown, again: unknown): void {
  const [first, second] = [JSON.stringify(one), JSON.stringify(again)]
  if (first !== second) throw new Error(`${what} is read as ${first}, and once written as ${second}`)
}
