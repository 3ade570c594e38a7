/**
 * Decides which turns of a long transcript are rendered, and where. The visible text stays in place
 * when heights above it change.
 */

import { TurnHeights } from './turn-heights.ts'

/** Pixels rendered beyond the edges, so that fast scrolling shows no gap. */
const beyond = 500
/** Beneath the last turn. */
const foot = 48
/** Distance of a shown turn from the top edge, in pixels. */
const margin = 8
/** A selection that reaches further than this many turns is not drawn whole while scrolling. */
const mostSelectedTurns = 400

/** Where a shown turn is placed; `nearest` does not scroll when all of it is visible. */
type ScrollAlignment = 'top' | 'third' | 'nearest'

export type ScrolledElement = Pick<
  HTMLElement,
  'clientHeight' | 'scrollTop' | 'addEventListener' | 'removeEventListener'
>

/** The turn that keeps its place while others turn out higher or lower than was thought. */
interface Anchor {
  readonly turn: number
  /** Pixels from the turn's top down to the upper edge of the view. */
  readonly within: number
}

/**
 * The window onto a long transcript: which turns are drawn, and where. Heights are estimated until a turn is drawn; what is in sight
 * stays where it is when they turn out otherwise.
 */
export class TurnViewport {
  /** In a new wrapper whenever they change, since heights are not state. */
  #lain = $state.raw({ heights: new TurnHeights([]) })
  #scrollTop = $state(0)
  #height = $state(0)
  #selected = $state.raw<{ readonly first: number; readonly last: number } | null>(null)
  /** The turn that has the focus. */
  #focused = $state<number | null>(null)
  #anchor: Anchor = { turn: 0, within: -margin }
  #element: ScrolledElement | null = null
  /** Our last scroll position: every other one is the reader's. */
  #own: number | null = null
  readonly #scrolledByHand: () => void
  readonly #drawn = $derived.by(() => this.#measureDrawn())

  constructor(scrolledByHand: () => void = () => {}) {
    this.#scrolledByHand = scrolledByHand
  }

  /** Another transcript, another width or size of letters. The turn at the upper edge stays there. */
  lay(estimates: ArrayLike<number>): void {
    const sameCall = estimates.length === this.#heights.count
    this.#lain = { heights: new TurnHeights(estimates) }
    if (!sameCall)
      this.#anchor = { turn: Math.min(this.#anchor.turn, Math.max(0, estimates.length - 1)), within: -margin }
    this.#settle()
  }

  get #heights(): TurnHeights {
    return this.#lain.heights
  }

  get count(): number {
    return this.#heights.count
  }

  /** Height of the whole call, in pixels. */
  get total(): number {
    return this.#heights.total
  }

  get scrollTop(): number {
    return this.#scrollTop
  }

  /** Height of the view, in pixels. */
  get height(): number {
    return this.#height
  }

  top(turn: number): number {
    return this.#heights.top(turn)
  }

  /** The turn at a height of the whole call. */
  turnAt(offset: number): number {
    return this.#heights.at(offset)
  }

  /** All turns to render, in their order: those in sight, and the one that has the focus wherever it is. */
  get drawnTurns(): readonly number[] {
    const { first, last } = this.#drawn
    const turns = Array.from({ length: last - first + 1 }, (_, index) => first + index)
    const focused = this.#focused
    if (focused === null || focused >= this.count || (focused >= first && focused <= last)) return turns
    return focused < first ? [focused, ...turns] : [...turns, focused]
  }

  /** First and last of the turns to render that follow each other; last is −1 when there is none. */
  get drawn(): { readonly first: number; readonly last: number } {
    return this.#drawn
  }

  /** The turn at the upper edge, a few letters of it at least in sight. */
  get topTurn(): number {
    return this.#heights.at(this.#scrollTop + 24)
  }

  /** The turn at the lower edge, a line of it at least in sight. */
  get bottomTurn(): number {
    return Math.max(this.topTurn, this.#heights.at(Math.min(this.total - 1, this.#scrollTop + this.#height - 24)))
  }

  /** The view: an element that scrolls. Ends when the returned function is called. */
  attach(element: ScrolledElement): () => void {
    this.#element = element
    this.resized()
    const onscroll = () => this.#scrolled()
    element.addEventListener('scroll', onscroll, { passive: true })
    return () => {
      element.removeEventListener('scroll', onscroll)
      this.#element = null
    }
  }

  /** The view has another height. */
  resized(): void {
    this.#height = this.#element?.clientHeight ?? 0
    this.#settle()
  }

  /** Heights as they were drawn. */
  measure(heights: Iterable<readonly [turn: number, height: number]>): void {
    let moved = false
    for (const [turn, height] of heights) moved = this.#heights.measure(turn, height) || moved
    if (!moved) return
    this.#lain = { heights: this.#heights }
    this.#settle()
  }

  /** Turns that stay drawn while they are out of sight: a selection reaches into them. */
  keepDrawn(turns: { readonly first: number; readonly last: number } | null): void {
    this.#selected = turns && turns.last - turns.first <= mostSelectedTurns ? turns : null
  }

  /** The turn that has the focus stays drawn however far the text is scrolled, or the focus would be lost. Null: none has it. */
  keepFocused(turn: number | null): void {
    this.#focused = turn
  }

  /** `within`: the part of the turn to be shown, from 0 to 1 of its height. */
  show(turn: number, alignment: ScrollAlignment, within = 0): void {
    if (turn < 0 || turn >= this.#heights.count) return
    const top = this.#heights.top(turn)
    const height = this.#heights.height(turn)
    const wanted = top + within * height
    const end = within > 0 ? wanted + 48 : Math.min(top + height, top + this.#height)
    const inSight = wanted >= this.#scrollTop && end <= this.#scrollTop + this.#height
    if (alignment === 'nearest' && inSight) return
    const fromEdge = alignment === 'top' ? margin : this.#height / 3
    this.#anchor = { turn, within: within * height - fromEdge }
    this.#settle()
  }

  /** Scrolls by a number of pixels: the target is slightly off. */
  shift(by: number): void {
    this.#anchor = { ...this.#anchor, within: this.#anchor.within + by }
    this.#settle()
  }

  /** To a share of the whole height, from 0 to 1, as by the scroll bar. */
  showAt(share: number): void {
    if (this.#element) this.#element.scrollTop = share * this.total - this.#height / 2
  }

  #measureDrawn(): { first: number; last: number } {
    if (this.#heights.count === 0) return { first: 0, last: -1 }
    const first = this.#heights.at(this.#scrollTop - beyond)
    const last = this.#heights.at(this.#scrollTop + this.#height + beyond)
    const selected = this.#selected
    return selected ? { first: Math.min(first, selected.first), last: Math.max(last, selected.last) } : { first, last }
  }

  /** Puts the view where the anchor wants it. */
  #settle(): void {
    const wanted = this.#heights.top(this.#anchor.turn) + this.#anchor.within
    const most = Math.max(0, this.#heights.total + foot - this.#height)
    const position = Math.round(Math.min(Math.max(0, wanted), most))
    this.#scrollTop = position
    this.#own = position
    this.#applyScroll()
  }

  /** The element applies it once it is high enough. */
  applied(): void {
    this.#applyScroll()
  }

  #applyScroll(): void {
    if (this.#element && this.#own !== null && Math.abs(this.#element.scrollTop - this.#own) > 0.5) {
      this.#element.scrollTop = this.#own
    }
  }

  #scrolled(): void {
    const element = this.#element
    // The browser reports a scroll in the next frame, when the text may be hidden: its position reads as zero then.
    if (!element || element.clientHeight === 0) return
    const position = element.scrollTop
    if (this.#own !== null && Math.abs(position - this.#own) <= 1) return
    this.#own = null
    this.#scrollTop = position
    const turn = Math.max(0, this.#heights.at(position))
    this.#anchor = { turn, within: position - this.#heights.top(turn) }
    this.#scrolledByHand()
  }
}
