import type { Page } from '@playwright/test'

/**
 * What keeps a user from a part of the dialog, menu or popover that lies over the page: it is beyond the window, one of its controls cannot be
 * scrolled to where it can be pressed, a name is cut, or its text has to be scrolled in two directions. Tables and sheets of paper, whose
 * meaning is in their width, may scroll sideways (WCAG 1.4.10).
 */
export async function overlayFaults(page: Page): Promise<string[]> {
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

/** The same of a dialog that only a test of its own brings about, in each of the windows in which accessible-dialogs.spec.ts looks at the others. */
export async function overlayFaultsInSmallWindows(page: Page): Promise<string[]> {
  const usual = page.viewportSize()
  const setTextSize = (share: number) =>
    page.evaluate((size) => document.documentElement.style.setProperty('--text-size', size), String(share))
  const found: string[] = []
  for (const { width, height, text } of [
    { width: 320, height: 640, text: 1 },
    { width: 320, height: 256, text: 1 },
    { width: 1024, height: 640, text: 1.5 },
  ]) {
    await page.setViewportSize({ width, height })
    await setTextSize(text)
    const where = `${width} by ${height}, text ${text * 100}%`
    found.push(...(await overlayFaults(page)).map((fault) => `${where}: ${fault}`))
  }
  await setTextSize(1)
  if (usual) await page.setViewportSize(usual)
  return found
}
