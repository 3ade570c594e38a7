import Database from 'better-sqlite3'

// Another program: opens a library read-only, runs one query, and prints the rows as JSON.
const [file = '', query = ''] = process.argv.slice(2)
const database = new Database(file, { readonly: true, fileMustExist: true })
process.stdout.write(JSON.stringify(database.prepare(query).all()))
database.close()
