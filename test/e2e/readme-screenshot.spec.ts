import { join } from 'node:path'
import { expect, test } from './fixtures.ts'
import { CompanyPage } from './pages/company-page.ts'

/** README's screenshot; `npx playwright test readme-screenshot --project=browser -u` takes it again. */
const readme = join(import.meta.dirname, '../../docs/screenshot.png')

test('a restated figure is shown with what it was before: the screenshot in the README', async ({
  workspace,
}, testInfo) => {
  const { page } = workspace
  await page.setViewportSize({ width: 1440, height: 900 })
  const company = await CompanyPage.open(workspace, 'HLDN')
  await company.showsFigures()
  await page.keyboard.press('r')
  await expect(company.screen).toContainText('restated since your last visit')
  await company.compare('y/y')
  await (await company.cell('Revenue', 'Q2 FY2026')).click()
  await page.keyboard.press('Enter')
  await expect(company.source).toContainText('Restated once')
  const isAsked = ['all', 'changed'].includes(testInfo.config.updateSnapshots)
  await page.screenshot({ path: isAsked ? readme : testInfo.outputPath('screenshot.png') })
})
