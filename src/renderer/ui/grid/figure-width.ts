/**
 * Calculates from its characters how wide a column of figures must be, without measuring anything
 * on the page.
 */

/** Widths of 12 px figures in 600: a digit, and what separates digits. */
const digitWidth = 7.2
const signWidth = 4.2
/** Padding on both sides, the bracket's room and a mark. */
const aroundFigure = 8 + 6 + 5 + 9

/**
 * The width of a column for its widest possible figure, from the number of characters: for tables that are laid out before they
 * are rendered. `fittingWidth` measures what is rendered, at the user's request. In whole steps of the grid.
 *
 * @param around pixels next to the figure, if not the usual ones
 */
export function figureWidth(text: string, around?: number): number {
  const digits = text.replaceAll(/\D/g, '').length
  const width = digits * digitWidth + (text.length - digits) * signWidth
  return around === undefined ? Math.ceil((width + aroundFigure) / 4) * 4 : Math.floor(width + around)
}
