import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './application.ts'
import { expect, test } from './fixtures.ts'
import { CompanyPage } from './pages/company-page.ts'
import { SettingsPage } from './pages/settings-page.ts'

const companies = JSON.parse(readFileSync(join(root, 'resources/sample/companies.json'), 'utf8')) as readonly {
  readonly symbol: string
}[]

test('a company opened for the first time shows its latest quarter with the focus on it, however slowly its data arrive', async ({
  workspace,
  service,
}) => {
  test.setTimeout(600_000)
  await new SettingsPage(workspace).connectTo(service, 'Live')
  // Longer than a table waits before it draws bars in place of figures.
  await service.start(['--slow', '600'])
  for (const [index, { symbol }] of companies.entries()) {
    await CompanyPage.type(workspace, `FA ${symbol}`)
    await expect(workspace.page.getByRole('option', { name: new RegExp(symbol) }).first()).toBeVisible()
    await workspace.press('Enter')
    const company = new CompanyPage(workspace, symbol)
    await expect(company.table.getByRole('gridcell').first()).toBeVisible()
    // What stands above the table changes its height as it comes, and that of the table with it; here the window does.
    await workspace.page.setViewportSize({ width: 1180, height: index % 2 === 0 ? 760 : 740 })
    await company.showsFigures()
    // The focus comes a frame after the figure.
    await expect(async () => {
      const { latest, ...stands } = await company.focusStands()
      expect(stands, symbol).toEqual({ period: latest, focused: true, inSight: true })
    }).toPass()
    await workspace.press('Alt+w')
  }
})
