import { chmodSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { noPolicy } from '#core/policy/policy-file.ts'
import { ownFolder } from '../core/folders.ts'
import { openedCore } from '../core/opened-core.ts'
import { syncSetup } from '../core/sync/sync-setup.ts'
import { filledLibrary } from '../core/publish/filled-library.ts'
import { manifestOf, published } from '../core/publish/publication.ts'
import { bucket, credentials } from '../core/publish/s3-store.ts'
import { startedStore } from '../core/publish/started-store.ts'
import { lastStep } from '../core/storage/steps.ts'
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

test('a publication after the download ends before the command, which says why it failed', async () => {
  const setup = await syncSetup(['HLDN', 'ACME'])
  const folder = ownFolder()
  const { createdAt } = await published(setup, folder)
  await setup.api.storage.setPublishAfterRefresh({ on: true })
  await setup.close()
  const words = ['take-offline', 'CopyCompleteness', '--key-file', fileWithKey(setup.service.origin), '--years', '2']
  expect(await run(setup.profile, words)).toMatchObject({ code: 0, errors: '' })
  expect(Date.parse(manifestOf(folder).created_at)).not.toBe(createdAt)
  expect(manifestOf(folder).tables.find(({ name }) => name === 'statements')?.rows).toBeGreaterThan(0)
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true })
  const failed = await run(setup.profile, words)
  expect(failed.code).toBe(1)
  expect(failed.errors).toContain(`${folder} no longer contains a publication`)
})

test('a publication to S3 after the download has the credentials of the environment, unless they are for another endpoint (S10)', async () => {
  const setup = await syncSetup(['HLDN', 'ACME'])
  let now = () => setup.clock.now()
  const store = await startedStore(() => now())
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = credentials
  const origin = new URL(store.endpoint).origin
  setup.core.s3Credentials.holdEntered({ workspace: setup.workspace, origin, accessKeyId, secretAccessKey })
  const s3 = { endpoint: store.endpoint, region: 'eu-central-1', bucket, prefix: 'tearsheet' }
  expect(await lastStep(setup.api.storage.publish({ s3 }))).toMatchObject({ kind: 'done' })
  await setup.api.storage.setPublishAfterRefresh({ on: true })
  await setup.close()
  // The command has the clock of the computer.
  now = Date.now
  const before = store.keys.length
  const words = ['take-offline', 'CopyCompleteness', '--key-file', fileWithKey(setup.service.origin), '--years', '2']
  expect(await run(setup.profile, words)).toMatchObject({ code: 1 })
  expect(store.keys).toHaveLength(before)
  const { length } = store.requests
  for (const [elsewhere, named] of [
    ['https://s3.eu-central-1.amazonaws.com', {}],
    ['https://s3.eu-central-1.amazonaws.com', { AWS_ENDPOINT_URL: '', AWS_REGION: 'us-east-1' }],
    ['https://minio.example.com', { AWS_ENDPOINT_URL: 'https://minio.example.com' }],
    ['an address that is not valid', { AWS_ENDPOINT_URL: 'minio.example.com:9000' }],
    ['https://minio.example.com', { AWS_ENDPOINT_URL_S3: 'https://minio.example.com', AWS_ENDPOINT_URL: origin }],
  ] as const) {
    const refused = await run(setup.profile, words, { environment: { ...credentials, ...named } })
    expect(refused.code).toBe(1)
    expect(refused.errors).toContain(
      `credentials of the environment are for ${elsewhere}, and are not sent to ${origin}`,
    )
    expect(store.requests).toHaveLength(length)
  }
  const environment = { ...credentials, AWS_ENDPOINT_URL: `${origin}/` }
  expect(await run(setup.profile, words, { environment })).toMatchObject({ code: 0, errors: '' })
  expect(store.keys.length).toBeGreaterThan(before)
  store.fault = () => ({ kind: 'status', status: 400, code: 'AuthorizationHeaderMalformed' })
  const { errors } = await run(setup.profile, words, { environment })
  expect(errors).toContain('Enter its region in Settings, Storage, Publish')
  // The window says what the command published last.
  const { created_at } = JSON.parse(store.read('tearsheet/_tearsheet/manifest.json').toString()) as Record<
    string,
    string
  >
  const { api } = openedCore({ profile: setup.profile })
  await api.workspaces.activate({ id: setup.workspace })
  expect((await api.storage.publication()).published?.createdAt).toBe(Date.parse(created_at ?? ''))
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
