/** The lines of a stored record: those around a figure, or those that contain a text. */

/** A line of a stored record, counted from 0. */
interface RecordLine {
  readonly number: number
  readonly text: string
  /** The line of the figure. */
  readonly marked: boolean
}

/** Lines around the figure, two before and two after, without the common indent; none when the record does not hold it. */
export function excerptOf(record: string, line: number | null): readonly RecordLine[] {
  if (line === null) return []
  const all = record.split('\n')
  const from = Math.max(1, line - 2)
  const lines = all.slice(from, line + 3).filter((text) => text !== '}')
  const indent = Math.min(...lines.map((text) => text.search(/\S|$/)))
  return lines.map((text, index) => ({
    number: from + index,
    text: text.slice(indent),
    marked: from + index === line,
  }))
}

/** Every line that contains the text, ignoring case; all of them without a text. */
export function searchRecord(record: string, line: number | null, query: string): readonly RecordLine[] {
  const wanted = query.trim().toLowerCase()
  return record
    .split('\n')
    .map((text, number) => ({ number, text, marked: number === line }))
    .filter(({ text }) => wanted === '' || text.toLowerCase().includes(wanted))
}
