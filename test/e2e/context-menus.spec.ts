import type { Locator } from '@playwright/test'
import { copiedText } from './clipboard.ts'
import { expect, test } from './fixtures.ts'
import { CallComparisonPage } from './pages/call-comparison-page.ts'
import { CallPage } from './pages/call-page.ts'
import { CallsPage } from './pages/calls-page.ts'
import { ComparePage } from './pages/compare-page.ts'
import { CompanyPage } from './pages/company-page.ts'
import { PlayerBar } from './pages/player-bar.ts'
import { SecuritiesSearchPage } from './pages/securities-search-page.ts'
import { TranscriptSearchPage } from './pages/transcript-search-page.ts'
import { WatchlistPage } from './pages/watchlist-page.ts'
import { WorkspacePage } from './pages/workspace-page.ts'

const speech = 'f143806b-5345-4aa7-a2b3-a4b77d013853'

test('selected words of a call are copied with their source and searched for in every transcript from their menu', async ({
  workspace,
}) => {
  const { page } = workspace
  const call = await CallPage.open(workspace, speech)
  await call.isRead()
  const words = await call.turn(1).locator('.text').innerText()
  const selected = words.split(' ').slice(0, 3).join(' ')
  await call.selectWords(call.turn(1), selected)
  const inSelection = { button: 'right', position: { x: 12, y: 12 } } as const
  await call.turn(1).locator('.text').click(inSelection)
  await workspace.menuEntry(/^Copy quote(?! as)/).click()
  await expect(workspace.status).toContainText('Quote copied.')
  const copied = await copiedText(page)
  expect(copied.startsWith(`“${selected}”`)).toBe(true)
  expect(copied).toContain(`call_id ${speech}`)

  await call.turn(1).locator('.text').click(inSelection)
  await expect(page.getByRole('menu')).toBeVisible()
  expect(await workspace.accessibilityFaults()).toEqual([])
  await workspace.menuEntry(`Search transcripts for “${selected}”`).click()
  await expect(workspace.activeTab).toContainText(selected)
})

test('a company is put on a watchlist from the menu of its tab and of its figures', async ({ workspace }) => {
  const list = await WatchlistPage.open(workspace)
  await list.make('Coverage', 'VSPO')
  const company = await CompanyPage.open(workspace, 'HLDN')
  await company.showsFigures()
  await workspace.page.getByRole('gridcell').first().click({ button: 'right' })
  await workspace.menuEntry(/^Add HLDN to Coverage/).click()
  await expect(workspace.status).toContainText('HLDN added to Coverage.')
  await workspace.tab(/HLDN/).click({ button: 'right' })
  await expect(workspace.menuEntry(/^Add HLDN to Coverage already on it/)).toBeDisabled()
})

test('a found security, a call, a company of a screen and a hit have a menu, by right click and by the menu key', async ({
  workspace,
}) => {
  const { page } = workspace
  const copied = () => copiedText(page)
  const list = await WatchlistPage.open(workspace)
  await list.make('Coverage', 'VSPO')

  const securities = await SecuritiesSearchPage.open(workspace)
  await securities.search('HLDN')
  await securities.screen.getByRole('button', { name: 'Search the service' }).first().click()
  await expect(securities.rows.first()).toContainText('HLDN')
  await securities.rows.first().click({ button: 'right' })
  expect(await workspace.accessibilityFaults()).toEqual([])
  await workspace.menuEntry('Add HLDN to Coverage').click()
  await expect(workspace.status).toContainText('HLDN added to Coverage.')
  // The list has the keys again, and its current row the menu.
  await workspace.press('Shift+F10')
  await expect(workspace.menuEntry(/^Open selected security/)).toBeFocused()
  await expect(workspace.menuEntry(/^Add HLDN to Coverage already on it/)).toBeDisabled()
  await workspace.menuEntry('Copy with column headings').click()
  await expect(workspace.status).toContainText('Copied 1 security')
  expect(await copied()).toContain('HLDN')

  const calls = await CallsPage.open(workspace)
  await calls.rows.nth(1).click({ button: 'right' })
  await expect(calls.rows.nth(1)).toHaveAttribute('aria-selected', 'true')
  await workspace.menuEntry('Copy with column headings').click()
  await expect(workspace.status).toContainText('1 row copied.')
  expect(await copied()).toContain('call_id')
  await workspace.press('Shift+F10')
  await workspace.menuEntry(/^Open call/).click()
  await expect(page.getByRole('grid', { name: 'Calls' })).toBeHidden()

  await TranscriptSearchPage.store(workspace, speech)
  const text = await TranscriptSearchPage.open(workspace)
  await text.search('margin')
  await expect(text.current).toBeVisible()
  await text.current.click({ button: 'right' })
  await workspace.menuEntry('Copy with call and IDs').click()
  await expect(workspace.status).toContainText('1 hit copied')
  expect(await copied()).toContain(speech)
  await workspace.press('Shift+F10')
  await workspace.menuEntry('Open HLDN').click()
  await expect(workspace.activeTab).toContainText('HLDN')

  for (const symbol of ['HLDN', 'KSTM']) await (await CompanyPage.open(workspace, symbol)).showsFigures()
  await workspace.rail.getByRole('button', { name: 'Screener' }).click()
  await workspace.pageOf('Screener').getByRole('button', { name: 'Add condition' }).click()
  await page.keyboard.type('Operating margin')
  for (const _ of ['measure', 'period', 'operator', 'value']) await workspace.press('Tab')
  await page.keyboard.type('1')
  const results = workspace.pageOf('Screener').getByRole('grid', { name: 'Results' })
  await expect(results.getByRole('rowheader')).toHaveText([/^KSTM/, /^HLDN/])
  await results.getByRole('gridcell', { name: /%/ }).first().click({ button: 'right' })
  await workspace.menuEntry(/^Copy with source/).click()
  await expect(workspace.status).toContainText('Copied 1 row with source.')
  expect(await copied()).toMatch(/Source\tPeriod\tFiscal quarter\tPeriod end\tStored record\r\nKSTM\tLatest quarter\t/)
  await workspace.press('Shift+F10')
  await expect(workspace.menuEntry(/^Show source of figure/)).toBeVisible()
  await workspace.press('Escape')
})

test('a row is opened in a window of its own by its menu, and stays open here', async ({ workspace }) => {
  const calls = await CallsPage.open(workspace)
  await calls.rows.first().click({ button: 'right' })
  const opening = workspace.page.context().waitForEvent('page')
  await workspace.menuEntry('Open in new window').click()
  const second = new WorkspacePage(await opening)
  await second.isOpen()
  await expect(second.tabs).toHaveCount(2)
  await expect(calls.grid).toBeVisible()
})

test('figures of a comparison are copied with the records behind them', async ({ workspace }) => {
  const { page } = workspace
  for (const symbol of ['HLDN', 'KSTM']) await (await CompanyPage.open(workspace, symbol)).showsFigures()
  const compare = await ComparePage.open(workspace, 'HLDN', 'KSTM')
  await compare.showsFigures('HLDN', 'KSTM')
  await compare.activeCell.click({ button: 'right' })
  await workspace.menuEntry(/^Copy with source/).click()
  await expect(workspace.status).toContainText('Copied 1 figure with source.')
  const rows = (await copiedText(page)).split('\r\n').map((row) => row.split('\t'))
  const heads = rows.findIndex(([first]) => first === 'Source')
  expect(rows[heads]).toEqual([
    'Source',
    'Request',
    'Fiscal period',
    'Period end',
    'Aligned',
    'Fetched (UTC)',
    'Stored record',
  ])
  expect(rows[heads + 1]?.[0]).toMatch(/^HLDN /)
  expect(rows[heads + 1]?.[1]).toBe('Enhanced fundamentals')
  expect(rows[heads + 1]?.[3]).toMatch(/^\d{4}-\d\d-\d\d$/)
  expect(rows[heads + 1]?.[6]).toMatch(/^\d+/)
})

/**
 * The entries of the open menu that are choices or switches, as a screen reader names them; the menu is closed then. What is ticked must be
 * what is checked, and nothing else may be.
 */
async function choicesOf(workspace: WorkspacePage, button: Locator) {
  await button.press('Enter')
  const menu = workspace.page.getByRole('menu')
  await expect(menu).toBeVisible()
  const entries = await menu.locator('[role^=menuitem]').evaluateAll((elements) =>
    elements.map((element) => ({
      role: element.role,
      title: element.getAttribute('data-title') ?? '',
      checked: element.ariaChecked,
      isTicked: element.querySelector('.tick svg') !== null,
    })),
  )
  await workspace.press('Escape')
  await expect(menu).toBeHidden()
  for (const { role, title, checked, isTicked } of entries) {
    expect(isTicked, title).toBe(checked === 'true')
    expect(checked === null, title).toBe(role === 'menuitem')
  }
  const of = (role: string) => entries.filter((entry) => entry.role === role)
  const chosen = of('menuitemradio').filter(({ isTicked }) => isTicked)
  return {
    choices: of('menuitemradio').length,
    chosen: chosen.map(({ title }) => title),
    switches: Object.fromEntries(of('menuitemcheckbox').map(({ title, isTicked }) => [title, isTicked])),
  }
}

test('every menu says of its choices which is chosen, and of its switches whether they are on', async ({
  workspace,
}) => {
  const { page } = workspace
  const securities = await SecuritiesSearchPage.open(workspace)
  expect.soft(await choicesOf(workspace, securities.kind)).toEqual({
    choices: 12,
    chosen: ['Detect automatically'],
    switches: {},
  })
  expect.soft(await choicesOf(workspace, securities.screen.getByRole('button', { name: /^Order:/ }))).toMatchObject({
    chosen: ['Most recently fetched'],
    switches: {},
  })
  expect.soft(await choicesOf(workspace, workspace.title.getByRole('button', { name: /^Workspace:/ }))).toEqual({
    choices: 1,
    chosen: ['Sample'],
    switches: {},
  })

  const company = await CompanyPage.open(workspace, 'HLDN')
  await company.showsFigures()
  expect
    .soft(await choicesOf(workspace, company.screen.getByRole('button', { name: /^Growth and common size/ })))
    .toEqual({
      choices: 3,
      chosen: ['below totals'],
      switches: {},
    })
  expect.soft(await choicesOf(workspace, company.screen.getByRole('button', { name: /^Scale, edition/ }))).toEqual({
    choices: 6,
    chosen: ['Millions', 'Enhanced edition'],
    switches: { 'Adjust for splits': false, 'Empty lines': true, 'Charts above the table': true },
  })

  const list = await WatchlistPage.open(workspace)
  await list.make('Coverage', 'HLDN')
  expect.soft(await choicesOf(workspace, list.screen.getByRole('button', { name: 'Lists' }))).toEqual({
    choices: 1,
    chosen: [expect.stringMatching(/^Coverage/)],
    switches: {},
  })

  const compare = await ComparePage.open(workspace, 'HLDN', 'KSTM')
  await compare.showsFigures('HLDN', 'KSTM')
  await compare.saved('Save as…')
  await page.keyboard.type('Instruments')
  await workspace.press('Enter')
  const kept = new ComparePage(workspace, 'Instruments')
  await kept.showsFigures('HLDN', 'KSTM')
  // The list of saved ones is read again once it is saved.
  await expect
    .poll(() => choicesOf(workspace, kept.screen.getByRole('button', { name: 'Saved' })))
    .toEqual({
      choices: 1,
      chosen: ['Instruments'],
      switches: {},
    })

  await workspace.rail.getByRole('button', { name: 'Screener' }).click()
  const screener = workspace.pageOf('Screener')
  await screener.getByRole('button', { name: 'Add condition' }).click()
  await page.keyboard.type('Country')
  await workspace.press('Tab')
  expect.soft(await choicesOf(workspace, screener.getByRole('button', { name: 'All of', exact: true }))).toEqual({
    choices: 3,
    chosen: ['All of'],
    switches: { 'Bypass the group': false },
  })
  const values = screener.getByRole('button', { name: 'Values of Country' })
  await values.press('Enter')
  await page.getByRole('menuitemcheckbox').first().press('Enter')
  await expect(values).not.toContainText('…')
  const countries = await choicesOf(workspace, values)
  expect.soft(countries).toMatchObject({ choices: 0, chosen: [] })
  expect(Object.values(countries.switches).filter((isOn) => isOn)).toHaveLength(1)
})

test('the menus of a call, its player, its comparison and its search, and those of a narrow window, say so too', async ({
  workspace,
}) => {
  const { page } = workspace
  await CallsPage.open(workspace)
  await expect(workspace.status).toContainText('Updated just now')
  const call = await CallPage.open(workspace, speech)
  await call.isRead()
  expect.soft(await choicesOf(workspace, call.screen.getByRole('button', { name: 'More', exact: true }))).toEqual({
    choices: 4,
    chosen: ['Verbatim'],
    switches: {},
  })
  await call.panel.getByRole('button', { name: 'Play', exact: true }).click()
  const player = new PlayerBar(workspace)
  await player.isHeardBeyond(0)
  await player.pause.click()
  expect.soft(await choicesOf(workspace, player.speed)).toEqual({ choices: 9, chosen: ['1.0x'], switches: {} })

  await call.currentTurn.focus()
  await workspace.press('Shift+C')
  const comparison = new CallComparisonPage(workspace)
  await comparison.screen.getByRole('button', { name: 'Download', exact: true }).click()
  await expect(comparison.passages).toBeVisible()
  expect
    .soft(await choicesOf(workspace, comparison.screen.getByRole('button', { name: 'All speakers' })))
    .toMatchObject({
      chosen: ['All speakers'],
      switches: {},
    })
  await expect
    .poll(() => choicesOf(workspace, comparison.call('Earlier')))
    .toMatchObject({
      chosen: [expect.stringMatching(/^Q2 FY2026 earnings call/)],
      switches: {},
    })

  const text = await TranscriptSearchPage.open(workspace)
  await text.search('margin')
  await expect(text.current).toBeVisible()
  expect.soft(await choicesOf(workspace, text.screen.getByRole('button', { name: /^Order:/ }))).toMatchObject({
    chosen: ['Best match'],
    switches: {},
  })

  await page.setViewportSize({ width: 900, height: 700 })
  expect.soft(await choicesOf(workspace, player.bar.getByRole('button', { name: /^Play:/ }))).toMatchObject({
    chosen: ['All'],
    switches: {},
  })
  await page.setViewportSize({ width: 640, height: 700 })
  expect.soft(await choicesOf(workspace, page.getByRole('button', { name: 'Main menu' }))).toMatchObject({
    chosen: ['Full text'],
    switches: {},
  })
  expect.soft(await choicesOf(workspace, page.getByRole('button', { name: /^\d tabs$/ }))).toMatchObject({
    chosen: [await workspace.activeTab.innerText()],
    switches: {},
  })
  expect
    .soft(await choicesOf(workspace, player.bar.getByRole('button', { name: 'More player options' })))
    .toMatchObject({
      chosen: ['All'],
      switches: {},
    })
})

test.describe('with the loaded sample', () => {
  test.use({ profileState: 'loaded sample' })

  test('an alert, a rating and an event are copied from their menus, and open their page and their company', async ({
    workspace,
  }) => {
    const { page } = workspace
    const copied = () => copiedText(page)

    await workspace.rail.getByRole('button', { name: /^Alerts/ }).click()
    const alert = workspace.pageOf('Alerts').getByRole('grid', { name: 'Alerts' }).locator('[aria-selected]').first()
    await alert.click({ button: 'right' })
    await workspace.menuEntry('Copy row').click()
    await expect(workspace.status).toContainText('1 row copied.')
    expect(await copied()).toContain('Restatement')
    await workspace.press('Shift+F10')
    const companyOfAlert = workspace.menuEntry(/^Open [A-Z]{4}$/)
    const symbol = (await companyOfAlert.innerText()).slice('Open '.length)
    await companyOfAlert.click()
    await expect(workspace.activeTab).toContainText(symbol)

    await workspace.rail.getByRole('button', { name: 'Ratings and news' }).click()
    const records = workspace.pageOf('Ratings and news').getByRole('grid').locator('[aria-selected]').first()
    await records.click({ button: 'right' })
    await workspace.menuEntry('Copy with column headings').click()
    await expect(workspace.status).toContainText('1 row copied.')
    expect((await copied()).split('\r\n')).toHaveLength(2)

    const company = await CompanyPage.open(workspace, 'HLDN')
    await company.view('Timeline')
    const event = company.screen.getByRole('grid', { name: 'Events shown' }).locator('[aria-selected]').first()
    await event.click({ button: 'right' })
    await workspace.menuEntry(/^Open event/).click()
    await expect(workspace.activeTab).toContainText('HLDN')
  })
})
