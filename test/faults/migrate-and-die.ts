import Database from 'better-sqlite3'
import { openDatabase } from '#core/database/open-database.ts'
import { notebook } from '../core/database/notebook.ts'

/**
 * Migrates a notebook to version 3 and is killed after its nth step: a statement of the migration, the copy made before it, or
 * the new version number. Prints `done` when there are fewer steps.
 */
const [file = '', nth = ''] = process.argv.slice(2)
let left = Number(nth)

function step(): void {
  left -= 1
  if (left === 0) process.kill(process.pid, 'SIGKILL')
}

type Method<Result> = (this: Database.Database, sql: string, options?: unknown) => Result
const method = <Result>(name: string) => Reflect.get(Database.prototype, name) as Method<Result>
const [exec, pragma, prepare] = [method('exec'), method('pragma'), method<Database.Statement>('prepare')]

Object.assign(Database.prototype, {
  exec(this: Database.Database, sql: string) {
    for (const statement of sql.split(';').filter((text) => text.trim() !== '')) {
      exec.call(this, statement)
      step()
    }
    return this
  },
  pragma(this: Database.Database, text: string, options?: unknown) {
    const result = pragma.call(this, text, options)
    if (text.startsWith('user_version =')) step()
    return result
  },
  prepare(this: Database.Database, sql: string) {
    const statement = prepare.call(this, sql)
    if (sql.startsWith('VACUUM')) step()
    return statement
  },
})

openDatabase(file, notebook(3)).close()
process.stdout.write('done\n')
