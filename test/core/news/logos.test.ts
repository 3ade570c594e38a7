import { expect, test } from 'vitest'
import { ManualClock } from '../clocks.ts'
import { canary, formsOf } from '../canary.ts'
import { liveWorkspace, openedCore } from '../opened-core.ts'
import { listed } from '../records.ts'
import { json, scriptedService } from '../service/scripted-service.ts'
import { newsOf } from '../watchlists/watchlist-setup.ts'

/** One pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const week = 7 * 24 * 3_600_000

/** A service with one news item that points to `logo` (of its own origin where it begins with a slash), and gives these bytes there. */
async function setupWithLogo(logo: string, bytes: Buffer = png, fields: Readonly<Record<string, unknown>> = {}) {
  const resource = { bytes }
  const service = await scriptedService((response, { url, headers }) => {
    if (url.pathname.startsWith('/logos/')) return void response.end(resource.bytes)
    const address = logo.startsWith('/') ? `http://${headers.host ?? ''}${logo}` : logo
    const item = newsOf('HLDN', 1, '2025-12-02T10:00:00Z', {
      logo_exists: true,
      logo_thumbnail_url: address,
      ...fields,
    })
    json(response, listed([item]))
  })
  const clock = new ManualClock()
  const opened = openedCore({ clock })
  await liveWorkspace(opened, service.origin, { key: canary })
  await opened.api.news.fetchPage({ filter: { symbols: ['HLDN'] }, page: 'latest' })
  const { entries } = await opened.api.news.list({ filter: {}, offset: 0, limit: 10 })
  const recordId = entries[0]?.recordId ?? -1
  const asked = () => service.heard.filter(({ url }) => url.pathname.startsWith('/logos/'))
  return { ...opened, clock, resource, asked, logo: async () => (await opened.api.news.logo({ recordId })).logo }
}

test('no logo is requested until logos are wanted; then once, without the key, and it is kept (R2)', async () => {
  const { api, logo, asked } = await setupWithLogo('/logos/HLDN.png')
  expect(await logo()).toBeNull()
  expect(asked()).toEqual([])
  await api.preferences.write({ logos: true })
  const picture = { type: 'image/png', bytes: png.toString('base64') }
  expect(await logo()).toEqual(picture)
  expect(await logo()).toEqual(picture)
  expect(asked()).toHaveLength(1)
  const sent = Buffer.from(JSON.stringify([asked()[0]?.url.href, asked()[0]?.headers]))
  expect(formsOf(canary).filter((form) => sent.includes(form))).toEqual([])
})

test.each([
  ['a page in its place', Buffer.from('<!doctype html><p>No.</p>')],
  ['a drawing that may carry a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['more than 256 KB', Buffer.concat([png, Buffer.alloc(256 * 1024)])],
])('%s is no logo, and is not requested again for a week', async (_, bytes) => {
  const { api, logo, asked, clock, resource } = await setupWithLogo('/logos/HLDN.png', bytes)
  await api.preferences.write({ logos: true })
  expect([await logo(), await logo()]).toEqual([null, null])
  expect(asked()).toHaveLength(1)
  resource.bytes = png
  clock.advance(week + 1)
  expect(await logo()).toMatchObject({ type: 'image/png' })
})

test('no request goes into the analyst’s own network, nor in the clear', async () => {
  const other = await scriptedService((response) => response.end(png))
  const port = new URL(other.origin).port
  for (const address of [
    `${other.origin}/logos/HLDN.png`,
    `http://localhost:${port}/logos/HLDN.png`,
    `https://127.0.0.1:${port}/logos/HLDN.png`,
    `https://[::1]:${port}/logos/HLDN.png`,
    'https://printer.local/logos/HLDN.png',
    'file:///etc/hostname',
    'data:image/png;base64,iVBORw0KGgo=',
    'not an address',
  ]) {
    const { api, logo, core } = await setupWithLogo(address)
    await api.preferences.write({ logos: true })
    expect(await logo(), address).toBeNull()
    await core.close()
  }
  expect(other.heard).toEqual([])
})

test('where the service says that there is none, none is requested', async () => {
  const { api, logo, asked } = await setupWithLogo('/logos/HLDN.png', png, { logo_exists: false })
  await api.preferences.write({ logos: true })
  expect(await logo()).toBeNull()
  expect(asked()).toEqual([])
})
