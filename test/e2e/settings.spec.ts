import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { CallsPage } from './pages/calls-page.ts'
import { CompanyPage } from './pages/company-page.ts'
import { SecuritiesSearchPage } from './pages/securities-search-page.ts'
import { ConnectPage } from './pages/connect-page.ts'
import { ExportDialog } from './pages/export-dialog.ts'
import { SettingsPage } from './pages/settings-page.ts'
import { WorkspacePage } from './pages/workspace-page.ts'

/** Everything of the page that a key could have stayed in, its fields included. */
function traces(page: Page): Promise<string> {
  return page.evaluate(() => {
    const fields = [...document.querySelectorAll('input, textarea')].map((field) =>
      field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : '',
    )
    const kept = [
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      history.state,
      location.href,
      document.title,
    ]
    return JSON.stringify([document.documentElement.outerHTML, fields, kept])
  })
}

test('from the sample data to a connected service: address, key, Enter, with the keyboard alone', async ({
  workspace,
  service,
}) => {
  await workspace.press('Control+k')
  await workspace.page.keyboard.type('connect')
  await expect(workspace.page.getByRole('option', { name: /Connect your data service/ })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await workspace.press('Enter')
  const connect = new ConnectPage(workspace)
  await expect(connect.baseUrl).toBeFocused()
  await workspace.page.keyboard.type(service.origin)
  await workspace.press('Tab')
  await workspace.page.keyboard.type(service.key)
  await workspace.press('Enter')
  const { host } = new URL(service.origin)
  await expect(workspace.title).toContainText(host)
  await expect(workspace.title).not.toContainText('Invented data')
  // The title says where the window goes before the tabs of that workspace are there.
  await expect(workspace.tab('Search')).toHaveCount(0)
  await expect(connect.screen.getByText('All 7 operations work.').first()).toBeVisible()
  await connect.screen.getByRole('button', { name: 'Skip for now' }).press('Enter')
  await expect(workspace.activeTab).toHaveText('Home')
  await workspace.press('/')
  const search = new SecuritiesSearchPage(workspace)
  await expect(search.box).toBeFocused()
  await workspace.page.keyboard.type('hldn')
  await expect(search.row('HLDN')).toBeVisible()
})

test('a wrong key is one sentence where the right one is typed, and then everything works', async ({
  workspace,
  service,
}) => {
  const settings = new SettingsPage(workspace)
  await settings.open('Workspaces')
  await settings.baseUrl.fill(service.origin)
  await settings.key.fill('not-the-key-987654')
  await settings.connect.click()
  await expect(settings.operation('Ratings')).toContainText('The API key was rejected (Ratings).')
  await expect(settings.operation('One conference call')).toContainText('Skipped')
  await expect(settings.key).toBeFocused()
  await expect.poll(() => settings.refusal(settings.key)).toBe('The API key was rejected. Enter a new key.')
  await workspace.page.keyboard.type(service.key)
  await workspace.press('Enter')
  await expect(settings.report.getByRole('row').filter({ hasText: 'Works' })).toHaveCount(7)
})

test('a key that was handed over is nowhere in the page any more, and only its last four characters are shown', async ({
  workspace,
  service,
}) => {
  const settings = new SettingsPage(workspace)
  await settings.connectTo(service, 'Desk')
  await settings.open('Workspaces')
  await expect(settings.screen).toContainText(
    `The key that ends in ${service.key.slice(-4)} is used for ${service.origin}.`,
  )
  const parts = [service.key, service.key.slice(0, 8), encodeURIComponent(service.key)]
  const left = await traces(workspace.page)
  expect(parts.filter((part) => left.includes(part))).toEqual([])
  await settings.open('Diagnostics')
  await expect(settings.screen.getByLabel('Report')).toContainText('key present')
  const report = await settings.screen.getByLabel('Report').innerText()
  expect(parts.filter((part) => report.includes(part))).toEqual([])
  await settings.open('Workspaces')
  await settings.screen.getByRole('button', { name: 'Remove key' }).click()
  await expect(settings.screen).toContainText('No key yet. Without a key, only stored data is available.')
  await expect(settings.listed('Desk')).toContainText('none')
})

test('a search that calls its parameters otherwise is found out, and its names are taken over with one click', async ({
  workspace,
  service,
}) => {
  await service.start(['--search-names', 'query,search_type,page'])
  const settings = new SettingsPage(workspace)
  await settings.open('Workspaces')
  await settings.baseUrl.fill(service.origin)
  await settings.key.fill(service.key)
  await settings.name.fill('Desk')
  await settings.connect.click()
  await expect(settings.operation('Ratings')).toContainText('Works')
  await settings.screen.getByRole('textbox', { name: 'Test symbol' }).fill('HLDN')
  await settings.test.click()
  await expect(settings.screen).toContainText(
    'The securities search uses other parameter names: query, search_type, page.',
  )
  await settings.screen.getByRole('button', { name: 'Use these names' }).click()
  await expect(settings.operation('Securities search')).toContainText('parameters query and search_type')
  await expect(settings.screen).not.toContainText('uses other parameter names')
  await settings.enter('Desk').click()
  await expect(workspace.title).toContainText('Desk')
  const search = await SecuritiesSearchPage.open(workspace)
  await search.search('VSPO')
  await expect(search.row('VSPO')).toBeVisible()
})

test('an address that would give the key away is refused in words before anything is sent', async ({ workspace }) => {
  const settings = new SettingsPage(workspace)
  await settings.open('Workspaces')
  for (const [typed, words] of [
    ['http://api.example.com', 'The URL must start with https:// to protect your key.'],
    ['https://api.example.com?apikey=abc', 'Remove everything from ? or #. Enter the key in its own field.'],
    ['nonsense', 'This is not a valid URL. Example: https://api.example.com'],
  ] as const) {
    await settings.baseUrl.fill(typed)
    await settings.connect.click()
    await expect(settings.baseUrl).toBeFocused()
    await expect.poll(() => settings.refusal(settings.baseUrl)).toBe(words)
  }
  await settings.baseUrl.fill('api.example.com')
  await settings.baseUrl.blur()
  await expect(settings.baseUrl).toHaveValue('https://api.example.com')
  await expect(settings.screen.getByRole('table', { name: 'Workspaces' }).getByRole('row')).toHaveCount(2)
})

test('a changed address needs its key again: the previous one is never sent there', async ({ workspace, service }) => {
  const settings = new SettingsPage(workspace)
  await settings.connectTo(service, 'Desk')
  await settings.open('Workspaces')
  const elsewhere = service.origin.replace('127.0.0.1', 'localhost')
  await settings.baseUrl.fill(elsewhere)
  await expect(settings.screen).toContainText(
    `was entered for ${service.origin} and is never sent anywhere else. Enter the key for ${elsewhere}.`,
  )
  await settings.save.click()
  await expect(settings.listed('Desk')).toContainText('for another address')
  await settings.test.click()
  await expect(settings.operation('Ratings')).toContainText('This workspace has no API key.')
})

test('a service that is not there is reported once, and the rest is not tried', async ({ workspace, service }) => {
  await service.stop()
  const settings = new SettingsPage(workspace)
  await settings.open('Workspaces')
  await settings.baseUrl.fill(service.origin)
  await settings.connect.click()
  await expect(settings.operation('Securities search')).toContainText('Can’t reach the service')
  await expect(settings.report.getByRole('row').filter({ hasText: 'Skipped' })).toHaveCount(6)
})

test('the chosen appearance is there at once, and again after a restart', async ({ workspace, app }) => {
  const settings = new SettingsPage(workspace)
  await settings.open('Appearance')
  const sample = settings.screen.getByRole('table', { name: 'Preview' })
  await settings.screen.getByText('Dark', { exact: true }).click()
  await settings.screen.getByText('Billions', { exact: true }).click()
  await settings.screen.getByText('Latest first', { exact: true }).click()
  await settings.screen.getByText('Comfortable', { exact: true }).click()
  await expect(workspace.page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(workspace.page.locator('html')).toHaveAttribute('data-rows', 'comfortable')
  await expect(sample.getByRole('columnheader')).toHaveText([/billions/, /Q2 FY2026/, /Q1 FY2026/])
  await expect(sample.getByRole('row', { name: /Revenue/ })).toContainText('1.30')

  const again = new WorkspacePage(await app.reopen())
  await expect(again.page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(again.page.locator('html')).toHaveAttribute('data-rows', 'comfortable')
  const settingsAgain = new SettingsPage(again)
  await settingsAgain.open('Appearance')
  await expect(settingsAgain.screen.getByRole('radio', { name: 'Latest first' })).toBeChecked()
})

test('figures, dates and the times of calls are written as the user chose, files have their decimal comma, and a restart keeps it', async ({
  workspace,
  app,
}) => {
  const settings = new SettingsPage(workspace)
  await settings.open('Appearance')
  await settings.screen.getByRole('combobox', { name: 'Number format' }).selectOption('1.234.567,5')
  const sample = settings.screen.getByRole('table', { name: 'Preview' })
  await expect(sample.getByRole('row', { name: /Revenue/ })).toContainText('1.296,8')
  const company = await CompanyPage.open(workspace, 'HLDN')
  await company.showsFigures()
  await expect(company.table.getByRole('gridcell', { name: /^1\.318,4/ }).first()).toBeVisible()
  const files = await (await ExportDialog.open(workspace)).save('CSV')
  const [csv = Buffer.alloc(0)] = files.values()
  expect(csv.toString()).toMatch(/^\uFEFF[^,\n]+;[^\n]+\r\n/)
  expect(csv.toString()).toMatch(/;\d+,\d+;/)

  await settings.open('Appearance')
  await expect(sample).toContainText('27 Jun 26')
  const choose = (name: string, option: string) =>
    settings.screen.getByRole('combobox', { name }).selectOption({ label: option })
  await choose('Date format', 'Nov 28, 2026')
  await choose('Clock', '5:42 PM')
  await choose('First day of the week', 'Saturday')
  await choose('Time zone of calls', 'Tokyo, UTC+9')
  await expect(sample).toContainText('Jun 27, 26')
  const start = /^[A-Z][a-z]{2} \d{1,2}, 20\d\d, \d{1,2}:\d\d\s[AP]M UTC\+9/
  const startOf = ({ rows }: CallsPage) => rows.first().locator('[title*="as received"]')
  await expect(startOf(await CallsPage.open(workspace))).toHaveAttribute('title', start)

  const again = new WorkspacePage(await app.reopen())
  await expect(startOf(await CallsPage.open(again))).toHaveAttribute('title', start)
  const settingsAgain = new SettingsPage(again)
  await settingsAgain.open('Appearance')
  await expect(settingsAgain.screen.getByRole('table', { name: 'Preview' })).toContainText('Jun 27, 26')
  await expect(settingsAgain.screen.getByRole('combobox', { name: 'Time zone of calls' })).toHaveValue('Asia/Tokyo')
})

for (const { locale, formats, revenue, end } of [
  {
    locale: 'de-DE',
    formats: ['System (1.234.567,5)', 'System (28 Nov 2026)', 'System (17:42)', 'System (Monday)'],
    revenue: '1.296,8',
    end: '27 Jun 26',
  },
  {
    locale: 'en-US',
    formats: ['System (1,234,567.5)', 'System (Nov 28, 2026)', 'System (5:42 PM)', 'System (Sunday)'],
    revenue: '1,296.8',
    end: 'Jun 27, 26',
  },
])
  test.describe(`on a system set to ${locale}`, () => {
    test.use({ locale })

    test('figures, dates, clock and weeks are the system’s where nobody chose others, and the choices say which those are', async ({
      workspace,
    }) => {
      const settings = new SettingsPage(workspace)
      await settings.open('Appearance')
      const chosen = (name: string) =>
        settings.screen
          .getByRole('combobox', { name })
          .evaluate((list: HTMLSelectElement) => list.selectedOptions[0]?.label)
      const names = ['Number format', 'Date format', 'Clock', 'First day of the week']
      await expect.poll(() => Promise.all(names.map((name) => chosen(name)))).toEqual(formats)
      const sample = settings.screen.getByRole('table', { name: 'Preview' })
      await expect(sample).toContainText(revenue)
      await expect(sample).toContainText(end)
    })
  })

test('the library shows its content, how large it is and where it lies', async ({ workspace, app }) => {
  const search = await SecuritiesSearchPage.open(workspace)
  await search.search('HLDN')
  await expect(search.row('HLDN')).toBeVisible()
  await search.box.press('Enter')
  await new CompanyPage(workspace, 'HLDN').showsFigures()
  const settings = new SettingsPage(workspace)
  await settings.open('Library')
  const held = settings.screen.getByRole('table', { name: 'Library contents' })
  await expect(held.getByRole('row', { name: /Companies/ })).toContainText('1')
  await expect(held.getByRole('row', { name: /Periods/ })).toContainText(/\d{2}/)
  await expect(settings.screen).toContainText(app.profile)
  await expect(settings.screen).toContainText('Nothing expires.')
})

test('a proxy is typed in, checked as it is typed, shown as the way to the service, and taken out again', async ({
  workspace,
}) => {
  const settings = new SettingsPage(workspace)
  await settings.open('Network')
  const { screen } = settings
  const address = screen.getByRole('textbox', { name: 'Proxy address' })
  await screen.getByRole('combobox', { name: 'Connect to the service' }).selectOption('Through this proxy')
  await address.fill('http://me:secret@proxy.example')
  await expect(screen.getByText('Leave out the user name and password.')).toBeVisible()
  await expect(settings.save).toHaveAttribute('aria-disabled', 'true')
  await address.fill('proxy.example:8080')
  await settings.save.click()
  await expect(address).toHaveValue('http://proxy.example:8080')
  // The sample service is on this computer.
  await expect(screen.getByText(/Requests to 127\.0\.0\.1:\d+ connect directly\./)).toBeVisible()
  await screen.getByRole('button', { name: 'Check connection' }).click()
  await expect(screen.getByText('The service responded.')).toBeVisible()
  await screen.getByRole('combobox', { name: 'Connect to the service' }).selectOption({ value: 'system' })
  await settings.save.click()
  // There is nothing to save any more.
  await expect(settings.save).toHaveAttribute('aria-disabled', 'true')
  await workspace.page.reload()
  await settings.open('Network')
  await expect(screen.getByRole('combobox', { name: 'Connect to the service' })).toHaveValue('system')
})
