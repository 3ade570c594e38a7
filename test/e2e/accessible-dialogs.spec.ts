import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { dialogs } from './pages/dialog-tour.ts'
import { SettingsPage } from './pages/settings-page.ts'
import { Tour } from './pages/tour.ts'
import type { WorkspacePage } from './pages/workspace-page.ts'

// Where the focus stands is looked at by other tests. Here each dialog is measured in a window of another size than it was opened in.
test.use({ profileState: 'loaded sample', isFocusWatched: false })

/**
 * What keeps a user from a part of the dialog, menu or popover that lies over the page: it is beyond the window, one of its controls cannot be
 * scrolled to where it can be pressed, a name is cut, or its text has to be scrolled in two directions. Tables and sheets of paper, whose
 * meaning is in their width, may scroll sideways (WCAG 1.4.10).
 */
async function overlayFaults(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const isShown = (one: Element) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    await nextFrame()
    await nextFrame()
    const over = [...document.querySelectorAll('[role=menu], [popover]:popover-open:not([role=tooltip]), dialog[open]')]
      .filter(isShown)
      .at(0)
    if (over === undefined) return ['nothing lies over the page']
    const found: string[] = []
    const nameOf = (one: Element) =>
      (one.getAttribute('aria-label') ?? one.textContent).replace(/\s+/g, ' ').trim().slice(0, 40) ||
      one.outerHTML.slice(0, 80)
    const box = over.getBoundingClientRect()
    if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
      found.push(
        `it is ${Math.round(box.left)} to ${Math.round(box.right)} by ${Math.round(box.top)} to ${Math.round(box.bottom)} in a window of ${innerWidth} by ${innerHeight}`,
      )

    const isWide = 'table, [role=grid], article, .pages'
    for (const part of [over, ...over.querySelectorAll('*')]) {
      const { overflowX } = getComputedStyle(part)
      const isBeyond = part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0
      if (!isBeyond || !/auto|scroll/.test(overflowX) || part.matches(isWide) || part.querySelector(isWide)) continue
      found.push(
        `${part.tagName} ${part.className} scrolls sideways: ${part.scrollWidth} in ${part.clientWidth} pixels`,
      )
    }

    const named = 'button, label, legend, h1, h2, h3, dt, th, [role^=menuitem], [role=tab], a[href]'
    for (const one of over.querySelectorAll(named)) {
      if (!isShown(one) || one.closest('.unseen, article') !== null) continue
      for (const part of [one, ...one.querySelectorAll('*')]) {
        const { overflowX, textOverflow } = getComputedStyle(part)
        const isCut = overflowX !== 'visible' && part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 1
        if (isCut && !part.matches('.unseen, input, select'))
          found.push(`“${nameOf(one)}” is cut to ${part.clientWidth} of ${part.scrollWidth} pixels ${textOverflow}`)
      }
    }

    const pressed = 'button, a[href], input, select, textarea, [tabindex="0"], [role^=menuitem], [role=option]'
    for (const control of over.querySelectorAll<HTMLElement>(pressed)) {
      if (!isShown(control) || control.matches(':disabled, input[tabindex="-1"]') || control.closest('[inert]'))
        continue
      const drawn = control.matches('.unseen') ? (control.closest('label') ?? control) : control
      drawn.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
      const { left, right, top, bottom } = drawn.getBoundingClientRect()
      // Of what is larger than the window, such as a list that takes the keys, a part in it.
      const [x, y] = [
        (Math.max(left, 0) + Math.min(right, innerWidth)) / 2,
        (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2,
      ]
      const on = document.elementFromPoint(x, y)
      if (on === null) found.push(`${nameOf(control)} is beyond the window`)
      else if (!drawn.contains(on) && on.closest('label')?.contains(control) !== true)
        found.push(`${nameOf(control)} lies under ${on.tagName} ${on.getAttribute('class')} “${nameOf(on)}”`)
    }
    return [...new Set(found)]
  })
}

async function* opened(workspace: WorkspacePage): AsyncGenerator<string> {
  const tour = new Tour(workspace)
  for (const steps of [tour.overlays(), tour.statements(), tour.call(), tour.lists(), dialogs(workspace)])
    for await (const step of steps) {
      const over = workspace.page.locator('[role=menu], dialog[open]').first()
      if (await over.isVisible()) yield step
    }
}

test('in a window of 320 by 640 and of 320 by 256 pixels, as at 400%, every dialog and menu is whole, and each of its controls can be pressed', async ({
  workspace,
}) => {
  test.setTimeout(600_000)
  const { page } = workspace
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const found: string[] = []
  const seen: string[] = []
  for await (const step of opened(workspace)) {
    for (const height of [640, 256]) {
      await page.setViewportSize({ width: 320, height })
      found.push(...(await overlayFaults(page)).map((fault) => `${step}, ${height} high: ${fault}`))
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    seen.push(step)
  }
  expect(found).toEqual([])
  expect(seen.length).toBeGreaterThan(30)
})

test('with the text at 150% every dialog and menu is whole, and each of its controls can be pressed', async ({
  workspace,
}) => {
  test.setTimeout(600_000)
  const { page } = workspace
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await new SettingsPage(workspace).setTextSize(150)
  const found: string[] = []
  const roomy = { width: 2160, height: 1350 }
  await page.setViewportSize(roomy)
  for await (const step of opened(workspace)) {
    await page.setViewportSize({ width: 1024, height: 640 })
    found.push(...(await overlayFaults(page)).map((fault) => `${step}: ${fault}`))
    await page.setViewportSize(roomy)
  }
  expect(found).toEqual([])
})
