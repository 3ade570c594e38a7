import { startCompanyService, type WrittenCompany } from './company-service.ts'
import { expect, test } from './fixtures.ts'
import { CompanyPage } from './pages/company-page.ts'
import { Palette } from './pages/palette.ts'
import { expectPages, PrintDialog, today } from './pages/print-dialog.ts'
import { SettingsPage } from './pages/settings-page.ts'
import { WorkspacePage } from './pages/workspace-page.ts'
import { fileSavedBy } from './saved-files.ts'

test.describe('a company of the sample', () => {
  test.use({ profileState: 'loaded sample' })

  test('is printed on two pages, A4 and Letter, as the user wants them', async ({ app }) => {
    const workspace = new WorkspacePage(app.page)
    await workspace.isOpen()
    const palette = new Palette(workspace)
    await palette.open('TEAR HLDN')
    await expect(palette.active).toContainText('Tear sheet for HLDN, Halden Instruments')
    await workspace.press('Enter')
    const sheet = new PrintDialog(workspace, 'Tear sheet')
    const title = `HLDN tear sheet ${await today(workspace.page)}`
    await sheet.isReady(title)

    const [first, second] = [sheet.pages.nth(0), sheet.pages.nth(1)]
    await expect(first.getByRole('heading', { level: 1 })).toHaveText('Halden Instruments')
    await expect(first).toContainText('Revenue rose 9.4% to 1,318.4 and operating income 23.3% to 217.9.')
    await expect(first).toContainText('Sample data: every figure is invented.')
    await expect(
      first.getByRole('table', { name: 'Fiscal years' }).getByRole('row', { name: /^Revenue/ }),
    ).toContainText('5,119.1')
    await expect(second.getByRole('table', { name: 'Quarters' })).toContainText('r')
    await expect(second.getByRole('table', { name: 'Sources' })).toContainText(
      '/delivery/api/v1/fundamentals/enhanced?symbol=HLDN',
    )
    // Read out in the order of the pages.
    await expect(sheet.pages.getByRole('heading', { level: 2 })).toContainText([
      'Company',
      'Balance sheet',
      'Latest quarter',
      '12 quarters',
      '10 years',
      'Checks',
      'Ratios as stored',
      '10 fiscal years',
      '8 quarters',
      'Latest call',
      'Ratings',
      'News',
      'Filing text',
      'Sources',
    ])

    await sheet.field('Header line').fill('Northgate Asset Management, industrials')
    await sheet.field('Disclaimer').fill('For internal use.')
    await sheet.toggleSection('News')
    await expect(second.getByRole('heading', { name: /^News/ })).toHaveCount(0)
    for (const size of ['A4', 'Letter'] as const) {
      await sheet.choosePaper(size)
      await sheet.isReady(title)
      await expect(sheet.pages).toHaveCount(2)
      expect(await sheet.overflow()).toBeLessThanOrEqual(0)
      if (app.browser) expectPages(await sheet.pdf(), 2, size)
    }
    await expect(first).toContainText('Northgate Asset Management, industrials')
    await expect(second).toContainText('For internal use.')
    if (app.browser) await workspace.press('Escape')
    else expectPages(await sheet.save(app.profile), 2, 'Letter')
    await expect(sheet.dialog).toHaveCount(0)

    // The key on the overview, and what was chosen is there again.
    await palette.open('DES HLDN')
    await workspace.press('Enter')
    await expect(workspace.pageOf('HLDN Overview').getByRole('grid', { name: /^Key figures/ })).toBeVisible()
    await workspace.press('t')
    await sheet.isReady(title)
    await expect(sheet.field('Header line')).toHaveValue('Northgate Asset Management, industrials')
    await expect(sheet.section('News')).not.toBeChecked()
    await expect(sheet.dialog.getByRole('radio', { name: 'Letter' })).toBeChecked()
    await expect(sheet.dialog.getByRole('button', { name: /^Print/ })).toBeVisible()
    await workspace.press('Escape')

    // Targets in pence and in pounds: told as such, in the range as in the table.
    await palette.open('TEAR ARMV')
    await workspace.press('Enter')
    const british = `ARMV tear sheet ${await today(workspace.page)}`
    for (const size of ['A4', 'Letter'] as const) {
      await sheet.choosePaper(size)
      await sheet.isReady(british)
      expect(await sheet.cutTexts(), size).toEqual([])
    }
    await expect(second).toContainText('median 3,300p')
  })
})

const quarter = (at: number, figures: Readonly<Record<string, unknown>>) => {
  const [year, number] = [2024 + Math.floor(at / 4), (at % 4) + 1]
  const end = ['03-31', '06-30', '09-30', '12-31'][number - 1] ?? ''
  return { cik: '1', Quarter: `Q${number}`, Year: year, EndPeriod: `${year}-${end}`, ...figures }
}
const named = (symbol: string, name: string, fundamentals: WrittenCompany['fundamentals']): WrittenCompany => ({
  security: { id: `BBG00${symbol}|US`, symbol, name, 'company_info.description': name },
  fundamentals: fundamentals.map((record) => ({ symbol, ...record })),
})
const longName = `${'Consolidated International Holdings and Subsidiaries '.repeat(12)}plc`.slice(0, 600)
const hebrewName = 'חברת המכשירים האופטיים של חיפה בערבון מוגבל'

test('a company with hardly anything stored, or a name of any length or direction, keeps to two pages', async ({
  app,
  workspace,
}) => {
  const nulls = { Revenue: null, OperatingIncome: null, TotalAssets: null }
  const service = await startCompanyService({
    LONG: named(
      'LONG',
      longName,
      Array.from({ length: 8 }, (_, at) => quarter(at, { Revenue: 1e9 + at * 1e8 })),
    ),
    RTL: named('RTL', hebrewName, [quarter(0, { Revenue: 5e8, OperatingIncome: -2e7 })]),
    NULLS: named('NULLS', 'Nothing but nulls', [quarter(0, nulls), quarter(1, nulls)]),
  })
  await new SettingsPage(workspace).connectTo(service, 'Mine')
  const palette = new Palette(workspace)
  const sheet = new PrintDialog(workspace, 'Tear sheet')
  for (const [symbol, name, missing] of [
    ['LONG', longName, 'Ratings: none stored.'],
    ['RTL', hebrewName, 'Calls: none stored.'],
    ['NULLS', 'Nothing but nulls', 'News: none stored.'],
    ['NONE', 'NONE', 'Quarters: none stored.'],
  ] as const) {
    if (symbol !== 'NONE') {
      const company = await CompanyPage.open(workspace, symbol)
      await expect(company.name).toContainText(name.slice(0, 12))
    }
    await palette.open(`TEAR ${symbol}`)
    await workspace.press('Enter')
    await sheet.isReady(`${symbol} tear sheet ${await today(workspace.page)}`)
    await expect(sheet.pages.first().getByRole('heading', { level: 1 })).toHaveText(name.trim())
    await expect(sheet.pages.last()).toContainText(missing)
    for (const size of ['A4', 'Letter'] as const) {
      await sheet.choosePaper(size)
      await sheet.isReady(`${symbol} tear sheet ${await today(workspace.page)}`)
      expect(await sheet.overflow(), `${symbol} on ${size}`).toBeLessThanOrEqual(0)
      if (app.browser) expect((await sheet.pdf()).pages).toHaveLength(2)
    }
    await workspace.press('Escape')
    await expect(sheet.dialog).toHaveCount(0)
  }
  await service.stop()
})

test('a document that cannot be saved says so in the dialog, and Retry saves it', async ({ app, workspace }) => {
  const service = await startCompanyService({ ONE: named('ONE', 'One quarter', [quarter(0, { Revenue: 5e8 })]) })
  await new SettingsPage(workspace).connectTo(service, 'Mine')
  await CompanyPage.open(workspace, 'ONE')
  const palette = new Palette(workspace)
  await palette.open('TEAR ONE')
  await workspace.press('Enter')
  const sheet = new PrintDialog(workspace, 'Tear sheet')
  await sheet.isReady(`ONE tear sheet ${await today(workspace.page)}`)

  // The system refuses the first file.
  await workspace.page.evaluate(() => {
    const create = URL.createObjectURL.bind(URL)
    URL.createObjectURL = () => {
      URL.createObjectURL = create
      throw new DOMException('No space', 'QuotaExceededError')
    }
  })
  await sheet.dialog.getByRole('button', { name: 'Save Word…' }).click()
  await expect(sheet.dialog).toContainText('Nothing was written.')
  const saved = await fileSavedBy(workspace.page, () => sheet.dialog.getByRole('button', { name: 'Retry' }).click())
  expect(saved.fileName).toBe(`ONE tear sheet ${await today(workspace.page)}.docx`)
  await expect(sheet.dialog).not.toContainText('Nothing was written.')

  // The program behind the window ends: the pages stay, and are still printed.
  if (app.browser) {
    await app.browser.endProgram('SIGKILL')
    await sheet.dialog.getByRole('button', { name: 'Save Word…' }).click()
    await expect(sheet.dialog).toContainText('Nothing was written.')
    await expect(sheet.pages).toHaveCount(2)
    expect((await sheet.pdf()).pages).toHaveLength(2)
  }
  await service.stop()
})
