/**
 * Paints highlights, search hits and the sentence being played in the transcript through the CSS
 * Custom Highlight API.
 */

/** Names of marks that do not change the text's elements (CSS Custom Highlight API); styled in `TranscriptText.svelte`. */
const markNames = ['violet', 'amber', 'green', 'red', 'spoken', 'find', 'find-now'] as const
type MarkName = (typeof markNames)[number]

export interface TextMark {
  readonly name: MarkName
  readonly turn: number
  readonly from: number
  readonly to: number
  /** The range is in the user's correction of the turn, not in the words received. */
  readonly isInCorrection?: boolean
}

/**
 * The marks of one visible transcript. The browser has one set of ranges per name for the whole page: each transcript adds its
 * ranges and removes them again.
 */
export class TextMarks {
  #ranges: readonly (readonly [MarkName, Range])[] = []

  /** Shows exactly these marks. `textOf` returns the element with the text that a mark is in; null: its turn is not rendered. */
  draw(marks: Iterable<TextMark>, textOf: (mark: TextMark) => Element | null): void {
    this.clear()
    const ranges: (readonly [MarkName, Range])[] = []
    for (const mark of marks) {
      const range = rangeIn(textOf(mark), mark.from, mark.to)
      if (!range) continue
      sharedSet(mark.name).add(range)
      ranges.push([mark.name, range])
    }
    this.#ranges = ranges
  }

  clear(): void {
    for (const [name, range] of this.#ranges) sharedSet(name).delete(range)
    this.#ranges = []
  }
}

/** Null when the text is not drawn, or ends before the range does. */
export function rangeIn(text: Element | null, from: number, to: number): Range | null {
  if (!text || from >= to) return null
  const range = new Range()
  const pieces = document.createTreeWalker(text, NodeFilter.SHOW_TEXT)
  let passed = 0
  let began = false
  for (let piece = pieces.nextNode(); piece instanceof Text; piece = pieces.nextNode()) {
    const { length } = piece
    // A range that begins between two pieces begins in the second one, and ends in the first.
    if (!began && from < passed + length) {
      range.setStart(piece, from - passed)
      began = true
    }
    if (began && to <= passed + length) {
      range.setEnd(piece, to - passed)
      return range
    }
    passed += length
  }
  return null
}

function sharedSet(name: MarkName): Highlight {
  const known = CSS.highlights.get(`call-${name}`)
  if (known) return known
  const made = new Highlight()
  made.priority = markNames.indexOf(name)
  CSS.highlights.set(`call-${name}`, made)
  return made
}
