import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { policyIn } from '#core/policy/policy-file.ts'
import { readUpdateFeed } from '#core/updates/update-feed.ts'
import { ownFolder } from '../folders.ts'

const page = readFileSync(join(import.meta.dirname, '../../../docs/administration.md'), 'utf8')
const section = page.slice(page.indexOf('## Updates'), page.indexOf('## Command line'))
const blocks = Array.from(section.matchAll(/```(?:sh|json)\n([^`]*)```/g), ([, text = '']) => text)

test('an administrator who follows docs/administration.md gets a key and a feed that are accepted', () => {
  const folder = ownFolder()
  const shell = (commands: string) => execFileSync('sh', ['-ec', commands], { cwd: folder, encoding: 'utf8' })
  const [createKey = '', feed = '', signFeed = ''] = blocks
  expect(blocks).toHaveLength(3)
  const key = shell(createKey)
  writeFileSync(join(folder, 'feed.json'), feed)
  shell(signFeed)
  const updates = { feed: 'https://software.example.com/tearsheet/updates.txt', key }
  expect(policyIn(JSON.stringify({ version: 1, updates })).updates).toEqual(updates)
  const now = Date.parse('2026-12-01T00:00:00Z')
  expect(readUpdateFeed(readFileSync(join(folder, 'updates.txt')), { key, now, seen: null })).toEqual({
    feed: {
      version: '0.2.0',
      page: 'https://software.example.com/tearsheet',
      publishedAt: Date.parse('2026-11-27T09:00:00Z'),
    },
  })
})

test('the policy that docs/administration.md shows is accepted', () => {
  const [example = ''] = /```json\n([^`]*)```/.exec(page)?.slice(1) ?? []
  expect(policyIn(example).problem).toBeNull()
})
