import { expect, type Page } from '@playwright/test'
import { themedAxeFaults } from './axe.ts'
import { spacingFaults } from './text-spacing.ts'

/**
 * What a page has against WCAG 2.2 AA: rules of axe, headings, names, target sizes, text spacing, and contrast in each theme. What is opened
 * over the page is looked at alone. Names, roles and structure are the same in every theme: in dark and in forced colors only contrast is
 * looked at again.
 */
export async function screenFaults(page: Page, step = ''): Promise<string[]> {
  const within = await topmost(page)
  const faults: string[] = []
  // A page is drawn again when its data arrives.
  await expect.poll(() => headingFaults(page), { message: step }).toEqual([])
  for (const check of [joinedNames, namelessHeads, unsaidSorting, liveTables]) faults.push(...(await check(page)))
  // The frame's controls are next to those of the page.
  faults.push(...(await smallTargets(page, within.includes('main') ? ['body'] : within)))
  faults.push(...(await windowOverflow(page)))
  faults.push(...(await spacingFaults(page, within)))
  faults.push(...(await themedAxeFaults(page, within)))
  return [...new Set(faults)]
}

/** The parts of the window scroll, and the window itself never: it would move from under the pointer. */
async function windowOverflow(page: Page): Promise<string[]> {
  const beyond = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
  return beyond > 0 ? [`the window can be scrolled by ${beyond} pixels`] : []
}

/** What lies over the page, for what is under it was looked at before; else the page. */
async function topmost(page: Page): Promise<readonly string[]> {
  for (const over of ['[role=menu]', 'dialog[open]', '[popover]:popover-open'])
    if ((await page.locator(over).filter({ visible: true }).count()) > 0) return [over]
  return ['main', '[data-region=drawer]', '[data-region=player]']
}

/**
 * What is smaller than 24 pixels and has less than 24 pixels to itself (WCAG 2.5.8): a circle of that width around it meets another target, or
 * the circle of another small one. Links within a sentence are excepted.
 */
export async function smallTargets(page: Page, within: readonly string[]): Promise<string[]> {
  return page.evaluate((scope) => {
    const least = 24
    const pressed =
      'button, a[href], input, select, textarea, [role=tab], [role=option], [role^=menuitem], [role=separator], [role=slider]'
    const isInSentence = (one: Element) =>
      getComputedStyle(one).display === 'inline' && one.closest('p, li, .note, caption') !== null
    const centre = ({ x, y, width, height }: DOMRect) => [x + width / 2, y + height / 2] as const
    /** What is scrolled out of a part of the window is not where its box is, which may be over another part. */
    const isScrolledAway = (one: Element, box: DOMRect) => {
      const [x, y] = centre(box)
      for (let part = one.parentElement; part !== null && part !== document.body; part = part.parentElement) {
        if (getComputedStyle(part).overflowY === 'visible') continue
        const { left, right, top, bottom } = part.getBoundingClientRect()
        if (x < left || x > right || y < top || y > bottom) return true
      }
      return false
    }
    const targets = [...document.querySelectorAll(scope.join())]
      .flatMap((part) => [...part.querySelectorAll(pressed)])
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .filter((one) => one.closest('.unseen, .skip, [inert]') === null)
      .map((one) => ({ one: one.matches('label input') ? (one.closest('label') ?? one) : one }))
      .map(({ one }) => ({ one, box: one.getBoundingClientRect() }))
      .filter(({ one, box }) => box.width > 0 && box.top < innerHeight && box.bottom > 0 && !isScrolledAway(one, box))
    const isSmall = ({ width, height }: DOMRect) => width < least - 0.5 || height < least - 0.5
    return targets
      .filter(({ one, box }) => isSmall(box) && !isInSentence(one))
      .filter(({ one, box }) => {
        const [x, y] = centre(box)
        return targets.some((other) => {
          if (other.one === one || other.one.contains(one) || one.contains(other.one)) return false
          const [otherX, otherY] = centre(other.box)
          if (isSmall(other.box)) return Math.hypot(x - otherX, y - otherY) < least - 0.5
          const [right, down] = [
            Math.max(other.box.left - x, 0, x - other.box.right),
            Math.max(other.box.top - y, 0, y - other.box.bottom),
          ]
          return Math.hypot(right, down) < least / 2 - 0.5
        })
      })
      .map(({ one, box }) => {
        const name = one.getAttribute('aria-label') ?? one.textContent.trim().slice(0, 40)
        return `${name} has ${Math.round(box.width)} × ${Math.round(box.height)} pixels`
      })
  }, within)
}

/** Column heads with neither text nor name. */
async function namelessHeads(page: Page): Promise<string[]> {
  const heads = page.locator('[role=tabpanel]:visible, dialog[open]').locator('th[scope=col], [role=columnheader]')
  return heads.evaluateAll((all) =>
    all
      .filter((head) => head.checkVisibility() && head.textContent.trim() === '' && !head.hasAttribute('aria-label'))
      .map((head) => `a column without a name: ${head.outerHTML.slice(0, 80)}`),
  )
}

/** Column heads with an arrow that is only drawn, and tables that are sorted by more than one column. */
async function unsaidSorting(page: Page): Promise<string[]> {
  return page.locator('table:visible, [role=grid]:visible').evaluateAll((tables) =>
    tables.flatMap((table) => {
      const heads = [...table.querySelectorAll('th[scope=col], [role=columnheader]')].filter((one) =>
        one.checkVisibility(),
      )
      // The points of an arrow up and of an arrow down, as Lucide draws them.
      const arrows = 'path[d="m5 12 7-7 7 7"], path[d="m19 12-7 7-7-7"]'
      const isSorted = (head: Element) => /^(?:a|de)scending$/.test(head.getAttribute('aria-sort') ?? '')
      const silent = heads.filter(
        (head) => (head.querySelector(arrows) !== null || /[↑↓]/.test(head.textContent)) && !isSorted(head),
      )
      const sorted = heads.filter(isSorted)
      return [
        ...silent.map(({ textContent }) => `${textContent.trim()} has an arrow and no aria-sort`),
        ...(sorted.length > 1 ? [`${sorted.length} columns of a table are sorted`] : []),
      ]
    }),
  )
}

/** Tables that a screen reader would read as a whole at each change. */
async function liveTables(page: Page): Promise<string[]> {
  const live = '[aria-live=polite], [aria-live=assertive], [role=status], [role=alert], [role=log], output'
  return page
    .locator(live)
    .evaluateAll((all) =>
      all
        .filter((one) => one.querySelector('table, [role=grid], [role=table]') !== null || one.matches('table'))
        .map((one) => `a table is a live region: ${one.outerHTML.slice(0, 80)}`),
    )
}

/** What the level of each visible heading of the page skips, and pages without one h1. */
async function headingFaults(page: Page): Promise<string[]> {
  return page.locator('[role=tabpanel]:visible').evaluateAll((panels) =>
    panels.flatMap((panel) => {
      const headings = [...panel.querySelectorAll('h1, h2, h3, h4')].filter((one) => one.checkVisibility())
      const levels = headings.map(({ tagName }) => Number(tagName[1]))
      const ones = levels.filter((level) => level === 1).length
      const skips = headings.filter((_, at) => (levels[at] ?? 0) > (levels[at - 1] ?? 0) + 1)
      return [
        ...(ones === 1 ? [] : [`${ones} h1`]),
        ...skips.map(({ tagName, textContent }) => `${tagName} ${textContent.trim()} skips a level`),
      ]
    }),
  )
}

/** Names in which two words run into each other, such as "HLDNHalden", as the accessibility tree has them. */
async function joinedNames(page: Page): Promise<string[]> {
  const tree = await page.locator('body').ariaSnapshot()
  const named = tree.matchAll(/- (?:row|rowheader|gridcell|button|option|link|columnheader|cell) "([^"]+)"/g)
  const names = new Set(Array.from(named, ([, name = '']) => name))
  return [...names]
    .filter((name) => /[A-Z]{3,}[A-Z][a-z]{2,}|[a-z%)]\d{2,}[A-Z]|\d[A-Z][a-z]{3,}|[a-z]{3,}[A-Z]{3,}/.test(name))
    .map((name) => `joined: ${name}`)
}
