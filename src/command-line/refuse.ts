/** Refuses a command or a request with one sentence for its user. */

export class Refusal extends Error {
  override readonly name = 'Refusal'
}

export function refuse(sentence: string): never {
  throw new Refusal(sentence)
}
