import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { namesOfTests } from '../test/scripts/test-names.ts'

export interface NamedTest {
  readonly file: string
  readonly name: string
}

/** A promise of docs/promises.md, with what keeps it. */
export interface Promised {
  readonly id: string
  readonly text: string
  readonly tests: readonly NamedTest[]
  /** Why no test here can show it; null: tests do. */
  readonly reason: string | null
}

/** Every promise and failure of docs/promises.md, in its order, with those of the tests that name it. */
export function readPromises(root: string, tests: readonly NamedTest[]): Promised[] {
  const page = readFileSync(join(root, 'docs', 'promises.md'), 'utf8')
  const [promises = '', untested = ''] = page.split('## What no test here can show')
  const reasons = new Map(rowsOf(untested))
  return rowsOf(promises).map(([id, text]) => ({
    id,
    text,
    tests: tests.filter(({ name }) => idsIn(name).includes(id)),
    reason: reasons.get(id) ?? null,
  }))
}

/** The ids at the end of a test's name: “… (C4, W1)”, “… (C6; needs Linux)”. */
export function idsIn(name: string): string[] {
  const [, ids = ''] = /\(([A-Z]\d+(?:, [A-Z]\d+)*)(?:; [^()]*)?\),?$/.exec(name) ?? []
  return ids === '' ? [] : ids.split(', ')
}

/** Ids in names of tests that are none of the promises, with the name. Pure. */
export function unknownIds(promises: readonly Promised[], tests: readonly NamedTest[]): string[] {
  const known = new Set(promises.map(({ id }) => id))
  return tests.flatMap(({ name }) =>
    idsIn(name)
      .filter((id) => !known.has(id))
      .map((id) => `${id}: ${name}`),
  )
}

function rowsOf(markdown: string): (readonly [id: string, text: string])[] {
  return Array.from(
    markdown.matchAll(/^\| ([A-Z]\d+) +\| (.*?) +\|/gm),
    ([, id = '', text = '']) => [id, text] as const,
  )
}

/** Every test and group of the repository. Parses all files of tests, which takes seconds. */
export function readTests(root: string): NamedTest[] {
  const files = execFileSync('git', ['ls-files', 'test'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
  return files
    .filter((file) => /\.(?:test|spec)\.ts$/.test(file))
    .flatMap((file) => namesOfTests(readFileSync(join(root, file), 'utf8')).map((name) => ({ file, name })))
}
