import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { canary, formsOf } from '../core/canary.ts'
import { filesIn, ownFolder } from '../core/folders.ts'

test('a key is nowhere but in memory: not in a file, a log, a response, a failure, an announcement or on the terminal (S6)', () => {
  const profile = ownFolder()
  const program = join(import.meta.dirname, 'use-key-everywhere.ts')
  // The limit is for a fault that never ends: nothing else could stop a program that is waited for synchronously.
  const limits = { maxBuffer: 256 * 1024 * 1024, timeout: 120_000 }
  const { stdout, stderr, signal } = spawnSync(process.execPath, [program, profile], limits)
  expect([stderr.toString(), signal]).toEqual(['', 'SIGKILL'])

  const forms = formsOf(canary)
  const leaking = (bytes: Buffer) => forms.filter((form) => bytes.includes(form)).map((form) => form.toString('latin1'))
  const files = filesIn(profile)
  // The echoing service writes the word twice where a trigger of the test's own holds the key: in the schema, and nowhere else.
  const written = files.flatMap((name) => {
    const leaks = leaking(withoutOurTrigger(readFileSync(join(profile, name))))
    return leaks.length > 0 ? [[name, leaks]] : []
  })
  expect(files.filter((name) => /library\.db(-wal)?$|tearsheet\.log$/.test(name)).length).toBeGreaterThanOrEqual(4)
  expect([written, leaking(stdout)]).toEqual([[], []])

  // The test would prove nothing without a response that was recorded and a defect that was logged.
  const told = JSON.parse(stdout.toString()) as unknown[]
  expect(told.length).toBeGreaterThan(100)
  const text = stdout.toString()
  for (const what of ['"key-refused"', '"service-message"', '"redirected"', '"defect"', '[key]'])
    expect(text).toContain(what)
  expect(readFileSync(join(profile, 'logs', 'tearsheet.log'), 'utf8')).toContain('asked with [key]')
})

/** The bytes without the statement that this test itself wrote into the schema. */
function withoutOurTrigger(bytes: Buffer): Buffer {
  const statement = `RAISE(ABORT, 'asked with ${canary}')`
  return Buffer.from(bytes.toString('latin1').replaceAll(statement, ''), 'latin1')
}
