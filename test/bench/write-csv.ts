import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { writeCsv } from '#core/export/text-tables/csv.ts'
import { dateCell, type Cell } from '#core/export/workbook/cells.ts'
import { dateColumns, tableHeads, tableOf } from './export-data.ts'

/** Writes the bench's table as CSV, twice, and prints, as JSON, how long the second took: a core is long awake when it exports. */
const [source = '', target = ''] = process.argv.slice(2)
const rows = tableOf(readFileSync(source, 'utf8')).rows.map((row) => ({
  cells: row.map((cell, at): Cell => (dateColumns.includes(at) ? dateCell(String(cell)) : cell)),
}))
let milliseconds = 0
for (let round = 0; round < 2; round += 1) {
  const began = performance.now()
  const file = openSync(target, 'w')
  for await (const piece of writeCsv([[{ cells: tableHeads }], rows], { separator: ',', decimalSign: '.' }))
    writeSync(file, piece)
  closeSync(file)
  milliseconds = performance.now() - began
}
process.stdout.write(JSON.stringify({ milliseconds }))
