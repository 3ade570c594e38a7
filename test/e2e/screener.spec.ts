import { expect, test } from './fixtures.ts'
import { CompanyPage } from './pages/company-page.ts'
import { Palette } from './pages/palette.ts'
import { WorkspacePage } from './pages/workspace-page.ts'

const companies = ['HLDN', 'KSTM', 'VSPO', 'TMSN']

test('a screen is built by the keyboard, saved, and its results go to a watchlist and a comparison', async ({
  workspace,
  app,
}) => {
  for (const symbol of companies) await CompanyPage.open(workspace, symbol)
  const palette = new Palette(workspace)
  await palette.open('EQS')
  await workspace.press('Enter')
  const { page } = workspace
  const screen = workspace.pageOf('Screener')
  await expect(screen.getByText('Screen your library by any line, ratio, call or rating.')).toBeVisible()

  // A condition: its line, then through its fields to the value.
  await workspace.press('n')
  await page.keyboard.type('Operating margin')
  for (const _ of ['measure', 'period', 'operator', 'value']) await workspace.press('Tab')
  await page.keyboard.type('12')
  const rows = screen.getByRole('grid', { name: 'Results' }).getByRole('rowheader')
  // VSPO loses money.
  await expect(rows).toHaveText([/^KSTM/, /^HLDN/, /^TMSN/])
  const count = await rows.count()
  await expect(screen.getByText(`${companies.length} of ${companies.length} judged`)).toBeVisible()
  await expect(screen.locator('p.sentence')).toHaveText('Operating margin for the latest quarter is at least 12.0%.')
  await expect(screen.getByText(/^\d at 13\.0%, \d at 11\.0%$/)).toBeVisible()

  // A value that is not finished leaves the results; Enter adds a condition, and money is refused with its reason.
  await workspace.press('ControlOrMeta+a')
  await page.keyboard.type('-')
  await expect(rows).toHaveCount(count)
  await expect(screen.getByRole('textbox', { name: 'Value of Operating margin' })).toHaveAccessibleDescription(
    'Not a number: the previous value still applies.',
  )
  await workspace.press('ControlOrMeta+a')
  await page.keyboard.type('12')
  await workspace.press('Enter')
  await page.keyboard.type('Revenue')
  for (const _ of ['measure', 'period', 'operator', 'value']) await workspace.press('Tab')
  await page.keyboard.type('1')
  await expect(screen.getByText('Currency not stated, so amounts cannot be compared.')).toBeVisible()
  await expect(rows).toHaveCount(count)
  await screen.getByRole('button', { name: 'Treat as one currency' }).click()
  await expect(screen.getByText('Currency not stated')).toBeHidden()

  // The line of the distribution goes by steps; each change can be undone.
  const line = screen.getByRole('slider', { name: 'Operating margin, value' })
  await line.focus()
  await workspace.press('ArrowRight')
  await expect(line).toHaveAttribute('aria-valuetext', '13.0%')
  await workspace.press('Shift+ArrowLeft')
  await expect(line).toHaveAttribute('aria-valuetext', '3.0%')
  await screen.getByRole('button', { name: 'Undo' }).click()
  await expect(line).toHaveAttribute('aria-valuetext', '13.0%')

  // A drag is one change, however far it went.
  const box = await line.boundingBox()
  if (!box) throw new Error('the distribution is not drawn')
  await page.mouse.move(box.x + box.width / 3, box.y + 10)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2, box.y + 10, { steps: 5 })
  await page.mouse.up()
  await expect(line).not.toHaveAttribute('aria-valuetext', '13.0%')
  await screen.getByRole('button', { name: 'Undo' }).click()
  await expect(line).toHaveAttribute('aria-valuetext', '13.0%')

  await workspace.press('ControlOrMeta+s')
  await page.getByRole('dialog', { name: 'Save screen' }).getByLabel('Name').fill('Profitable')
  await workspace.press('Enter')
  await expect(workspace.activeTab).toHaveText('Profitable')
  const saved = workspace.pageOf('Profitable')
  await expect(saved.getByRole('button', { name: /^Profitable/ })).toContainText('no change')
  // Columns are chosen like those of a watchlist, undone like any change, and saved with the screen.
  const heads = saved.getByRole('grid', { name: 'Results' }).getByRole('columnheader')
  await expect(heads.filter({ hasText: 'Sector' })).toHaveCount(1)
  await saved.getByRole('button', { name: 'Columns' }).click()
  const columns = page.getByRole('dialog', { name: 'Columns' })
  await columns.getByRole('checkbox', { name: 'Sector' }).uncheck({ force: true })
  await columns.getByLabel('Find a column').fill('gross margin')
  await columns
    .getByRole('group', { name: 'Gross margin', exact: true })
    .getByRole('checkbox', { name: 'LTM', exact: true })
    .check({ force: true })
  await columns.getByRole('button', { name: 'Done' }).click()
  await expect(heads.filter({ hasText: 'Sector' })).toHaveCount(0)
  await expect(heads.filter({ hasText: /Gross margin\s*LTM/ })).toHaveCount(1)
  await saved.getByRole('button', { name: 'Undo' }).click()
  await expect(heads.filter({ hasText: 'Gross margin' })).toHaveCount(0)
  await saved.getByRole('button', { name: 'Undo' }).click()
  await expect(heads.filter({ hasText: 'Sector' })).toHaveCount(1)
  await saved.getByRole('button', { name: 'Columns' }).click()
  await columns.getByRole('checkbox', { name: 'Country' }).check({ force: true })
  await columns.getByRole('button', { name: 'Done' }).click()
  await expect(saved).toContainText('edited, saved')
  await saved.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(saved).not.toContainText('edited, saved')
  await expect(workspace.status).toContainText('Saved Profitable.')

  expect(await workspace.accessibilityFaults()).toEqual([])

  const found = saved.getByRole('grid', { name: 'Results' }).getByRole('rowheader')
  const symbols = (await found.allInnerTexts()).map((text) => text.split(/\s/)[0] ?? '')
  // Space selects: of these alone the next step is taken.
  await found.first().click()
  await workspace.press('Space')
  await expect(saved.getByRole('gridcell', { name: '✓' })).toBeVisible()
  await workspace.press('a')
  await expect(page.getByRole('dialog', { name: 'Add 1 company to a watchlist' })).toBeVisible()
  await workspace.press('Escape')
  await workspace.press('Space')
  await expect(saved.getByRole('gridcell', { name: '✓' })).toHaveCount(0)
  await workspace.press('a')
  await expect(page.getByRole('dialog', { name: /^Add .* to a watchlist$/ })).toBeVisible()
  await workspace.press('Enter')
  await expect(workspace.status).toContainText(
    symbols.length === 1 ? `${symbols[0]} added to Profitable.` : `${symbols.length} companies added to Profitable.`,
  )
  await found.first().click()
  await workspace.press('m')
  await expect(workspace.activeTab).toHaveText(/Compare$/)
  for (const symbol of symbols) await expect(workspace.pageOf('Compare').getByText(symbol).first()).toBeVisible()

  const again = new WorkspacePage(await app.reopen())
  await again.tab('Profitable').click()
  const after = again.pageOf('Profitable')
  await expect(after.getByRole('grid', { name: 'Results' }).getByRole('rowheader')).toHaveCount(symbols.length)
  await expect(after.getByRole('columnheader').filter({ hasText: 'Country' })).toHaveCount(1)
  await expect(after.getByRole('slider', { name: 'Operating margin, value' })).toHaveAttribute(
    'aria-valuetext',
    '13.0%',
  )
  await after.getByRole('button', { name: /^History/ }).click()
  await expect(after.getByRole('row')).toHaveCount(2)
})
