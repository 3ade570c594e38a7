import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { CompanyPage } from './pages/company-page.ts'
import { SettingsPage } from './pages/settings-page.ts'
import { Tour } from './pages/tour.ts'
import type { WorkspacePage } from './pages/workspace-page.ts'

test.use({ profileState: 'loaded sample' })

/** Controls that are beyond the window’s edge, or cut by a part that hides what is beyond it, where no scrolling leads to them. */
async function outOfReach(page: Page): Promise<string[]> {
  return page.locator('button, input, select, a[href], h1, h2').evaluateAll((controls) => {
    const nameOf = (one: Element) => one.getAttribute('aria-label') ?? one.textContent.trim().slice(0, 40)
    return controls
      .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.closest('.unseen, .skip') === null)
      .flatMap((one) => {
        const box = one.getBoundingClientRect()
        if (box.width === 0) return []
        const isBeyond = box.right > innerWidth + 1 || box.left < -1
        for (let part = one.parentElement; part !== null && part !== document.body; part = part.parentElement) {
          const style = getComputedStyle(part)
          const outer = part.getBoundingClientRect()
          if (/auto|scroll/.test(style.overflowX + style.overflowY)) return []
          const isCut = box.right > outer.right + 3 || box.bottom > outer.bottom + 3
          if (style.overflowX === 'hidden' && isCut) return [nameOf(one)]
        }
        return isBeyond ? [nameOf(one)] : []
      })
  })
}

async function setTextSize(workspace: WorkspacePage, percent: number): Promise<void> {
  await new SettingsPage(workspace).open('Appearance')
  const size = workspace.page.getByRole('radiogroup', { name: 'Text size' }).getByText(`${percent}%`)
  await size.click()
  await expect(workspace.page.getByRole('radio', { name: `${percent}%` })).toBeChecked()
}

/** How high a line of text is on the screen, in its own typeface: the one that stands in while that is loaded has other heights. */
const lineHeight = (workspace: WorkspacePage) =>
  workspace.page
    .getByRole('heading', { level: 1 })
    .first()
    .evaluate(async (head) => {
      await document.fonts.load(getComputedStyle(head).font, head.textContent)
      const text = document.createRange()
      text.selectNodeContents(head)
      return text.getBoundingClientRect().height
    })

test('at 320 pixels every control can be reached, and so it can with the text at 150%', async ({ workspace }) => {
  const tour = new Tour(workspace)
  const { page } = workspace
  const found: string[] = []
  const rail = [] as string[]
  for await (const screen of tour.screens()) rail.push(screen)
  await page.setViewportSize({ width: 320, height: 640 })
  for await (const screen of tour.companyViews()) {
    expect(await workspace.sidewaysOverflow(), screen).toBeLessThanOrEqual(0)
    for (const control of await outOfReach(page)) found.push(`320 pixels, ${screen}: ${control}`)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await setTextSize(workspace, 150)
  for await (const screen of tour.screens())
    for (const control of await outOfReach(page)) found.push(`150%, ${screen}: ${control}`)
  expect(found).toEqual([])
})

test('the text size is that of every window and of the next start, and the pointer still meets what is under it', async ({
  workspace,
  app,
}) => {
  const { page } = workspace
  await workspace.rail.getByRole('button', { name: 'Home' }).click()
  const before = await lineHeight(workspace)
  await setTextSize(workspace, 150)
  expect((await lineHeight(workspace)) / before).toBeCloseTo(1.5, 1)
  const company = await CompanyPage.open(workspace, 'HLDN')
  const cell = await company.cell('Gross profit', 'Q2 FY2026')
  const box = await cell.boundingBox()
  if (!box) throw new Error('the figure is not drawn')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2, box.y + box.height * 1.5)
  await page.mouse.up()
  await expect(company.screen.locator('[aria-selected=true][data-cell]')).toHaveCount(2)
  const again = await app.reopen()
  await expect(again.locator('html')).toHaveCSS('zoom', '1.5')
})

test('the panel of a call never covers its text', async ({ workspace }) => {
  const { page } = workspace
  const tour = new Tour(workspace)
  await tour.command('TRAN HLDN')
  for (const width of [1024, 320]) {
    await page.setViewportSize({ width, height: 800 })
    // A panel that the new width folds away is folded in the next frame.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    const show = page.getByRole('button', { name: 'Show call panel' })
    await expect(show.or(page.getByRole('button', { name: 'Hide call panel' }))).toBeVisible()
    if (await show.isVisible()) await show.click()
    await expect(workspace.drawer).toBeVisible()
    const [text, panel] = [await page.getByRole('main').boundingBox(), await workspace.drawer.boundingBox()]
    if (!text || !panel) throw new Error('the call is not drawn')
    const overlaps = panel.x < text.x + text.width - 1 && panel.y < text.y + text.height - 1
    expect(overlaps, `at ${width} pixels`).toBe(false)
  }
})
