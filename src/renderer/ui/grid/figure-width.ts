/** Calculates from its characters how wide a column of figures must be, without measuring anything on the page. */

/** Of 12 px figures in 600: a digit, and what stands between digits. */
const digitWidth = 7.2
const signWidth = 4.2
/** Padding on both sides, the bracket's room and a mark. */
const aroundFigure = 8 + 6 + 5 + 9

/**
 * The width of a column for its widest possible figure, calculated from the number of characters: for tables that are laid out before they
 * are drawn. `fittingWidth` measures what is drawn, when the user asks for it. In whole steps of the grid.
 *
 * @param around pixels beside the figure, where they are not the usual ones
 */
export function figureWidth(text: string, around?: number): number {
  const digits = text.replaceAll(/\D/g, '').length
  const width = digits * digitWidth + (text.length - digits) * signWidth
  return around === undefined ? Math.ceil((width + aroundFigure) / 4) * 4 : Math.floor(width + around)
}
