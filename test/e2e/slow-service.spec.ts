import { startSampleService } from '../../src/sample/server.ts'
import { expect, test } from './fixtures.ts'
import { CompanyPage } from './pages/company-page.ts'
import { ConnectPage } from './pages/connect-page.ts'
import { SettingsPage } from './pages/settings-page.ts'
import { WatchlistPage } from './pages/watchlist-page.ts'

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
    await expect.poll(() => company.figure('Revenue', 'Q3 FY2026')).toBe('1,318.4')
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

test('companies are added when all of them were looked up, none of them too early and without the others', async ({
  workspace,
}) => {
  const service = await startSampleService({ key, restated: 'never' })
  try {
    await new SettingsPage(workspace).connectTo({ origin: service.baseUrl, key }, 'Desk')
    const list = await WatchlistPage.open(workspace)
    await list.make('Coverage', 'HLDN')
    service.setFaults({ securities: 'ok,hold' })
    await list.screen.getByRole('button', { name: 'Companies', exact: true }).click()
    await list.adding.getByRole('textbox').fill('VSPO KSTM INVL')
    await list.adding.getByRole('button', { name: /^Look up/ }).click()
    await expect(list.adding).toContainText('Looking up 1 of 3')
    await expect(list.adding).toContainText('1 of 3 will be added')
    await list.adding.getByRole('textbox').press('Control+Enter')
    const add = list.adding.getByRole('button', { name: 'Add', exact: true })
    await expect(add).toHaveAttribute('aria-disabled', 'true')
    service.setFaults({})
    service.release()
    await expect(list.adding).toContainText('3 of 3 will be added')
    await add.click()
    await expect.poll(() => list.symbols()).toEqual(['HLDN', 'VSPO', 'KSTM', 'INVL'])
  } finally {
    await service.close()
  }
})

test('a pasted coverage shows each company when it was looked up, and calls none not found that the service has', async ({
  workspace,
}) => {
  const service = await startSampleService({ key, restated: 'never' })
  try {
    const connect = await ConnectPage.open(workspace)
    await connect.connect({ origin: service.baseUrl, key }, 'Desk')
    await expect(connect.screen.getByText('All 7 operations work.').first()).toBeVisible()
    service.setFaults({ securities: 'ok,hold' })
    await connect.list.fill('HLDN\nKSTM')
    await expect(connect.screen).toContainText('Looking up 1 of 2 at the service')
    await expect(connect.found.nth(0)).toContainText('Halden Instruments')
    await expect(connect.found.nth(1)).toContainText('Looking up')
    service.setFaults({})
    service.release()
    await expect(connect.found.nth(1)).toContainText('Kestrel Metrology')
  } finally {
    await service.close()
  }
})
