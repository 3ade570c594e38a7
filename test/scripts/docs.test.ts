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
