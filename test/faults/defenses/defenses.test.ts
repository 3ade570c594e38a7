import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readPromises, readTests } from '../../../scripts/promises.ts'
import { removedDefenses } from './removed-defenses.ts'
import { notSeenToFail, recordOf, tableOf } from './record.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

// `npm run test:defenses` removes them and runs their tests.
test('every defense that can be removed is where it is said to be, and its test has its name', () => {
  const moved = removedDefenses.filter(({ source, text }) => read(source).split(text).length !== 2)
  expect(moved.map(({ promises, removed }) => `${promises.join()}: ${removed}`)).toEqual([])
  const tests = readTests(root)
  const unknown = removedDefenses.filter(
    ({ test: file, name: wanted }) =>
      !tests.some(({ file: found, name }) => found === file && (wanted === name || wanted.endsWith(` ${name}`))),
  )
  expect(unknown.map(({ test: file, name }) => `${file}: ${name}`)).toEqual([])
})

test('every promise that has a test was seen to be broken by the lack of a defense, or says why not', () => {
  const covered = new Set([...removedDefenses.flatMap(({ promises }) => promises), ...notSeenToFail.keys()])
  const tested = readPromises(root, readTests(root)).filter(({ tests }) => tests.length > 0)
  expect(tested.map(({ id }) => id).filter((id) => !covered.has(id))).toEqual([])
})

test('docs/promises-seen-to-fail.md has all of them', () => {
  expect(recordOf(read('docs/promises-seen-to-fail.md'))).toEqual(recordOf(tableOf(removedDefenses)))
})
