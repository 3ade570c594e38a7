import { expect, test } from './fixtures.ts'
import { WorkspacePage } from './pages/workspace-page.ts'

test.use({ profileState: 'loaded sample' })

test('restatements that a refresh brought are counted in the rail, listed with their figures, and seen once opened', async ({
  app,
}) => {
  const workspace = new WorkspacePage(app.page)
  await workspace.isOpen()
  const inRail = (name: string) => workspace.rail.getByRole('button', { name })
  await inRail('Alerts, 4 new').click()
  const alerts = workspace.pageOf('Alerts')
  const log = alerts.getByRole('grid', { name: 'Alerts' })
  const halden = log.getByRole('row').filter({ has: workspace.page.getByRole('rowheader', { name: 'HLDN' }) })
  await expect(halden).toContainText('Q2 FY2026 basic EPS and 24 more')
  await expect(halden.getByRole('gridcell', { name: 'New', exact: true })).toBeVisible()
  await expect(halden).toContainText('0.72')
  await expect(halden).toContainText('0.74')
  await halden.dblclick()
  await expect(workspace.activeTab).toHaveText('HLDN Restatements')
  await expect(inRail('Alerts, 3 new')).toBeVisible()

  await inRail('Alerts, 3 new').click()
  await expect(halden.getByRole('gridcell', { name: 'Seen', exact: true })).toBeVisible()
  await workspace.press('Shift+E')
  await expect(inRail('Alerts').and(workspace.page.getByLabel('Alerts', { exact: true }))).toBeVisible()
  await workspace.page.getByRole('button', { name: 'Undo' }).click()
  await expect(inRail('Alerts, 3 new')).toBeVisible()

  await workspace.press('N')
  const dialog = workspace.page.getByRole('dialog', { name: 'New alert' })
  await dialog.getByLabel('Alert').selectOption('Search hits')
  await dialog.getByRole('button', { name: 'Add alert' }).click()
  const rules = alerts.getByRole('navigation', { name: 'Alert rules' })
  await expect(rules.getByText('New hits of “Price increases”')).toBeVisible()
  await rules.getByRole('button', { name: 'Delete alert: A firm lowers its rating' }).click()
  await expect(rules.getByText('A firm lowers its rating')).toHaveCount(0)
  await expect(rules.getByText('All alerts')).toBeVisible()

  // Undone, a rule that was off is off, and its log is its own again.
  const restated = rules.getByRole('button', { name: /^A figure is restated/ })
  await rules.getByRole('checkbox', { name: 'On' }).first().uncheck({ force: true })
  await expect(rules.getByRole('checkbox', { checked: false })).toHaveCount(1)
  await rules.getByRole('button', { name: /^Delete alert: A figure is restated/ }).click()
  await expect(restated).toHaveCount(0)
  // Until then Undo is that of the other rule.
  await expect(workspace.status).toContainText('Deleted alert “A figure is restated')
  await workspace.page.getByRole('button', { name: 'Undo' }).click()
  await restated.click()
  await expect(rules.getByRole('checkbox', { checked: false })).toHaveCount(1)
  await expect(halden).toContainText('Q2 FY2026 basic EPS')
})
