import { beforeEach, describe, expect, test } from 'vitest'
import { TurnViewport, type ScrolledElement } from '../../../src/renderer/call/transcript/turn-viewport.svelte.ts'

/** An element that scrolls, as high as it is set. */
class View implements ScrolledElement {
  clientHeight = 600
  scrollTop = 0
  #listener: () => void = () => {}
  addEventListener(_name: string, listener: unknown): void {
    this.#listener = listener as () => void
  }
  removeEventListener(): void {
    this.#listener = () => {}
  }
  /** By wheel, keys or scroll bar. */
  scrollByHand(to: number): void {
    this.scrollTop = to
    this.#listener()
  }
}

let view: View
let viewport: TurnViewport
let byHand: number

beforeEach(() => {
  byHand = 0
  view = new View()
  viewport = new TurnViewport(() => (byHand += 1))
  viewport.attach(view)
  viewport.lay(new Float64Array(20_000).fill(100))
})

describe('the window onto a long transcript', () => {
  test('draws what is visible and little more, however long the call is', () => {
    viewport.show(12_000, 'top')
    const { first, last } = viewport.drawn
    expect(first).toBeLessThan(12_000)
    expect(first).toBeGreaterThan(11_990)
    expect(last - first).toBeLessThan(20)
  })

  test('the turn that is read stays where it is when those above turn out higher', () => {
    view.scrollByHand(50_000)
    const before = viewport.top(500) - view.scrollTop
    viewport.measure([
      [498, 260],
      [499, 40],
      [500, 300],
    ])
    expect(viewport.top(500) - view.scrollTop).toBe(before)
    expect(byHand).toBe(1)
  })

  test('what was gone to stays gone to, when it and all around it are measured', () => {
    viewport.show(7000, 'top')
    viewport.measure(Array.from({ length: 20 }, (_, index) => [6990 + index, 173] as const))
    expect(viewport.top(7000) - view.scrollTop).toBe(8)
    expect(viewport.topTurn).toBe(7000)
  })

  test('a turn that is wholly visible is not moved; one below is brought in', () => {
    view.scrollByHand(1000)
    viewport.show(12, 'nearest')
    expect(view.scrollTop).toBe(1000)
    viewport.show(30, 'nearest')
    expect(view.scrollTop).toBe(2800)
  })

  test('its own scrolling is not taken for the reader’s hand', () => {
    viewport.show(300, 'third')
    view.scrollByHand(view.scrollTop)
    expect(byHand).toBe(0)
    view.scrollByHand(view.scrollTop + 40)
    expect(byHand).toBe(1)
  })

  test('other letters or another width keep the turn at the upper edge', () => {
    view.scrollByHand(50_030)
    viewport.lay(new Float64Array(20_000).fill(140))
    expect(viewport.topTurn).toBe(500)
  })

  test('the turn that has the focus stays drawn however far the text is scrolled, and nothing between', () => {
    viewport.keepFocused(2)
    viewport.show(12_000, 'top')
    const { first, last } = viewport.drawn
    expect(viewport.drawnTurns).toEqual([2, ...Array.from({ length: last - first + 1 }, (_, at) => first + at)])
    viewport.keepFocused(15_000)
    expect(viewport.drawnTurns.at(-1)).toBe(15_000)
    viewport.keepFocused(12_000)
    expect(viewport.drawnTurns.filter((turn) => turn === 12_000)).toHaveLength(1)
    viewport.keepFocused(null)
    expect(viewport.drawnTurns).toHaveLength(last - first + 1)
  })

  test('a turn that a selection reaches into stays drawn, but not half of the call', () => {
    viewport.keepDrawn({ first: 2, last: 4 })
    view.scrollByHand(30_000)
    expect(viewport.drawn.first).toBe(2)
    viewport.keepDrawn({ first: 2, last: 9000 })
    expect(viewport.drawn.first).toBeGreaterThan(200)
  })
})
