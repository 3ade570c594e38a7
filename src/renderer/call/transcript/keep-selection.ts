/** Keeps selected words selected while the text that they are in is divided into other pieces. */

/** An end of the selection, in characters of an element's text. */
interface SelectedEnd {
  readonly text: Element
  readonly words: string
  readonly letter: number
}

/**
 * Remembers which ends of the browser's selection are in one of the texts. The returned function puts them back after the elements within
 * were replaced. Where the words changed, and for an end that is elsewhere, the selection stays as the browser has it.
 */
export function keepSelection(texts: readonly Element[]): () => void {
  const selection = document.getSelection()
  if (!selection || selection.isCollapsed) return () => {}
  const anchor = endIn(texts, selection.anchorNode, selection.anchorOffset)
  const focus = endIn(texts, selection.focusNode, selection.focusOffset)
  return () => {
    const from = anchor && boundaryAt(anchor)
    const to = focus && boundaryAt(focus)
    const { anchorNode, anchorOffset, focusNode, focusOffset } = selection
    if ((from === null && to === null) || !anchorNode || !focusNode) return
    selection.setBaseAndExtent(...(from ?? [anchorNode, anchorOffset]), ...(to ?? [focusNode, focusOffset]))
  }
}

function endIn(texts: readonly Element[], node: Node | null, offset: number): SelectedEnd | null {
  const text = node && texts.find((one) => one.contains(node))
  if (!node || !text) return null
  const before = new Range()
  before.setStart(text, 0)
  before.setEnd(node, offset)
  return { text, words: text.textContent, letter: before.toString().length }
}

/** Null where the text has other words now. */
function boundaryAt({ text, words, letter }: SelectedEnd): readonly [Node, number] | null {
  if (!text.isConnected || text.textContent !== words) return null
  const pieces = document.createTreeWalker(text, NodeFilter.SHOW_TEXT)
  let passed = 0
  for (let piece = pieces.nextNode(); piece instanceof Text; piece = pieces.nextNode()) {
    if (letter <= passed + piece.length) return [piece, letter - passed]
    passed += piece.length
  }
  return null
}
