import { expect, test } from './fixtures.ts'
import { ComparePage } from './pages/compare-page.ts'
import { ExportDialog } from './pages/export-dialog.ts'
import { SecuritiesSearchPage } from './pages/securities-search-page.ts'
import { SettingsPage } from './pages/settings-page.ts'
import { TranscriptSearchPage } from './pages/transcript-search-page.ts'
import { WatchlistPage } from './pages/watchlist-page.ts'
import { WorkspacePage } from './pages/workspace-page.ts'

const symbols = [
  ...['HLDN', 'KSTM', 'VSPO', 'LWFL', 'HRTF', 'LRKA', 'ESKD', 'SDGE', 'THBL', 'CVNR', 'OKSI', 'SKLR', 'ORVN', 'MRWD'],
  ...['JRGM', 'WRFB', 'PNNW', 'MRFL', 'PRVS', 'RVST', 'NRWT', 'FNWT', 'ULKV', 'PLWF', 'GRSB', 'STMR', 'GLNC', 'DNMP'],
  ...['BKAN', 'INVL'],
]

test('thirty companies are downloaded; without the service and after a kill a day is worked; back online, what is new is right', async ({
  workspace,
  service,
  app,
}) => {
  await service.start(['--restated', 'never'])
  await new SettingsPage(workspace).connectTo(service, 'Desk')
  const list = await WatchlistPage.open(workspace)
  await list.make('Coverage', symbols.join(', '))
  await list.table.locator('[data-active]').focus()
  await workspace.press('t')
  const dialog = workspace.page.getByRole('dialog', { name: 'Download Coverage for offline use' })
  await dialog.getByRole('button', { name: 'Download', exact: true }).click()
  const complete = /^Complete offline as of/
  await expect(list.screen.getByRole('button', { name: complete })).toBeVisible({ timeout: 120_000 })
  // A first download is no news.
  await expect(list.unseen).toContainText('Nothing new')

  await service.stop()
  await app.kill()
  const again = new WorkspacePage(await app.reopen())
  const kept = await WatchlistPage.open(again)
  await expect(kept.screen.getByRole('button', { name: complete })).toBeVisible()
  await expect(kept.screen).toContainText('30 companies')
  const search = await SecuritiesSearchPage.open(again)
  await search.search('vesper')
  await search.row('VSPO').waitFor()
  await search.box.press('Enter')
  await expect(again.pageOf(/VSPO/).getByRole('grid')).toContainText('Revenue')
  const comparison = await ComparePage.open(again, 'HLDN', 'KSTM', 'VSPO')
  await comparison.showsFigures('HLDN', 'KSTM', 'VSPO')
  const text = await TranscriptSearchPage.open(again)
  await text.search('backlog')
  expect(await text.count()).toBeGreaterThan(0)
  await WatchlistPage.open(again)
  await kept.table.locator('[data-active]').focus()
  const files = await (await ExportDialog.open(again)).save('CSV')
  const [csv = ''] = [...files.values()].map((content) => content.toString('utf8'))
  expect(
    csv
      .trim()
      .split('\r\n')
      .filter((line) => symbols.some((symbol) => line.startsWith(`${symbol},`))),
  ).toHaveLength(30)

  await service.start(['--restated', 'always'])
  const settings = new SettingsPage(again)
  await settings.open('Workspaces')
  // Without a keyring, as in a browser, the key is not kept over a restart.
  if ((await settings.listed('Desk').innerText()).includes('none')) {
    await settings.key.fill(service.key)
    await settings.save.click()
    await expect(settings.screen).toContainText('is used for')
  }
  await WatchlistPage.open(again)
  await kept.refresh()
  await expect(kept.unseen).toContainText(/\d+ restated period/, { timeout: 60_000 })
  await expect(again.rail.getByRole('button', { name: /^Watchlists, \d+ new/ })).toBeVisible()
  await kept.row('HLDN').getByRole('gridcell').first().click()
  await expect(again.drawer).toContainText('Q2 FY2026')
})
