import type { PeriodRemark } from '#contract/desk/financials.ts'
import type { GridMark } from '../ui/grid/grid.ts'

/** In the head of a period: `w` for a week more than usual, `p` for what is odd about its place among the others. */
export function periodMarks(remarks: readonly PeriodRemark[]): readonly GridMark[] {
  const markOf = (letter: string, isLong: boolean): GridMark[] => {
    const says = remarks.filter(({ kind }) => (kind === 'long') === isLong).map((remark) => remark.says)
    return says.length === 0 ? [] : [{ letter, says: says.join(' '), corner: false }]
  }
  return remarks.length === 0 ? [] : [...markOf('p', false), ...markOf('w', true)]
}
