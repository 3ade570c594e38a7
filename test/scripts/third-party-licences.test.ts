import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { notices, shippedPackages, writeInventory } from '../../build/inventory.ts'

const root = join(import.meta.dirname, '..', '..')
const { dependencies } = z
  .object({ dependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))

/** What a licence of the kinds that are accepted says to whoever passes the work on. */
const terms =
  /Permission is hereby granted|Permission to use, copy|Redistribution and use|Apache License|Mozilla Public License|SIL OPEN FONT LICENSE|CC0|Unlicense|Blue Oak Model/i

test('every production dependency, the fonts and the icons come with the text of their licence', () => {
  const shipped = shippedPackages(root)
  const named = shipped.map(({ name }) => name)
  expect(named).toEqual(
    expect.arrayContaining([
      ...Object.keys(dependencies),
      'chart.js',
      'lucide',
      'svelte',
      '@fontsource/ibm-plex-sans',
      '@fontsource/ibm-plex-mono',
      '@fontsource-variable/source-serif-4',
    ]),
  )
  expect(shipped.filter((one) => !terms.test(notices(root, [one]))).map(({ name }) => name)).toEqual([])
})

function projectWith(licence: string, files: Readonly<Record<string, string>>): string {
  const project = mkdtempSync(join(tmpdir(), 'tearsheet-licences-'))
  onTestFinished(() => rmSync(project, { recursive: true }))
  const folder = join(project, 'node_modules/odd')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(project, 'LICENSE'), readFileSync(join(root, 'LICENSE')))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const packages = {
    '': { dependencies: { odd: '1.0.0' } },
    'node_modules/odd': { version: '1.0.0', license: licence },
  }
  writeFileSync(join(project, 'package-lock.json'), JSON.stringify({ packages }))
  return project
}

const manifest = JSON.stringify({ name: 'odd', version: '1.0.0', author: { name: 'Ada Odd' } })
const noticesOf = (project: string) => notices(project, shippedPackages(project))

test('a package under the MIT licence without its text gets it, with the name of its author', () => {
  const text = noticesOf(projectWith('MIT', { 'package.json': manifest }))
  expect(text).toContain('Copyright (c) Ada Odd')
  expect(text).toContain('Permission is hereby granted')
  expect(text).not.toContain('Tearsheet')
})

test('a package under another licence without its text stops the packaging', () => {
  const project = projectWith('Apache-2.0', { 'package.json': manifest })
  expect(() => noticesOf(project)).toThrow('odd carries no text of its licence, Apache-2.0.')
})

test('a notice is passed on with the licence', () => {
  const files = { 'package.json': manifest, 'LICENSE.md': 'Apache License', NOTICE: 'Made by Ada Odd.' }
  expect(noticesOf(projectWith('Apache-2.0', files))).toContain('Apache License\n\nMade by Ada Odd.')
})

test('the program’s own licence goes into the package, and nothing that is generated into the repository', () => {
  const project = projectWith('MIT', { 'package.json': manifest })
  writeInventory(project, 'package')
  const own = readFileSync(join(project, 'package/LICENSE.txt'), 'utf8')
  expect(own).toContain('MIT License')
  expect(own).toContain('third-party-licences.txt')
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  expect(files).not.toMatch(/third-party-licences\.txt|bill-of-materials/)
})
