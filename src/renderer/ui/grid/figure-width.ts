/** Of 12 px figures in 600: a digit, and what stands between digits. */
const digitWidth = 7.2
const signWidth = 4.2
/** Padding on both sides, the bracket's room and a mark. */
const aroundFigure = 8 + 6 + 5 + 9

/** Of a column that holds this figure, in whole steps of the grid. */
export function figureWidth(text: string): number {
  const digits = text.replaceAll(/\D/g, '').length
  return Math.ceil((digits * digitWidth + (text.length - digits) * signWidth + aroundFigure) / 4) * 4
}
