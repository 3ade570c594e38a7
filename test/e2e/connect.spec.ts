import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { ConnectPage } from './pages/connect-page.ts'

test('a service is connected, a pasted coverage is recognized and loaded at a stated cost, and Home shows it', async ({
  workspace,
  service,
}) => {
  const connect = await ConnectPage.open(workspace)
  await connect.connect(service, 'Meridian')
  await expect(workspace.title).toContainText('Meridian')
  await expect(connect.screen.getByText('All 7 operations work.').first()).toBeVisible()
  // The key is with the core: of it the page has four characters.
  await expect(connect.screen.getByText('•••• 6789')).toBeVisible()
  expect(await workspace.page.content()).not.toContain(service.key)

  await connect.list.fill('HLDN\nKSTM US Equity\nTamsin Controls\nUS0378331006\nHLDN\nNOTREAL')
  await expect(connect.found.nth(0)).toContainText('Halden Instruments')
  await expect(connect.found.nth(1)).toContainText('Kestrel Metrology')
  await expect(connect.found.nth(2)).toContainText('Name only: load its exchange to find it')
  await expect(connect.found.nth(3)).toContainText('Invalid check digit')
  await expect(connect.found.nth(4)).toContainText('Same as line 1')
  await expect(connect.found.nth(5)).toContainText('Not found at the service. Tick to add it anyway.')
  await expect(connect.exchanges.getByRole('row').nth(1)).toContainText(/426.*5/)
  await expect(connect.costs).toContainText('Statements, 5 years')
  await connect.exchanges.getByRole('checkbox').first().check({ force: true })
  await expect(connect.costs).toContainText('Names of XNAS')
  expect(await workspace.accessibilityFaults()).toEqual([])

  await connect.list.press('ControlOrMeta+Enter')
  await expect(workspace.activeTab).toHaveText('Home')
  const home = workspace.pageOf('Home')
  await expect(home.getByRole('row', { name: /HLDN Halden Instruments Q\d FY\d{4}/ })).toBeVisible()
  await expect(home.getByText('2 companies on 1 watchlist')).toBeVisible()
})

test('nothing of a key that was typed and stored is left in the memory of the page (S1, S6; needs Chromium)', async ({
  workspace,
  service,
}) => {
  const connect = await ConnectPage.open(workspace)
  // Typed letter by letter: a script that fills the field would itself leave the key in the page's memory.
  await connect.baseUrl.fill(service.origin)
  await connect.name.fill('Meridian')
  await connect.key.pressSequentially(service.key)
  const typed = await textsInMemory(workspace.page)
  await connect.key.press('Enter')
  await expect(workspace.title).toContainText('Meridian')
  await expect(connect.screen.getByText('All 7 operations work.').first()).toBeVisible()
  const kept = await textsInMemory(workspace.page)
  expect(typed).toContain(service.key)
  expect(slicesOf(service.key).filter((slice) => kept.includes(slice))).toEqual([])
})

test('a rejected key stays at the first step, below its field, and the right one goes on', async ({
  workspace,
  service,
}) => {
  const connect = await ConnectPage.open(workspace)
  await connect.connect({ origin: service.origin, key: 'not-the-right-key' }, 'Meridian')
  await expect(connect.screen.getByText('The API key was rejected.').first()).toBeVisible()
  await expect(connect.screen.getByText('Check it with your provider, then enter it again.')).toBeVisible()
  await expect(workspace.title).toContainText('Sample')
  await connect.key.fill(service.key)
  await connect.key.press('Enter')
  await expect(workspace.title).toContainText('Meridian')
  await expect(connect.list).toBeVisible()
})

test('an operation that the key does not include is named, and the rest can be used', async ({
  workspace,
  service,
}) => {
  await service.start(['--fail', 'news=403'])
  const connect = await ConnectPage.open(workspace)
  await connect.connect(service, 'Meridian')
  await expect(connect.screen.getByText('6 of 7 operations work.').first()).toBeVisible()
  await expect(connect.report.getByRole('row', { name: /News/ })).toContainText('not included in this key')
  await expect(connect.screen.getByText('News stays empty with this key; everything else is available.')).toBeVisible()
  await connect.screen.getByRole('button', { name: 'Skip for now' }).click()
  await expect(workspace.activeTab).toHaveText('Home')
  await expect(workspace.pageOf('Home').getByRole('button', { name: 'Add your coverage' })).toBeVisible()
})

test('an address where nothing responds is said in words, with what to check', async ({ workspace, service }) => {
  await service.stop()
  const connect = await ConnectPage.open(workspace)
  await connect.connect(service, 'Meridian')
  await expect(connect.screen.getByText(/Can’t reach 127\.0\.0\.1:\d+\. Check the base URL/)).toBeVisible()
  await expect(connect.screen.getByRole('button', { name: 'Open Meridian anyway' })).toBeVisible()
  await service.start()
  await connect.screen.getByRole('button', { name: 'Test again' }).click()
  await expect(workspace.title).toContainText('Meridian')
})

/** A snapshot of the heap of the page, whose strings are in it. Garbage is collected before. */
async function textsInMemory(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const chunks: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await session.detach()
  return chunks.join('')
}

/** Any twelve characters of it in a row. */
function slicesOf(key: string): string[] {
  return Array.from({ length: key.length - 11 }, (_, at) => key.slice(at, at + 12))
}
