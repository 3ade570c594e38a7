/** Of 12 px figures in 600: a digit, and what stands between digits. */
const digitWidth = 7.2
const signWidth = 4.2
/** Padding on both sides, the bracket's room and a mark. */
const aroundFigure = 8 + 6 + 5 + 9

/** Of a column that holds this figure, in whole steps of the grid. @param around pixels beside it, where they are not the usual ones */
export function figureWidth(text: string, around?: number): number {
  const digits = text.replaceAll(/\D/g, '').length
  const width = digits * digitWidth + (text.length - digits) * signWidth
  return around === undefined ? Math.ceil((width + aroundFigure) / 4) * 4 : Math.floor(width + around)
}
