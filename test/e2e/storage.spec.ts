import { expect, test } from './fixtures.ts'
import { CompanyPage } from './pages/company-page.ts'
import { SettingsPage } from './pages/settings-page.ts'

test('what takes space is shown by kind and by company; companies are sorted and filtered', async ({ workspace }) => {
  for (const symbol of ['HLDN', 'VSPO']) {
    const company = await CompanyPage.open(workspace, symbol)
    await company.showsFigures()
  }
  const settings = new SettingsPage(workspace)
  await settings.open('Storage')
  const kinds = settings.screen.getByRole('table', { name: 'What takes space' })
  await expect(kinds.getByRole('row', { name: /^Fundamentals/ })).toContainText(/\d+ KB/)
  await expect(kinds.getByRole('row', { name: /^On disk/ })).toContainText('100.0%')
  const companies = settings.screen.getByRole('grid', { name: 'Storage by company' })
  await expect(companies.getByRole('row')).toHaveCount(3)
  await companies.getByRole('button', { name: 'Symbol' }).click()
  await expect(companies.getByRole('row').nth(1)).toContainText('HLDN')
  await settings.screen.getByRole('textbox', { name: 'Filter the companies' }).fill('vesper')
  await expect(companies.getByRole('row')).toHaveCount(2)
  expect(await workspace.accessibilityFaults()).toEqual([])
})
