/** Refuses a command or a request with one sentence for its user. */

export class Refusal extends Error {
  override readonly name = 'Refusal'
  /** What was requested is not in the library; else the command or the request is wrong. */
  readonly isNotStored: boolean

  constructor(sentence: string, isNotStored = false) {
    super(sentence)
    this.isNotStored = isNotStored
  }
}

export function refuse(sentence: string): never {
  throw new Refusal(sentence)
}

export function refuseAsNotStored(sentence: string): never {
  throw new Refusal(sentence, true)
}
