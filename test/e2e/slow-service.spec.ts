import { startSampleService } from '../../src/sample/server.ts'
import { expect, test } from './fixtures.ts'
import { CompanyPage } from './pages/company-page.ts'
import { SettingsPage } from './pages/settings-page.ts'

const key = 'e2e-key-0123456789'

test('a service that takes its time is waited for, and on every screen what is waited for can be canceled', async ({
  workspace,
}) => {
  const service = await startSampleService({ key, restated: 'never' })
  try {
    await new SettingsPage(workspace).connectTo({ origin: service.baseUrl, key }, 'Desk')
    const cancel = workspace.status.getByRole('button', { name: 'Cancel', exact: true })
    service.setFaults({ 'fundamentals.enhanced': 'hold' })
    const company = await CompanyPage.open(workspace, 'HLDN')
    await expect(workspace.status).toContainText('1 request in progress')
    await expect(cancel).toBeVisible()
    await expect(company.screen.getByRole('button', { name: 'Retry' })).toHaveCount(0)
    service.setFaults({})
    service.release()
    await company.showsFigures()
    await expect(cancel).toHaveCount(0)

    // A refresh: the figures stay.
    service.setFaults({ '*': 'hang' })
    await company.screen.getByRole('button', { name: 'Refresh HLDN' }).click()
    await cancel.click()
    await expect(company.screen.getByRole('note').filter({ hasText: 'Canceled.' })).toBeVisible()
    expect(await company.figure('Revenue', 'Q3 FY2026')).toBe('1,318.4')
    await expect(cancel).toHaveCount(0)

    for (const view of ['Calls', 'Ratings', 'News'] as const) {
      await company.view(view)
      await cancel.click()
      await expect(company.screen.getByRole('note').filter({ hasText: 'Canceled.' })).toBeVisible()
      await expect(cancel).toHaveCount(0)
    }
    expect(await workspace.accessibilityFaults()).toEqual([])
    service.setFaults({})
    await company.screen.getByRole('button', { name: 'Retry' }).click()
    await expect(company.screen.getByRole('grid').or(company.screen.getByRole('table')).first()).toContainText(
      'Halden Instruments',
    )
  } finally {
    await service.close()
  }
})
