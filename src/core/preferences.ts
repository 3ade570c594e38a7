import { join } from 'node:path'
import { preferences, type Preferences } from '#contract/desk/desk.ts'
import type { Failure } from '#contract/failure.ts'
import type { Writer } from './database/handles.ts'
import { profileDatabase } from './database/profile-schema.ts'
import type { OpenDatabase } from './database/kind.ts'
import { openDatabase } from './database/open.ts'
import { fail } from './failure-error.ts'

const usual: Preferences = {
  theme: 'system',
  change: 'green-red',
  rows: 'dense',
  scale: 'millions',
  order: 'oldest-first',
  railLabels: false,
  readingSize: 17,
  confidenceMarks: true,
  logos: false,
  callWidths: {},
}

/** What the analyst chose for the whole profile. A stored value that makes no sense counts as not stored. */
export class ProfilePreferences {
  readonly #database: OpenDatabase

  constructor(profile: string) {
    this.#database = openDatabase(join(profile, 'profile.db'), profileDatabase)
  }

  get notices(): readonly Failure[] {
    return this.#database.notices
  }

  get isReadOnly(): boolean {
    return this.#database.writer === null
  }

  read(): Preferences {
    const stored = Object.fromEntries(
      Object.entries(preferences.shape).flatMap(([name, schema]) => {
        const value = schema.safeParse(this.#get(name))
        return value.success ? [[name, value.data]] : []
      }),
    )
    return { ...usual, ...stored }
  }

  write(changed: { readonly [Name in keyof Preferences]?: Preferences[Name] | undefined }): Preferences {
    this.#writer().transaction(() => {
      for (const [name, value] of Object.entries(changed)) if (value !== undefined) this.#put(name, value)
    })
    return this.read()
  }

  get activeWorkspace(): string | undefined {
    const id = this.#get('active-workspace')
    return typeof id === 'string' ? id : undefined
  }

  set activeWorkspace(id: string) {
    this.#put('active-workspace', id)
  }

  close(): void {
    this.#database.close()
  }

  #get(name: string): unknown {
    const row = this.#database.reader.get<{ value: string }>('SELECT value FROM preference WHERE name = ?', [name])
    try {
      return row && JSON.parse(row.value)
    } catch {
      return undefined
    }
  }

  /** Throws `read-only`. */
  #writer(): Writer {
    return this.#database.writer ?? fail({ kind: 'read-only' })
  }

  #put(name: string, value: unknown): void {
    const text = JSON.stringify(value)
    this.#writer().run('INSERT OR REPLACE INTO preference (name, value) VALUES (?, ?)', [name, text])
  }
}
