/**
 * Positions and sizes where the text size of the program matters. The root element is zoomed (styles/base.css): styles, `clientWidth`,
 * scroll positions and resize observers count in pixels of the page, the pointer and `getBoundingClientRect` in pixels of the window.
 * What is read from these goes through here before it is compared with those.
 */

/** Pixels of the window for one of the page; 1 at a text size of 100%. */
function windowPixels(): number {
  return document.documentElement.currentCSSZoom ?? 1
}

function inPage({ x, y, width, height }: DOMRect): DOMRect {
  const scale = windowPixels()
  return new DOMRect(x / scale, y / scale, width / scale, height / scale)
}

/** Where an element, or the text of a range, is drawn in the page. */
export function boxOf(drawn: Element | Range): DOMRect {
  return inPage(drawn.getBoundingClientRect())
}

/** The same of every line of a text. */
export function lineBoxesOf(text: Range): readonly DOMRect[] {
  return Array.from(text.getClientRects(), inPage)
}

/** Where the pointer is in the page. */
export function pointOf({ clientX, clientY }: MouseEvent): { readonly x: number; readonly y: number } {
  const scale = windowPixels()
  return { x: clientX / scale, y: clientY / scale }
}

/** The room that the window has for the page. */
export function windowRoom(): { readonly width: number; readonly height: number } {
  const scale = windowPixels()
  return { width: window.innerWidth / scale, height: window.innerHeight / scale }
}

/** Pixels of the screen for one of a canvas, so that charts stay sharp at every text size. */
export function canvasRatio(): number {
  return window.devicePixelRatio * windowPixels()
}
