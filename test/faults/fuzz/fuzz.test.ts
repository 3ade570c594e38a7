import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// `npm run test:fuzz` sends as many inputs as there is time for.
test('any input to procedures, grammars, file readers and the local server is answered or refused, in time and without a defect (E8, S7, B2, B9)', () => {
  const program = join(import.meta.dirname, 'main.ts')
  const { stdout, stderr } = spawnSync(process.execPath, [program, '--cases', '1900', '--seed', '1331'], {
    encoding: 'utf8',
  })
  expect([stderr, stdout.trim().split('\n').at(-1)], stdout).toEqual(['', '1900 passed, 0 failed'])
  // Otherwise nothing was asked for that there is, or nothing was refused.
  for (const outcome of [
    'answered',
    'refused',
    'grown',
    'bad-request',
    'workbook-refused',
    'invalid-backup',
    '200',
    '400',
  ])
    expect(stdout).toMatch(new RegExp(`[1-9] {2}${outcome}$|[1-9]0+ {2}${outcome}$`, 'm'))
})
