/** Finds the words of a text again in its corrected form. */

/** Characters of a text: `from` to before `to`. */
export interface CharacterSpan {
  readonly from: number
  readonly to: number
}

/** Undefined: the other form does not have the words, or it is not clear where. */
export function sameWordsIn(
  other: string,
  { text, from, to }: CharacterSpan & { readonly text: string },
): CharacterSpan | undefined {
  if (to <= commonLength(text, other)) return { from, to }
  const ending = commonLength(reversed(text), reversed(other))
  const moved = other.length - text.length
  if (from >= text.length - ending) return { from: from + moved, to: to + moved }
  // Between two corrections: the words are found by their number, if both forms have them equally often.
  const words = text.slice(from, to)
  const [here, there] = [placesOf(words, text), placesOf(words, other)]
  const first = here.length === there.length ? there[here.indexOf(from)] : undefined
  return first === undefined ? undefined : { from: first, to: first + words.length }
}

/** Characters that two texts begin with alike. */
function commonLength(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}

function reversed(text: string): string {
  return Array.from({ length: text.length }, (_, at) => text[text.length - 1 - at]).join('')
}

function placesOf(words: string, text: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(words); at >= 0 && words !== ''; at = text.indexOf(words, at + 1)) places.push(at)
  return places
}
