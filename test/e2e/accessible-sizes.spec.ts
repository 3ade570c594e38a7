import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { CompanyPage } from './pages/company-page.ts'
import { SettingsPage } from './pages/settings-page.ts'
import { Tour } from './pages/tour.ts'
import type { WorkspacePage } from './pages/workspace-page.ts'
import { smallTargets } from './screen-faults.ts'

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

/** What a new width changes is changed in the next frame. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
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

/**
 * What keeps a user from a page's figures and words in a narrow window: tables whose frozen columns leave no room for the others, tables
 * that are wider than their place and cannot be scrolled, and words that lie under something that does not scroll with them.
 */
async function hiddenContent(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    /** Pixels that the narrowest column of figures needs. */
    const aFigure = 56
    const isShown = (one: Element) =>
      one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      one.closest('.unseen, .skip, [aria-hidden=true], [inert]') === null
    const scrolls = (one: Element) => /auto|scroll/.test(getComputedStyle(one).overflowX)
    const found: string[] = []
    for (const table of document.querySelectorAll('table, [role=grid]')) {
      if (!isShown(table) || table.closest('dialog article') !== null) continue
      let scroller: Element | null = table
      while (scroller !== null && !scrolls(scroller)) scroller = scroller.parentElement
      const name = table.getAttribute('aria-label') ?? table.querySelector('caption')?.textContent ?? 'a table'
      const width = table.getBoundingClientRect().width
      const room = scroller?.clientWidth ?? innerWidth
      if (scroller === null && width > innerWidth + 1)
        found.push(`${name} is ${Math.round(width)} pixels wide, and fixed`)
      const row = table.querySelector('tbody tr, [role=row]:not(:first-child)')
      const cells = [...(row?.querySelectorAll('td, th, [role=gridcell], [role=rowheader]') ?? [])]
      const frozen = cells
        .filter((cell) => getComputedStyle(cell).position === 'sticky' && getComputedStyle(cell).left !== 'auto')
        .reduce((sum, cell) => sum + cell.getBoundingClientRect().width, 0)
      if (frozen > 0 && frozen > room - aFigure) found.push(`${name}: frozen columns take ${frozen} of ${room} pixels`)
    }
    for (const words of document.querySelectorAll(
      'main :is(h1, h2, h3, p, td, th, li, button, label, [role=gridcell])',
    )) {
      if (
        !isShown(words) ||
        words.textContent.trim() === '' ||
        words.querySelector('p, td, li, button, label') !== null
      )
        continue
      const texts = document.createTreeWalker(words, NodeFilter.SHOW_TEXT)
      let text = texts.nextNode()
      while (text !== null && (text.textContent?.trim() === '' || text.parentElement?.closest('.unseen') !== null))
        text = texts.nextNode()
      if (text === null) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      let { left, right, top, bottom } = range.getBoundingClientRect()
      for (let part: Element | null = words; part !== null && part !== document.body; part = part.parentElement) {
        if (getComputedStyle(part).overflowX === 'visible') continue
        const outer = part.getBoundingClientRect()
        ;[left, right] = [Math.max(left, outer.left), Math.min(right, outer.right)]
        ;[top, bottom] = [Math.max(top, outer.top), Math.min(bottom, outer.bottom)]
      }
      ;[right, bottom] = [Math.min(right, innerWidth), Math.min(bottom, innerHeight)]
      if (right - left < 4 || bottom - top < 4) continue
      const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      if (over === null || over.contains(words) || words.contains(over)) continue
      // What the user opened over the page is closed by its button and by Escape.
      if (over.closest('[role=dialog], [data-region=drawer]') !== null) continue
      let part: Element | null = over
      // What stays in place while the page is scrolled under it uncovers it again.
      while (part !== null && getComputedStyle(part).position !== 'sticky') part = part.parentElement
      if (part === null && !over.matches('label *, label'))
        found.push(`“${words.textContent.trim().slice(0, 30)}” lies under ${over.tagName} ${over.className}`)
    }
    return found
  })
}

test('at 320 pixels, as at 400%, every control and figure of every screen can be reached, and nothing lies over the text', async ({
  workspace,
}) => {
  test.setTimeout(600_000)
  const { page } = workspace
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const tour = new Tour(workspace)
  const found: string[] = []
  for (const pages of [
    tour.screens(),
    tour.companyViews(),
    tour.settings(),
    tour.call(),
    tour.lists(),
    tour.comparisons(),
  ])
    for await (const screen of pages) {
      if (await page.locator('[role=menu], dialog[open]').first().isVisible()) continue
      await page.setViewportSize({ width: 320, height: 640 })
      await drawn(page)
      const beyond = await workspace.sidewaysOverflow()
      if (beyond > 0) found.push(`${screen}: ${beyond} pixels are beyond the window`)
      for (const fault of [...(await outOfReach(page)), ...(await hiddenContent(page))])
        found.push(`${screen}: ${fault}`)
      await page.setViewportSize({ width: 1440, height: 900 })
      await drawn(page)
    }
  expect(found).toEqual([])
})

for (const percent of [90, 150])
  test(`with the text at ${percent}% every control of every screen can be reached`, async ({ workspace }) => {
    test.setTimeout(600_000)
    await new SettingsPage(workspace).setTextSize(percent)
    const found: string[] = []
    const tour = new Tour(workspace)
    for (const pages of [tour.screens(), tour.companyViews()])
      for await (const screen of pages) {
        const beyond = await workspace.sidewaysOverflow()
        if (beyond > 0) found.push(`${screen}: ${beyond} pixels are beyond the window`)
        for (const control of await outOfReach(workspace.page)) found.push(`${screen}: ${control}`)
      }
    expect(found).toEqual([])
  })

test('the text size is that of every window and of the next start, and the pointer still meets what is under it', async ({
  workspace,
  app,
}) => {
  const { page } = workspace
  const settings = new SettingsPage(workspace)
  await workspace.rail.getByRole('button', { name: 'Home' }).click()
  const before = await lineHeight(workspace)
  await settings.setTextSize(150)
  expect((await lineHeight(workspace)) / before).toBeCloseTo(1.5, 1)
  await settings.setTextSize(90)
  expect((await lineHeight(workspace)) / before).toBeCloseTo(0.9, 1)
  await settings.setTextSize(150)
  const company = await CompanyPage.open(workspace, 'HLDN')
  await company.showsFigures()
  const cell = await company.cell('Gross profit', 'Q2 FY2026')
  // Where it stays once its page is drawn.
  await cell.hover()
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

test('every control of the window, its frame included, is large enough to be pressed, or has the room', async ({
  workspace,
}) => {
  const { page } = workspace
  const tour = new Tour(workspace)
  const found: string[] = []
  const sizes: number[] = []
  for await (const step of tour.call()) {
    if (step !== 'call with its player') continue
    // More tabs than the bar has room for.
    for (const code of ['FA HLDN', 'DES VSPO', 'FA KSTM', 'DES MRWD', 'TRAN HLDN']) await tour.command(code)
    for (const width of [1920, 1440, 1024, 720, 320]) {
      await page.setViewportSize({ width, height: 800 })
      await drawn(page)
      found.push(...(await smallTargets(page, ['body'])).map((fault) => `at ${width} pixels: ${fault}`))
      sizes.push(width)
    }
    break
  }
  expect(found).toEqual([])
  expect(sizes).toEqual([1920, 1440, 1024, 720, 320])
})

test('the panel of a call never covers its text', async ({ workspace }) => {
  const { page } = workspace
  const tour = new Tour(workspace)
  await tour.command('TRAN HLDN')
  for (const width of [1024, 320]) {
    await page.setViewportSize({ width, height: 800 })
    await drawn(page)
    const show = page.getByRole('button', { name: 'Show call panel' })
    await expect(show.or(page.getByRole('button', { name: 'Hide call panel' }))).toBeVisible()
    if (await show.isVisible()) await show.click()
    await expect(workspace.drawer).toBeVisible()
    await drawn(page)
    const [text, panel] = [await page.getByRole('main').boundingBox(), await workspace.drawer.boundingBox()]
    if (!text || !panel) throw new Error('the call is not drawn')
    const overlaps = panel.x < text.x + text.width - 1 && panel.y < text.y + text.height - 1
    expect(overlaps, `at ${width} pixels`).toBe(false)
  }
})
