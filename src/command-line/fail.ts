/** What a command or tool cannot do, as one sentence for its user. */

export class CommandFailure extends Error {
  override readonly name = 'CommandFailure'
}

export function fail(sentence: string): never {
  throw new CommandFailure(sentence)
}
