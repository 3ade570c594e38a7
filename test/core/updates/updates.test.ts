import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sentenceOf, type Failure } from '#contract/failure.ts'
import type { Clock } from '#core/clock.ts'
import { systemClock } from '#core/clock.ts'
import { noPolicy } from '#core/policy/policy-file.ts'
import { engineRelease, engineReleased } from '#core/updates/engine-release.ts'
import { failureOfQuestion, liveWorkspace, openedCore } from '../opened-core.ts'
import { closedPort, scriptedService } from '../service/scripted-service.ts'
import { administrator, content, now, signedFeed } from './signed-feeds.ts'

const clock: Clock = { ...systemClock, now: () => now }

/** A server that publishes what `bytes` gives, and a core whose administrator named it. */
async function published(bytes: () => Buffer | string, status = 200, headers: Record<string, string> = {}) {
  const signer = administrator()
  const server = await scriptedService((response) => {
    response.writeHead(status, headers)
    response.end(bytes())
  })
  const updates = { feed: `${server.origin}/tearsheet/updates.txt`, key: signer.policyKey }
  const opened = openedCore({ policy: { ...noPolicy, updates }, clock })
  return { server, signer, updates, opened, api: opened.api }
}

async function sentenceOfCheck(check: Promise<unknown>): Promise<string> {
  return sentenceOf((await failureOfQuestion(check)) as Failure)
}

/** Without the port, which differs from run to run. */
const withoutPort = (sentence: string) => sentence.replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')

describe('checking for updates', () => {
  test('says which version is published, and where it is', async () => {
    const { api, signer, server } = await published(() => signedFeed(signer.privateKey, content))
    expect(await api.program.checkForUpdates()).toEqual({
      version: '0.2.0',
      is: 'newer',
      page: content.page,
      publishedAt: Date.parse(content.published),
    })
    expect((await api.program.about()).updateHost).toBe(new URL(server.origin).host)
  })

  test('sends one request when the user asks and none before, with no key and nothing of the user (P2, S8)', async () => {
    const { api, opened, signer, server } = await published(() => signedFeed(signer.privateKey, content))
    await liveWorkspace(opened, server.origin, { key: 'a-secret-key' })
    const asked = () => server.heard.filter(({ url }) => url.pathname === '/tearsheet/updates.txt')
    expect(asked()).toEqual([])
    await api.program.checkForUpdates()
    expect(asked().map(({ url }) => url.search)).toEqual([''])
    const [{ headers } = { headers: {} }] = asked()
    expect(Object.keys(headers).sort()).toEqual(['accept', 'cache-control', 'connection', 'host'])
    expect(JSON.stringify(headers)).not.toMatch(/secret|0\.0\.0-test/)
  })

  test('remembers across starts what was published last, and refuses an older feed (P2)', async () => {
    let feed: unknown = content
    const { api, opened, signer, updates } = await published(() => signedFeed(signer.privateKey, feed))
    await api.program.checkForUpdates()
    await opened.close()
    feed = { ...content, published: '2026-11-20T09:00:00Z', version: '0.1.0' }
    const again = openedCore({ profile: opened.profile, policy: { ...noPolicy, updates }, clock })
    expect(await sentenceOfCheck(again.api.program.checkForUpdates())).toBe(
      'The update feed cannot be trusted: it was published on 20 Nov 2026, and one of 27 Nov 2026 was read before. Contact your administrator.',
    )
  })

  test('begins again with another key of the administrator, whatever the former one had signed', async () => {
    let feed: unknown = content
    const { api, opened, signer, server } = await published(() => signedFeed(signer.privateKey, feed))
    await api.program.checkForUpdates()
    await opened.close()
    feed = { ...content, published: '2026-11-20T09:00:00Z' }
    const other = administrator()
    const second = await scriptedService((response) => response.end(signedFeed(other.privateKey, feed)))
    const updates = { feed: `${second.origin}/updates.txt`, key: other.policyKey }
    const again = openedCore({ profile: opened.profile, policy: { ...noPolicy, updates }, clock })
    expect((await again.api.program.checkForUpdates()).version).toBe('0.2.0')
    expect(server.heard).toHaveLength(1)
  })

  test('does not follow a redirect (P2)', async () => {
    const { api, server } = await published(() => '', 302, { location: '/elsewhere' })
    expect(withoutPort(await sentenceOfCheck(api.program.checkForUpdates()))).toBe(
      'Can’t check for updates: HOST redirected the request, which is not followed.',
    )
    expect(server.heard).toHaveLength(1)
  })

  test('reads no more than a feed may have', async () => {
    const { api } = await published(() => Buffer.alloc(70_000, 'x'))
    expect(await sentenceOfCheck(api.program.checkForUpdates())).toBe(
      'The update feed cannot be trusted: it is larger than 64 KB. Contact your administrator.',
    )
  })

  test.each([404, 206, 500])('says that the server returned status %i', async (status) => {
    const { api, signer } = await published(() => signedFeed(signer.privateKey, content), status)
    expect(withoutPort(await sentenceOfCheck(api.program.checkForUpdates()))).toBe(
      `Can’t check for updates: HOST returned status ${status}.`,
    )
  })

  test('says that the server cannot be reached', async () => {
    const updates = { feed: `http://127.0.0.1:${await closedPort()}/updates.txt`, key: administrator().policyKey }
    const { api } = openedCore({ policy: { ...noPolicy, updates } })
    expect(withoutPort(await sentenceOfCheck(api.program.checkForUpdates()))).toBe(
      'Can’t check for updates: HOST cannot be reached (no response).',
    )
  })

  test('is not restricted by a policy that names services', async () => {
    const { opened, signer, updates } = await published(() => signedFeed(signer.privateKey, content))
    await opened.close()
    const { api } = openedCore({ profile: opened.profile, policy: { ...noPolicy, services: [], updates }, clock })
    expect((await api.program.checkForUpdates()).is).toBe('newer')
  })

  test('is off without an address of the administrator', async () => {
    const { api } = openedCore()
    expect((await api.program.about()).updateHost).toBeNull()
    expect(await failureOfQuestion(api.program.checkForUpdates())).toMatchObject({ kind: 'bad-request' })
  })
})

describe('the age of the engine', () => {
  test('is recorded for the Electron that is packaged', () => {
    const lock = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package-lock.json'), 'utf8')) as {
      packages: Record<string, { version?: string }>
    }
    expect(engineRelease.electron).toBe(lock.packages['node_modules/electron']?.version)
  })

  test('is stated for that one only', () => {
    expect(engineReleased(engineRelease.electron)).toBe(engineRelease.on)
    expect([engineReleased('44.0.0'), engineReleased(undefined)]).toEqual([null, null])
  })
})
