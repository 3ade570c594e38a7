import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { CompanyPage } from './pages/company-page.ts'
import type { WorkspacePage } from './pages/workspace-page.ts'

/** What another program would get of a drag that begins at the handle: the tab-separated text, and the HTML. */
async function draggedFrom({ page }: WorkspacePage, handle: Locator): Promise<{ text: string; html: string }> {
  const dragged = page.evaluate(
    () =>
      new Promise<{ text: string; html: string }>((resolve) =>
        document.addEventListener(
          'dragstart',
          ({ dataTransfer }) =>
            resolve({
              text: dataTransfer?.getData('text/plain') ?? '',
              html: dataTransfer?.getData('text/html') ?? '',
            }),
          { once: true },
        ),
      ),
  )
  // Where it stays once its page is drawn.
  await handle.hover()
  const box = await handle.boundingBox()
  if (!box) throw new Error('the handle is not shown')
  await page.mouse.down()
  await page.mouse.move(box.x + 120, box.y + 80, { steps: 6 })
  const data = await dragged
  await page.mouse.up()
  return data
}

test('a table is dragged out by its corner, whole, and its selection stays', async ({ workspace }) => {
  const company = await CompanyPage.open(workspace, 'HLDN')
  await company.showsFigures()
  const { page } = workspace
  const grid = page.getByRole('grid')
  const handle = grid.locator('[draggable=true]')
  const cells = grid.getByRole('gridcell')
  const active = grid.locator('[role=gridcell][data-active]')
  await cells.first().focus()
  const before = await active.getAttribute('aria-colindex')

  const whole = await draggedFrom(workspace, handle)
  const rows = whole.text.split('\r\n').map((row) => row.split('\t'))
  expect(rows[0]?.[0]).toMatch(/^HLDN, reported currency, unscaled/)
  expect(rows.length).toBeGreaterThan(20)
  expect(whole.html).toContain('<table>')
  // The drag neither moves nor extends the selection.
  await expect(active).toHaveAttribute('aria-colindex', before ?? '')
})

test('of a table in which cells are selected, only these are dragged out', async ({ workspace }) => {
  await (await CompanyPage.open(workspace, 'HLDN')).showsFigures()
  const grid = workspace.page.getByRole('grid')
  const handle = grid.locator('[draggable=true]')
  await grid.locator('[role=gridcell][data-active]').focus()
  await workspace.press('Shift+ArrowLeft')
  const part = await draggedFrom(workspace, handle)
  expect(part.text).toMatch(/^-?[\d.]+\t-?[\d.]+$/)
})

test('the handle of a table says what it is for, and is not in the way of keys and screen readers', async ({
  workspace,
}) => {
  await (await CompanyPage.open(workspace, 'HLDN')).showsFigures()
  const { page } = workspace
  await page.getByRole('grid').locator('[draggable=true]').hover()
  await expect(page.getByRole('tooltip')).toHaveText('Drag the table or the selected cells into another program')
  expect(await workspace.accessibilityFaults()).toEqual([])
})
