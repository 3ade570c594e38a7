import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
const pages = files.filter((file) => /^(docs\/.*|[A-Z]+)\.md$/.test(file))

test.each(pages)('%s names files that exist', (page) => {
  const text = readFileSync(join(root, page), 'utf8')
  const links = Array.from(text.matchAll(/\]\((?!https?:|#)([^)#]+)/g), ([, to = '']) => to)
  expect(links.filter((to) => !existsSync(join(root, dirname(page), to)))).toEqual([])

  const named = Array.from(text.matchAll(/`([\w./-]+\.(?:ts|svelte|mjs|cjs|md))`/g), ([, name = '']) => name)
  expect(named.filter((name) => !files.some((file) => file === name || file.endsWith(`/${name}`)))).toEqual([])
})

test('no documented command has an address that another word follows: on Windows the installed program would end there', () => {
  const commands = pages.flatMap((page) => {
    const text = readFileSync(join(root, page), 'utf8')
    return Array.from(text.matchAll(/(?:^|`)(tearsheet [^`#\n]+)/gm), ([, command = '']) => command)
  })
  expect(commands.length).toBeGreaterThan(20)
  expect(commands.filter(endsOnWindows)).toEqual([])
})

/** As Electron decides before it runs any of our code: Chromium has put the options before the other words by then. */
function endsOnWindows(command: string): boolean {
  const words = Array.from(command.matchAll(/'([^']*)'|(\S+)/g), ([, quoted, plain = '']) => quoted ?? plain).slice(1)
  if (words[0] === '--') return false
  const others = words.filter((word) => !word.startsWith('-'))
  return others.slice(0, -1).some((word) => /^[a-z][^\s:]+:/i.test(word))
}
