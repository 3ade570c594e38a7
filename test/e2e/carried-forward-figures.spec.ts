import { expect, test as base } from './fixtures.ts'
import { CompanyPage } from './pages/company-page.ts'
import { SettingsPage } from './pages/settings-page.ts'
import { WatchlistPage } from './pages/watchlist-page.ts'
import { WorkspacePage } from './pages/workspace-page.ts'

/** docs/wire-data-rules.md, as an analyst sees it: a refresh that brings damaged figures. */

interface Fixtures {
  /** HLDN, open, from a service that restates nothing. */
  readonly company: CompanyPage
  /** Fetches the company again while the service has a fault of fundamentals. */
  readonly refreshWith: (fault: string) => Promise<void>
}

const test = base.extend<Fixtures>({
  company: async ({ workspace, service }, use) => {
    await service.start(['--restated', 'never'])
    await new SettingsPage(workspace).connectTo(service, 'Desk')
    const company = await CompanyPage.open(workspace, 'HLDN')
    await company.showsFigures()
    await use(company)
  },
  refreshWith: async ({ company, service }, use) => {
    await use(async (fault) => {
      await service.start(['--restated', 'never', '--fail', `fundamentals.enhanced=${fault}`])
      await company.screen.getByRole('button', { name: 'Refresh HLDN' }).click()
    })
  },
})

const quarter = 'Q3 FY2026'

test('figures that come as text or not at all stay on screen, marked, and say from when they are', async ({
  company,
  refreshWith,
  workspace,
}) => {
  const revenue = await company.cell('Revenue', quarter)
  const interest = await company.cell('Interest expense', quarter)
  await refreshWith('figures-as-text')
  await expect(revenue).toHaveAccessibleName('1,318.4. Converted: the service sent this figure as text.')
  await expect.poll(() => company.figure('Revenue', quarter)).toBe('1,318.4')

  await refreshWith('figures-missing;share=0.1')
  await expect(interest).toHaveAccessibleName('11.2. Retained: the latest response has no readable value.')
  await expect(revenue).not.toHaveAttribute('data-mark')
  await interest.hover()
  const tip = workspace.page.locator('.tip')
  await expect(tip).toContainText(/Retained from \d+ \w+ \d{4}: the latest response has no readable value\./)
  await expect(tip.getByText('readable value')).toHaveCount(1)
  await interest.click()
  await workspace.press('Enter')
  await expect(company.source).toContainText('11,200,000')
  await expect(company.source).toContainText(/Retained from \d+ \w+ \d{4}/)
  const versions = company.source.getByRole('table', { name: 'Versions' }).getByRole('row')
  await expect(versions.last()).toContainText(/11\.2\s*retained/)
  await workspace.press('Escape')

  // Good again: nothing was lost, and nothing was restated.
  await refreshWith('ok')
  await expect(interest).not.toHaveAttribute('data-mark')
  await company.view('Restatements')
  await expect(company.screen).toContainText('No restatements since first download.')
})

test('a withdrawn figure is n/a, and is listed and shown as withdrawn, not as restated', async ({
  company,
  refreshWith,
  workspace,
}) => {
  const list = await WatchlistPage.open(workspace)
  await list.make('Coverage', 'HLDN')
  await list.refresh()
  await workspace.tab(/HLDN/).click()
  const income = await company.cell('Pretax income', quarter)
  await refreshWith('figures-null;share=0.15')
  await expect(income).toHaveAccessibleName('n/a. Withdrawn by the service.')
  await income.hover()
  await expect(workspace.page.locator('.tip')).toContainText(/Withdrawn by the service on .*; was 211,200,000\./)

  const news = company.screen.getByRole('note').filter({ hasText: 'since your last visit' })
  await expect(news).toContainText('750 figures withdrawn since your last visit.')
  await news.getByRole('button', { name: 'Show' }).click()
  const withdrawn = company.screen.getByRole('table', { name: 'Withdrawn figures' })
  await expect(
    withdrawn.getByRole('row').filter({ hasText: 'Pretax income' }).filter({ hasText: quarter }),
  ).toContainText('211.2')
  await company.screen.getByRole('radio', { name: 'Restated', exact: true }).check({ force: true })
  await expect(company.screen).toContainText('No restatements since first download.')

  await company.view('Timeline')
  const kinds = company.screen.getByRole('group', { name: 'Event types' })
  await expect(kinds).toContainText(/Restatements\s*0\s*Withdrawals\s*50/)

  await workspace.tab('Coverage').click()
  await expect(list.unseen).toContainText('50 periods with withdrawals')
  await expect(list.unseen).not.toContainText('restated')
  await list.unseen.getByRole('button', { name: /withdrawals/ }).click()
  await expect(list.row('HLDN')).toBeVisible()
})

test('a response that lacks many figures waits for the user: the previous figures stay until it is accepted', async ({
  company,
  refreshWith,
  workspace,
}) => {
  const cost = await company.cell('Cost of revenue', quarter)
  await refreshWith('figures-missing;share=0.5')
  const strip = company.screen.getByRole('note').filter({ hasText: 'The previous figures are shown.' })
  await expect(strip).toContainText(/The response of .* is missing [\d,]+ of [\d,]+ figures\s+in\s+50 periods\./)
  await expect.poll(() => company.figure('Cost of revenue', quarter)).toBe('718.0')
  await expect(cost).not.toHaveAttribute('data-mark')
  expect(await workspace.accessibilityFaults()).toEqual([])
  await workspace.page.reload()
  await workspace.isOpen()
  await expect(strip).toBeVisible()

  await strip.getByRole('button', { name: 'Accept new figures' }).click()
  await expect(strip).toHaveCount(0)
  await expect(cost).toHaveAccessibleName('n/a. Withdrawn by the service.')
  await workspace.page.reload()
  await new WorkspacePage(workspace.page).isOpen()
  await expect(cost).toHaveAccessibleName('n/a. Withdrawn by the service.')
  await expect(strip).toHaveCount(0)

  // Given again as they were: shown again, and no restatement.
  await refreshWith('ok')
  await expect(cost).toHaveText('718.0')
  await expect(cost).not.toHaveAttribute('data-mark')
  await company.view('Restatements')
  await expect(company.screen).toContainText('No restatements since first download.')
})
