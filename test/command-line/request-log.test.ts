import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { expect, test } from 'vitest'
import { RequestLog, type LoggedRequest } from '#command-line/assistant/request-log.ts'
import { rotateLog } from '#core/rotated-log.ts'
import { openedCore } from '../core/opened-core.ts'

const now = Date.UTC(2026, 10, 30)
const megabyte = 1024 * 1024

/** The logs of two assistants on one profile, whose file is full. */
function sharedLog() {
  const { profile } = openedCore()
  const [first, second] = [new RequestLog(profile, () => now), new RequestLog(profile, () => now)]
  first.add(request('before'))
  const { file } = first
  writeFileSync(file, `${'x'.repeat(megabyte)}\n`)
  return { first, second, file, lock: `${file}.lock` }
}

function request(what: string): LoggedRequest {
  return { client: 'one', what, input: {}, outcome: 'answered', milliseconds: 1 }
}

function loggedIn(file: string): string[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return lines.map((line) => (JSON.parse(line) as { what: string }).what)
}

test('of two assistants that find the log full at the same time, one sets it aside, and no request is lost (A3)', () => {
  const { first, second, file } = sharedLog()
  first.add(request('first'))
  // The second one had found the file full before that.
  rotateLog({ file, kept: 1 }, now)
  second.add(request('second'))
  expect(statSync(`${file}.1`).size).toBeGreaterThan(megabyte)
  expect(loggedIn(file)).toEqual(['first', 'second'])
})

test('an assistant that finds the log already set aside logs its request all the same (A3)', () => {
  const { second, file } = sharedLog()
  rmSync(file)
  rotateLog({ file, kept: 1 }, now)
  second.add(request('second'))
  expect(loggedIn(file)).toEqual(['second'])
})

test('while one assistant sets the log aside another one adds to it', () => {
  const { first, file, lock } = sharedLog()
  writeFileSync(lock, '')
  utimesSync(lock, now / 1000, now / 1000)
  first.add(request('first'))
  expect(existsSync(`${file}.1`)).toBe(false)
  expect(readFileSync(file, 'utf8')).toContain('"first"')
})

test.for([
  ['a minute ago', -61],
  ['while the clock of the computer was a day ahead', 24 * 60 * 60],
] as const)(
  'an assistant that was killed %s, as it set the log aside, does not let the log grow for good',
  ([, seconds]) => {
    const { first, file, lock } = sharedLog()
    writeFileSync(lock, '')
    utimesSync(lock, now / 1000 + seconds, now / 1000 + seconds)
    first.add(request('first'))
    first.add(request('second'))
    expect(loggedIn(file)).toEqual(['second'])
    expect(readdirSync(dirname(file)).toSorted()).toEqual([basename(file), `${basename(file)}.1`])
  },
)
