import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, test } from 'vitest'
import { libraryDatabase } from '#core/database/library-schema.ts'
import { backupFile } from '#core/database/migrations.ts'
import { openDatabase } from '#core/database/open-database.ts'
import { findSettings } from '#main/settings-file.ts'
import { readVault } from '#main/vault-file.ts'
import { notebook, notesIn, write } from '../core/database/notebook.ts'
import { copyOf, ownFolder } from '../core/folders.ts'
import { openedCore } from '../core/opened-core.ts'

const program = (name: string) => join(import.meta.dirname, name)

/** Runs a program until it has said so many lines, kills it there and then, and gives the last line that was heard. */
async function killedAfter(lines: number, name: string, ...args: readonly string[]): Promise<string | undefined> {
  const child = spawn(process.execPath, [program(name), ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  let last: string | undefined
  let heard = 0
  // What was said before the kill still comes through the pipe: it was acknowledged as well.
  for await (const line of createInterface(child.stdout)) {
    last = line
    heard += 1
    if (heard === lines) child.kill('SIGKILL')
  }
  return last
}

describe('a program killed', () => {
  test('after any step of a migration starts again with every note, and with the copy that was made first (C3, W2)', () => {
    const folder = ownFolder()
    const before = openDatabase(join(folder, 'notes.db'), notebook(1))
    write(before, 'one')
    write(before, 'two')
    before.close()
    let steps = 0
    for (let said = ''; !said.includes('done');) {
      steps += 1
      const file = join(copyOf(folder), 'notes.db')
      said = spawnSync(process.execPath, [program('migrate-and-die.ts'), file, String(steps)], {
        encoding: 'utf8',
      }).stdout
      const after = openDatabase(file, notebook(3))
      const notes = after.reader.all('SELECT text, stars FROM note ORDER BY id')
      after.close()
      const copy = openDatabase(backupFile(file, 1), notebook(1))
      expect([steps, notes, after.notices, notesIn(copy)]).toEqual([
        steps,
        [
          { text: 'one', stars: 1 },
          { text: 'two', stars: 1 },
        ],
        [],
        ['one', 'two'],
      ])
      copy.close()
    }
    // The copy, five statements, the version number, and the run that was left alone.
    expect(steps).toBe(8)
  })

  test('at any moment loses no note that it had acknowledged, and its database is whole (C4, W1)', async () => {
    const rounds = 8
    const desks = Array.from({ length: 3 }, () => join(ownFolder(), 'notes.db'))
    await Promise.all(
      desks.map(async (file, desk) => {
        let next = 0
        for (let round = 0; round < rounds; round += 1) {
          const acknowledged = Number(
            await killedAfter(1 + ((round * 7 + desk * 5) % 23), 'write-until-killed.ts', file, String(next)),
          )
          const database = openDatabase(file, notebook(1))
          const notes = notesIn(database).map(Number)
          database.close()
          expect(database.notices).toEqual([])
          // Every note up to the last acknowledged one; some more were written and not yet heard of.
          expect(notes).toEqual(notes.map((_, index) => index))
          expect(notes.at(-1)).toBeGreaterThanOrEqual(acknowledged)
          next = notes.length
        }
      }),
    )
  })

  test('while an analyst writes has every highlight and note that it confirmed, and none that was removed (C4, W1)', async () => {
    const profile = ownFolder()
    /** Begun when the program was killed, and not confirmed. */
    const inProgress = new Set<number>()
    let next = 0
    for (let round = 0; round < 4; round += 1) {
      const acknowledged = Number(
        await killedAfter(1 + ((round * 5) % 7), 'highlight-until-killed.ts', profile, String(next)),
      )
      const opened = openedCore({ profile })
      const { highlights, position } = await opened.api.notes.ofCall({ callId: 'a', hash: 'a' })
      expect(await opened.api.status.now()).toMatchObject({ notices: [] })
      await opened.close()
      const kept = highlights.map(({ highlight }) => [highlight.passage.firstTurn, highlight.note] as const)
      for (const [number] of kept) if (number > acknowledged) inProgress.add(number)
      const threes = Array.from({ length: Math.floor(acknowledged / 3) + 1 }, (_, at) => at * 3)
      expect(kept.filter(([number]) => !inProgress.has(number))).toEqual(
        threes.filter((number) => !inProgress.has(number)).map((number) => [number, `note ${number}`]),
      )
      expect(position?.turn).toBeGreaterThanOrEqual(acknowledged)
      next = Math.max(acknowledged, ...kept.map(([number]) => number)) + 1
    }
  })

  test('while the installed program changes its settings and its vault of keys has both whole, with what it had confirmed (S5, W1)', async () => {
    const folder = ownFolder()
    let next = 0
    for (let round = 0; round < 10; round += 1) {
      const acknowledged = Number(
        await killedAfter(3 + ((round * 11) % 17), 'keep-until-killed.ts', folder, String(next)),
      )
      const settings = findSettings(join(folder, 'settings.json'), new Date())
      expect(settings.notice).toBeNull()
      const kept = settings.settings.windows[0]?.bounds.x ?? -1
      expect(kept).toBeGreaterThanOrEqual(acknowledged)
      const vault = readVault(readFileSync(join(folder, 'vault.json'), 'utf8'))
      if (vault === null || vault === 'newer') throw new Error('the vault of keys is not whole')
      expect(vault.get('live')?.savedAt).toBeGreaterThanOrEqual(acknowledged)
      next = kept + 1
    }
  })

  test('while it stores a response has stored all of it or nothing, in the ledger and in the tables (C4, W1)', async () => {
    const file = join(ownFolder(), 'library.db')
    for (let round = 0; round < 6; round += 1) {
      const acknowledged = Number(await killedAfter(1 + round * 3, 'record-until-killed.ts', file))
      const library = openDatabase(file, libraryDatabase)
      const { reader, notices } = library
      const revenues = reader.all<{ value: number; count: number }>(
        'SELECT Revenue AS value, count(*) AS count FROM fundamental_period GROUP BY Revenue',
      )
      const revisions = reader.all(`SELECT count(*) AS count FROM ledger_revision GROUP BY record_id HAVING count <>
        (SELECT max(revisions) FROM ledger_record)`)
      const bodies = reader.all<{ body: string }>(`SELECT content.body FROM ledger_record AS record
        JOIN ledger_content AS content ON content.id = record.content_id`)
      library.close()
      expect(revenues).toEqual([{ value: expect.any(Number) as number, count: 20 }])
      expect(revenues[0]!.value).toBeGreaterThanOrEqual(acknowledged)
      expect(bodies.map(({ body }) => (JSON.parse(body) as { Revenue: number }).Revenue)).toEqual(
        bodies.map(() => revenues[0]!.value),
      )
      expect([revisions, notices]).toEqual([[], []])
    }
  })

  test('while it stores a call has stored all of it or nothing: text, speakers and index are of one version', async () => {
    const file = join(ownFolder(), 'library.db')
    for (let round = 0; round < 6; round += 1) {
      const acknowledged = Number(await killedAfter(1 + round * 2, 'store-call-until-killed.ts', file))
      const library = openDatabase(file, libraryDatabase)
      const { reader, writer, notices } = library
      const texts = reader.all<{ version: string; count: number }>(
        "SELECT substr(text, 1, instr(text, ' ') - 1) AS version, count(*) AS count FROM transcript_turn GROUP BY 1",
      )
      const [shown] = texts
      const found = reader.all('SELECT rowid FROM transcript_text WHERE transcript_text MATCH ?', [
        shown?.version ?? '',
      ])
      const [body] = reader.all<{ body: string }>(`SELECT content.body FROM ledger_record AS record
        JOIN ledger_content AS content ON content.id = record.content_id`)
      const spoken = reader.all('SELECT turns, words FROM transcript')
      const summaries = reader.all('SELECT body FROM document')
      const check = () =>
        writer?.run("INSERT INTO transcript_text (transcript_text, rank) VALUES ('integrity-check', 1)")
      expect(check).not.toThrow()
      library.close()
      expect(Number(shown?.version.slice('version'.length))).toBeGreaterThanOrEqual(acknowledged)
      expect([texts, found.length, spoken, summaries, notices]).toEqual([
        [{ version: shown?.version, count: 300 }],
        300,
        [{ turns: 300, words: 600 }],
        [{ body: shown?.version }],
        [],
      ])
      expect(body?.body).toContain(`"${shown?.version} word299"`)
    }
  })
})
