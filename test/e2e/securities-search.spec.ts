import { expect, test } from './fixtures.ts'
import { CompanyPage } from './pages/company-page.ts'
import { SecuritiesSearchPage } from './pages/securities-search-page.ts'
import { WorkspacePage } from './pages/workspace-page.ts'
import { savedTabs } from './saved-tabs.ts'

test('a company is found by symbol, name, ISIN and CUSIP, and the box says what it took the text for', async ({
  workspace,
}) => {
  const search = new SecuritiesSearchPage(workspace)
  await search.search('hldn')
  await expect(search.kind).toHaveText(/Symbol or name/)
  await expect(search.row('HLDN')).toContainText('Halden Instruments')
  const isin = await (await search.cell(search.row('HLDN'), 'ISIN')).innerText()
  const cusip = await (await search.cell(search.row('HLDN'), 'CUSIP')).innerText()

  await search.search('halden instr')
  await expect(search.kind).toHaveText(/Name/)
  await expect(search.row('HLDN')).toBeVisible()

  await search.search(isin)
  await expect(search.kind).toHaveText(/ISIN, check digit valid/)
  await expect(search.row('HLDN')).toBeVisible()

  await search.search(cusip)
  await expect(search.kind).toHaveText(/CUSIP, check digit valid/)
  await expect(search.row('HLDN')).toBeVisible()
})

test('the first run offers companies of the sample: a click, or Down and Enter, opens one at once', async ({
  workspace,
}) => {
  const search = new SecuritiesSearchPage(workspace)
  await expect(search.box).toBeFocused()
  const first = search.screen.getByRole('button', { name: 'HLDN Halden Instruments' })
  await expect(first).toBeVisible()
  await workspace.press('ArrowDown')
  await expect(first).toBeFocused()
  await expect(search.grid.getByRole('columnheader', { name: 'Symbol' })).toBeVisible()
  await expect(search.rows).toHaveCount(0)
  await expect(search.screen.getByRole('button', { name: 'List XNAS' })).toBeVisible()
  await first.click()
  await expect(workspace.activeTab).toHaveText(/HLDN Overview/)
  await expect(workspace.pageOf(/HLDN/).getByRole('heading', { level: 1 })).toHaveText('Halden Instruments')
})

test('a mistyped ISIN is recognized by its check digit, and given as the reason why nothing was found', async ({
  workspace,
}) => {
  const search = new SecuritiesSearchPage(workspace)
  await search.search('US99HLDN1031')
  await expect(search.kind).toHaveText(/ISIN, check digit invalid/)
  await expect(search.screen).toContainText('No match for “US99HLDN1031”')
  await expect(search.screen).toContainText('Invalid check digit: check for typos.')
})

test('a name that only the service holds is not said to be unknown to it', async ({ workspace }) => {
  const search = new SecuritiesSearchPage(workspace)
  await search.search('Halden')
  await expect(search.screen).toContainText('The service searches by symbol and identifier, not name.')
  await search.screen.getByRole('button', { name: 'MIC XNAS' }).click()
  await expect(search.row('HLDN')).toBeVisible()
})

test('the kind can be chosen by hand, and a market’s list comes in pages on request', async ({ workspace }) => {
  const search = new SecuritiesSearchPage(workspace)
  await search.list('MIC', 'XLON')
  await expect(search.kind).toHaveText(/MIC/)
  await expect(search.found).toContainText('100 securities')
  await expect.poll(async () => new Set(await search.column('MIC'))).toEqual(new Set(['XLON']))
  await search.screen.getByRole('button', { name: /^Load \d+ more$/ }).click()
  await expect(search.found).toContainText('200 securities')
  await expect(search.screen).toContainText('200 loaded')
  await search.grid.focus()
  await workspace.press('j')
  await workspace.press('j')
  await expect(workspace.status).toContainText('Row 3 of 200')
  await workspace.press('k')
  await expect(workspace.status).toContainText('Row 2 of 200')
})

test('each result says where it comes from: the service just now, or the library', async ({ workspace }) => {
  const search = new SecuritiesSearchPage(workspace)
  await search.search('VSPO')
  await expect(await search.cell(search.row('VSPO'), 'Source')).toHaveText('Service, just now')
  await search.search('Vesper Optics')
  await expect(await search.cell(search.row('VSPO'), 'Source')).toHaveText('Library, just now')
  await expect(search.screen).toContainText('The service does not search by name')
})

test('a reload finds the search as it was, with the kind that was chosen by hand', async ({ workspace }) => {
  const search = new SecuritiesSearchPage(workspace)
  await search.list('OPOL (operating MIC)', 'XNAS')
  await expect(search.found).toContainText('100 securities')
  await workspace.page.reload()
  await expect(search.box).toHaveValue('XNAS')
  await expect(search.kind).toHaveText(/OPOL/)
  await expect(search.found).toContainText('100 securities')
})

test('filters add up within a kind and narrow across kinds, and their counts say what each would show', async ({
  workspace,
}) => {
  const search = new SecuritiesSearchPage(workspace)
  await search.list('GICS code', '45')
  await expect(search.found).toContainText('100 securities')
  await search.filter('US').click()
  const american = await search.filterCount('US')
  await expect(search.found).toContainText(`${american} securities`)
  const british = await search.filterCount('GB')
  await search.filter('GB').click()
  await expect(search.found).toContainText(`${american + british} securities`)
  await expect.poll(async () => new Set(await search.column('Country'))).toEqual(new Set(['US', 'GB']))
  await search.filter('ADR').click()
  const adrs = await search.filterCount('ADR')
  await expect(search.rows).toHaveCount(adrs)
  await search.screen.getByRole('button', { name: 'Clear filters' }).click()
  await expect(search.found).toContainText('100 securities')
})

test('from the first letter to the open company without the mouse', async ({ workspace }) => {
  const search = new SecuritiesSearchPage(workspace)
  await expect(search.box).toBeFocused()
  await workspace.page.keyboard.type('vsp')
  await expect(search.row('VSPO')).toBeVisible()
  await search.hasOneCurrentRow('VSPO')
  await workspace.press('ArrowDown')
  await search.hasOneCurrentRow('VSP1')
  await workspace.press('ArrowUp')
  await workspace.press('Enter')
  await expect(workspace.activeTab).toHaveText(/VSPO Overview/)
  await workspace.press('Alt+ArrowLeft')
  await expect(search.box).toHaveValue('vsp')
  await expect(search.box).toBeFocused()
  await search.grid.focus()
  await workspace.press('j')
  await search.hasOneCurrentRow('VSP1')
  await workspace.press('/')
  await expect(search.box).toBeFocused()
})

test('Enter right after the last letter opens what was typed, not what stood there before', async ({ workspace }) => {
  const search = new SecuritiesSearchPage(workspace)
  await search.search('HLDN')
  await expect(search.row('HLDN')).toBeVisible()
  await search.search('VSPO')
  await expect(search.row('VSPO')).toBeVisible()
  await search.box.press('ControlOrMeta+a')
  await workspace.page.keyboard.type('HLDN')
  await workspace.press('Enter')
  await expect(workspace.activeTab).toHaveText(/HLDN/)
})

test('selected rows are copied with heads and whole numbers', async ({ workspace }) => {
  const search = new SecuritiesSearchPage(workspace)
  await search.search('HLDN')
  await expect(search.row('HLDN')).toBeVisible()
  await search.row('HLDN').getByRole('gridcell').nth(2).click()
  const copied = await search.copiedText()
  expect(copied).toContain('Symbol\tName\tExchange')
  expect(copied).toMatch(/HLDN\tHalden Instruments\tNASDAQ\tXNAS\tUS\tCommon Stock\t\d{9,}\tUSD/)
})

test('after a restart / goes to the search that was left open, with its query, which is ready to be typed over', async ({
  workspace,
  app,
}) => {
  const search = new SecuritiesSearchPage(workspace)
  await search.search('VSPO')
  await expect(search.row('VSPO')).toBeVisible()
  await expect.poll(() => savedTabs(app.profile)).toContain('VSPO')
  await workspace.tab('Home').click()
  await expect.poll(() => savedTabs(app.profile)).toContain('"active":0')
  const reopened = new WorkspacePage(await app.reopen())
  await expect(reopened.activeTab).toHaveText(/Home/)
  await reopened.press('/')
  const again = new SecuritiesSearchPage(reopened)
  await expect(again.box).toHaveValue('VSPO')
  await expect(again.box).toBeFocused()
  await expect(again.row('VSPO')).toBeVisible()
  await reopened.page.keyboard.type('HLDN')
  await expect(again.box).toHaveValue('HLDN')
})

test('what a search brought is there again after a restart, and so are the companies that were opened', async ({
  workspace,
  app,
}) => {
  const search = new SecuritiesSearchPage(workspace)
  await search.search('VSPO')
  await expect(search.row('VSPO')).toBeVisible()
  await search.box.press('Enter')
  await new CompanyPage(workspace, 'VSPO').showsFigures()
  const reopened = new WorkspacePage(await app.reopen())
  await reopened.tab(/VSPO”/).click()
  const again = new SecuritiesSearchPage(reopened)
  await again.box.fill('')
  await expect(again.row('VSPO')).toContainText('Vesper Optics')
  await expect(await again.cell(again.row('VSPO'), 'Stored')).toHaveText('Statements stored')
})

test('the search has no accessibility fault, empty, full, filtered and with nothing found', async ({ workspace }) => {
  const search = new SecuritiesSearchPage(workspace)
  expect(await workspace.accessibilityFaults()).toEqual([])
  await search.list('Country', 'US')
  await expect(search.found).toContainText('100 securities')
  await search.filter('NASDAQ').click()
  await search.kind.click()
  await expect(workspace.page.getByRole('menuitemradio', { name: 'ISIN' })).toBeVisible()
  expect(await workspace.accessibilityFaults()).toEqual([])
  await workspace.press('Escape')
  await search.search('no such company')
  await expect(search.screen).toContainText('No stored company matches “no such company”.')
  expect(await workspace.accessibilityFaults()).toEqual([])
})

test('at 200 % zoom nothing of the search is cut off: filters fold into a button', async ({ workspace }) => {
  await workspace.page.setViewportSize({ width: 720, height: 450 })
  const search = new SecuritiesSearchPage(workspace)
  await search.list('Country', 'US')
  await expect(search.found).toContainText('100 securities')
  await expect.poll(() => workspace.sidewaysOverflow()).toBe(0)
  await search.screen.getByRole('button', { name: 'Filters' }).click()
  await workspace.page
    .getByRole('dialog', { name: 'Filters' })
    .locator('label')
    .filter({ hasText: 'NYSE Arca' })
    .click()
  await expect(search.found).not.toContainText('100 securities')
})
