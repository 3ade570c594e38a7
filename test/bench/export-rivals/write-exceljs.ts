import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tableOf } from '../export-data.ts'

/** What is used of exceljs, which is no dependency of ours: it is installed in the bench's own folder. */
interface ExcelJs {
  readonly stream: {
    readonly xlsx: {
      readonly WorkbookWriter: new (options: object) => {
        addWorksheet(name: string): { addRow(cells: readonly unknown[]): { commit(): void }; commit(): void }
        commit(): Promise<void>
      }
    }
  }
}

/** Writes the bench's table with exceljs's streaming writer and prints, as JSON, how long it took. */
const [folder = '', source = '', target = ''] = process.argv.slice(2)
const { heads, dates, rows } = tableOf(readFileSync(source, 'utf8'))
const typed = rows.map((row) => row.map((cell, at) => (dates.includes(at) ? new Date(String(cell)) : cell)))
const exceljs = createRequire(`${folder}/`)('exceljs') as ExcelJs
const began = performance.now()
const book = new exceljs.stream.xlsx.WorkbookWriter({ filename: target, useStyles: true, useSharedStrings: false })
const sheet = book.addWorksheet('Data')
sheet.addRow(heads).commit()
for (const row of typed) sheet.addRow(row).commit()
sheet.commit()
await book.commit()
process.stdout.write(JSON.stringify({ milliseconds: performance.now() - began }))
