import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { namesOfTests } from '../test/scripts/test-names.ts'

/** A promise of docs/promises.md, with what keeps it. */
export interface Promised {
  readonly id: string
  readonly text: string
  readonly tests: readonly { readonly file: string; readonly name: string }[]
  /** Why no test here can show it; null: tests do. */
  readonly reason: string | null
}

/** Every promise and failure of docs/promises.md, in its order. */
export function readPromises(root: string): Promised[] {
  const page = readFileSync(join(root, 'docs', 'promises.md'), 'utf8')
  const [promises = '', untested = ''] = page.split('## What no test here can show')
  const reasons = new Map(rowsOf(untested))
  const tests = testsOf(root)
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

/** Ids in names of tests that docs/promises.md does not know, with the name. */
export function unknownIds(root: string): string[] {
  const known = new Set(readPromises(root).map(({ id }) => id))
  return testsOf(root).flatMap(({ name }) =>
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

function testsOf(root: string): { file: string; name: string }[] {
  const files = execFileSync('git', ['ls-files', 'test'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
  return files
    .filter((file) => /\.(?:test|spec)\.ts$/.test(file))
    .flatMap((file) => namesOfTests(readFileSync(join(root, file), 'utf8')).map((name) => ({ file, name })))
}
