/** Translates the browser's text selection into a position in the transcript. */

import type { TextPosition } from './passages.ts'

/** The element with the text of a turn that is drawn; null when it is not. */
export function textOfTurn(view: HTMLElement, turn: number): Element | null {
  return view.querySelector(`[data-turn="${turn}"] > .text`)
}

/** The element with the user's correction of a turn that is drawn. */
export function correctionOfTurn(view: HTMLElement, turn: number): Element | null {
  return view.querySelector(`[data-turn="${turn}"] > .correction > .corrected`)
}

/** The selection in the transcript; null: none, undefined: it is elsewhere and the previous one stays. */
export function positionOfSelection(view: HTMLElement, texts: readonly string[]): TextPosition | null | undefined {
  const selection = document.getSelection()
  if (!selection || selection.rangeCount === 0) return undefined
  const range = selection.getRangeAt(0)
  if (!view.contains(range.startContainer)) return undefined
  if (range.collapsed) return null
  const start = letterAt(range.startContainer, range.startOffset, texts)
  const end = view.contains(range.endContainer)
    ? letterAt(range.endContainer, range.endOffset, texts)
    : { turn: texts.length - 1, letter: texts.at(-1)?.length ?? 0 }
  if (!start || !end) return null
  return { firstTurn: start.turn, from: start.letter, lastTurn: end.turn, to: end.letter }
}

/** A boundary in the page as a turn and a character of it; before its text the first one, after it the last. */
function letterAt(node: Node, offset: number, texts: readonly string[]): { turn: number; letter: number } | null {
  const element = node instanceof Element ? node : node.parentElement
  const article = element?.closest<HTMLElement>('[data-turn]')
  if (!article) return null
  const turn = Number(article.dataset['turn'])
  const text = article.querySelector('.text')
  if (text?.contains(node)) {
    // The text is in several pieces where figures are marked.
    const before = new Range()
    before.setStart(text, 0)
    before.setEnd(node, offset)
    return { turn, letter: before.toString().length }
  }
  const isBefore = text ? (node.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING) > 0 : true
  return { turn, letter: isBefore ? 0 : (texts[turn]?.length ?? 0) }
}
