/**
 * Sentences by their full stops; a stop after a single letter or a title ends none. Chinese and Japanese have no space after theirs.
 */
export function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.?!…])(?<!\b(?:Mr|Mrs|Ms|Dr|\p{L})\.)\s+|(?<=[。！？])/u)
}
