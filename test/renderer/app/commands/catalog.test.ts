import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { catalog, isCommandId, scopeNames } from '../../../../src/renderer/app/commands/catalog.ts'
import { allConflicts, assignedKeys } from '../../../../src/renderer/app/commands/key-conflicts.ts'
import { defaultKeys } from '../../../../src/renderer/app/commands/key-map.svelte.ts'
import { pageNames, commandsOn, pageTitle } from '../../../../src/renderer/app/commands/command-pages.ts'
import { parseKeys } from '#contract/api/shortcut-text.ts'

const source = globSync('src/renderer/**/*.{ts,svelte}', { cwd: process.cwd() })
  .filter((file) => !file.includes('app/commands/'))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

test('every command has one entry in the catalog', () => {
  const ids = catalog.map(({ id }) => id)
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
})

test('every command of the catalog is bound by a screen: a key in Settings that does nothing is a broken promise', () => {
  // The compiler makes a call of bindCommands name every command of its scope.
  const isBound = (scope: string) => source.includes(`bindCommands('${scope}'`)
  const single = (id: string) => source.includes(`bindCommand('${id}'`)
  const unbound = scopeNames.filter(
    (scope) => !isBound(scope) && !catalog.filter((each) => each.scope === scope).every(({ id }) => single(id)),
  )
  expect(unbound).toEqual([])
})

test('every command is available on some page', () => {
  const available = new Set(pageNames.flatMap((page) => commandsOn(page).map(({ id }) => id)))
  expect(catalog.filter(({ id }) => !available.has(id)).map(({ id }) => id)).toEqual([])
})

test.each([false, true])(
  'no two commands of a page have the same default keys, unless one is meant to take them (program: %s)',
  (isProgram) => {
    const conflicts = [true, false].flatMap((mac) =>
      allConflicts(
        assignedKeys((id) => defaultKeys(id, { isProgram }), mac),
        mac,
      ),
    )
    const read = conflicts.map(
      ({ command, keys, other, pages }) => `${keys}: ${command}, ${other} (${pages.map(pageTitle).join(', ')})`,
    )
    expect(read).toEqual([])
  },
)

test('a command takes the default keys of one that exists, and of none else', () => {
  const wrong = catalog.flatMap(({ id, insteadOf = [] }) =>
    insteadOf.filter((other) => {
      const own = defaultKeys(id, { isProgram: true })
      return !isCommandId(other) || !defaultKeys(other, { isProgram: true }).some((keys) => own.includes(keys))
    }),
  )
  expect(wrong).toEqual([])
})

test('default keys are written as the keyboard reads them', () => {
  const strokes = catalog.flatMap(({ keys = [], programKeys = [] }) => [...keys, ...programKeys].flatMap(parseKeys))
  const named = /^(?:.|f\d{1,2}|enter|escape|delete|space|tab|arrow(?:left|right|up|down)|page(?:up|down)|home|end)$/
  expect(strokes.filter(({ key }) => !named.test(key))).toEqual([])
})
