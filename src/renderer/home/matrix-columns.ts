/** Widths of the matrix of new items on Home. Pixels. */

/** Of the row heads. */
export const headWidth = 176

const widest = 68
/** The longest figure of a cell, `(117.6%)`, has room in it. */
const narrowest = 60

/** Of a company’s column. All become a little narrower where they then fit: the last one would be cut for a few pixels. Else they are scrolled. */
export function companyWidth(room: number, companies: number): number {
  const fitting = Math.floor((room - headWidth) / Math.max(1, companies))
  return fitting >= narrowest && fitting < widest ? fitting : widest
}
