import { openDatabase } from '#core/database/open-database.ts'
import { notebook, write } from '../core/database/notebook.ts'

// Writes note after note and says so after each; ends only by being killed.
const [file = '', from = ''] = process.argv.slice(2)
const database = openDatabase(file, notebook(1))
for (let number = Number(from); ; number += 1) {
  write(database, String(number))
  process.stdout.write(`${number}\n`)
}
