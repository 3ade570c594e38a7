import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { enhanced, paged } from '../core/records.ts'
import { filedRecords, fourfold, tenfold } from '../core/fundamentals/split-filings.ts'
import type { CallsService } from './calls-service.ts'
import { expect, test as base } from './fixtures.ts'
import { ComparePage } from './pages/compare-page.ts'
import { CompanyPage } from './pages/company-page.ts'
import { SettingsPage } from './pages/settings-page.ts'

/** Four quarters of a company that reported last in January 2020, with a gross margin of 90%. */
const stopped = ['2019-04-30', '2019-07-31', '2019-10-31', '2020-01-31'].map((end, at) =>
  enhanced({ symbol: 'GONE', quarter: `Q${at + 1}`, year: 2019, end }, { Revenue: 100, GrossProfit: 90 }),
)
const companies: Readonly<Record<string, readonly Record<string, unknown>[]>> = {
  FOUR: filedRecords('FOUR', fourfold).map((record) => ({ ...record, GrossProfit: Number(record['Revenue']) * 0.4 })),
  TENF: filedRecords('TENF', tenfold.slice(0, 5)).map((record) => ({
    ...record,
    // Moved to the years of the other, so that both report up to date.
    EndPeriod: String(record['EndPeriod']).replace(/^\d+/, (year) => String(Number(year) - 3)),
    GrossProfit: Number(record['Revenue']) * 0.7,
  })),
  GONE: stopped,
}

const test = base.extend<{ filings: CallsService }>({
  filings: async ({ app: _ }, use) => {
    const server = createServer((request, response) => {
      const { searchParams } = new URL(request.url ?? '/', 'http://service.invalid')
      const records = companies[searchParams.get('symbol') ?? ''] ?? []
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(paged(records)))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    await use({
      origin: `http://127.0.0.1:${port}`,
      key: 'e2e-key-0123456789',
      stop: () => Promise.resolve(),
    })
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  },
})

test('EPS across a share split is n.m., its period is marked, and old twelve months are not ranked', async ({
  workspace,
  filings,
}) => {
  const { page } = workspace
  await new SettingsPage(workspace).connectTo(filings, 'Filings')
  const company = await CompanyPage.open(workspace, 'FOUR')
  await company.showsFigures()
  const row = (name: string) =>
    company.table.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })
  await row('Diluted EPS').scrollIntoViewIfNeeded()
  await expect(row('Diluted EPS')).toContainText('n.m.')
  const compare = await ComparePage.open(workspace, 'FOUR', 'TENF', 'GONE')
  await expect(compare.company('GONE')).toContainText('LTM to 31 Jan 20, not ranked')
})

test('adjusted for splits on request: EPS before one is marked and explained, and charts say where one is', async ({
  workspace,
}) => {
  const { page } = workspace
  const company = await CompanyPage.open(workspace, 'NRWT')
  await company.showsFigures()
  const before = await company.cell('Diluted EPS', 'Q2 FY2025')
  await before.click()
  await page.keyboard.press('c')
  await expect(company.screen.getByRole('img', { name: /3-for-1 split before Q3 FY2025/ })).toBeVisible()
  await expect(before).toHaveText('2.40')

  await company.screen.getByRole('button', { name: 'Scale, edition, splits, lines and charts' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Adjust for splits' }).click()
  await expect(before).toHaveText('0.80')
  await expect(before).toHaveAttribute('aria-label', /^0\.80\. Adjusted for the 3-for-1 split between/)
  await expect(company.table).toContainText('split-adjusted')
  await expect(company.screen.getByRole('img', { name: /3-for-1 split/ })).toHaveCount(0)
  await before.click()
  await page.keyboard.press('Enter')
  await expect(company.source).toContainText('0.8 adjusted for splits')
  await expect(company.source).toContainText(
    '3-for-1 split, between Q2 FY2025 (29 Jun 2025) and Q3 FY2025 (28 Sep 2025)',
  )
  await expect(company.source).toContainText('2.4 ÷ 3 = 0.8')
  expect(await workspace.accessibilityFaults()).toEqual([])

  await page.reload()
  await expect.poll(() => company.figure('Diluted EPS', 'Q2 FY2025')).toBe('0.80')
  const compare = await ComparePage.open(workspace, 'NRWT', 'HLDN')
  const option = compare.screen.getByRole('button', { name: 'Adjust for splits' })
  await expect(option).toHaveAttribute('aria-pressed', 'true')
  await compare.showsFigures('NRWT', 'HLDN')
  await page.keyboard.press('Shift+S')
  await expect(option).toHaveAttribute('aria-pressed', 'false')
  await CompanyPage.open(workspace, 'NRWT')
  await expect.poll(() => company.figure('Diluted EPS', 'Q2 FY2025')).toBe('2.40')
})
