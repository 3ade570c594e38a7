import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { noPolicy } from '#core/policy/policy-file.ts'
import { ownFolder } from '../core/folders.ts'
import { openedCore } from '../core/opened-core.ts'
import { syncSetup } from '../core/sync/sync-setup.ts'
import { filledLibrary } from '../core/publish/filled-library.ts'
import { run } from './run-in-test.ts'

/** A profile whose window is closed, with the watchlist CopyCompleteness of two companies, and a key file for its service. */
async function closedProfile() {
  const setup = await syncSetup(['HLDN', 'ACME'])
  await setup.close()
  const keyFile = fileWithKey(setup.service.origin)
  return { ...setup, words: ['take-offline', 'CopyCompleteness', '--key-file', keyFile, '--years', '2'] }
}

function fileWithKey(origin: string): string {
  const file = join(ownFolder(), 'keys')
  writeFileSync(file, `${origin} some-long-key\n`)
  chmodSync(file, 0o600)
  return file
}

test('a watchlist is downloaded, and is complete in the window without a key and a network', async () => {
  const { profile, service, listId, words } = await closedProfile()
  const first = await run(profile, words)
  expect(first).toMatchObject({ code: 0, errors: '' })
  expect(first.output).toMatch(
    /^CopyCompleteness: 2 companies, [1-9]\d* items downloaded, 0 without change, 0 failed\.\n$/,
  )
  const again = await run(profile, words, { width: 80 })
  expect(again.output).toContain(' 0 failed')
  expect(again.errors).toMatch(/^100% \(\d+ of \d+ items\)$/m)
  const { length } = service.heard
  const { api } = openedCore({ profile })
  expect((await api.sync.offlineStatus({ listId })).status).toMatchObject({ complete: true, choice: { years: 2 } })
  expect(service.heard).toHaveLength(length)
})

test('a service that is unavailable ends the command, and the next one resumes the download', async () => {
  const { profile, service, words } = await closedProfile()
  service.resource.fault = (response, { url }) => {
    if (!url.pathname.endsWith('/ratings')) return false
    response.writeHead(503, { 'retry-after': '600' }).end()
    return true
  }
  const failed = await run(profile, words)
  expect(failed.code).toBe(1)
  expect(failed.errors).toContain('run the command again to resume')
  service.resource.fault = () => false
  expect(await run(profile, words)).toMatchObject({ code: 0, errors: '' })
})

test('a kind that the service refuses for the key is named, and the rest is downloaded', async () => {
  const { profile, service, words } = await closedProfile()
  service.resource.fault = (response, { url }) => {
    if (!url.pathname.endsWith('/news')) return false
    response.writeHead(403).end()
    return true
  }
  const { code, output, errors } = await run(profile, words)
  expect(code).toBe(1)
  expect(output).toContain('2 failed')
  expect(errors).toContain('Missing: HLDN news')
})

test('an interruption ends the command at once, and what arrived is stored', async () => {
  const { profile, service, words } = await closedProfile()
  const ending = new AbortController()
  service.resource.fault = (_, { url }) => {
    if (!url.pathname.endsWith('/ratings')) return false
    // No response is ever sent.
    ending.abort()
    return true
  }
  const { code, errors } = await run(profile, words, { ending: ending.signal })
  expect(code).toBe(1)
  expect(errors).toContain('What arrived is stored')
  service.resource.fault = () => false
  expect(await run(profile, words)).toMatchObject({ code: 0, errors: '' })
})

test('it says in one sentence why it cannot begin, and sends nothing', async () => {
  const { profile, service, words } = await closedProfile()
  const { length } = service.heard
  const [, , , keyFile = ''] = words
  const another = fileWithKey('https://service.example')
  const open = join(ownFolder(), 'open')
  writeFileSync(open, 'https://service.example key\n', { mode: 0o644 })
  const mistakes: readonly (readonly [readonly string[], string])[] = [
    [['take-offline', 'CopyCompleteness'], '--key-file'],
    [['take-offline', 'CopyCompleteness', '--key-file', another], 'no key for http://127.0.0.1'],
    [['take-offline', 'CopyCompleteness', '--key-file', open], 'chmod 600'],
    [['take-offline', 'Nobody', '--key-file', keyFile], 'no watchlist “Nobody”'],
    [[...words, '--kinds', 'calls,weather'], 'no kind “weather”'],
    [['take-offline', 'CopyCompleteness', '--key-file', keyFile, '--years', '0'], '--years'],
  ]
  for (const [mistaken, sentence] of mistakes) {
    const ran = await run(profile, mistaken)
    expect(ran, mistaken.join(' ')).toMatchObject({ code: 2, output: '' })
    expect(ran.errors).toContain(sentence)
  }
  expect(await run(profile, words, { policy: { ...noPolicy, services: ['https://service.example'] } })).toMatchObject({
    code: 1,
  })
  expect(service.heard).toHaveLength(length)
})

test('a window that has the profile open keeps it, and the sample needs no download', async () => {
  const library = await filledLibrary()
  const words = ['take-offline', 'Coverage', '--key-file', fileWithKey('https://service.example')]
  expect(await run(library.profile, words)).toMatchObject({ code: 4, output: '' })
  await library.close()
  expect(await run(library.profile, words)).toMatchObject({ code: 2 })
})
