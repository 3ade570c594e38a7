/** Sentences as their full stops have them; a stop behind a single letter or a title ends none. */
export function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.?!…])(?<!\b(?:Mr|Mrs|Ms|Dr|\p{L})\.)\s+/u)
}
