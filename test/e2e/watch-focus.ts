import { expect, type Locator, type Page } from '@playwright/test'

/** What is wrong with where the focus is, in words; null: nothing. */
async function focusFault(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const focused = document.activeElement
    if (!(focused instanceof HTMLElement || focused instanceof SVGElement) || focused === document.body)
      return 'nothing has the focus'
    const name = `<${focused.tagName.toLowerCase()} ${focused.id}> ${focused.textContent.trim().slice(0, 40)}`
    if (!focused.checkVisibility()) return `${name} is not shown`
    if (!focused.matches(':focus-visible')) return null
    const box = focused.getBoundingClientRect()
    const isSeen = box.right > 0 && box.bottom > 0 && box.left < innerWidth && box.top < innerHeight
    if (!isSeen) return `${name} is outside the window`
    // A radio that is out of sight shows its focus on its label, and a field within a box on that box.
    const rings = [
      focused,
      focused.parentElement,
      focused.nextElementSibling,
      focused.closest('label, dialog, .menu, .pop'),
    ]
    const luminance = (color: string) => {
      const [red, green, blue] = (color.match(/[\d.]+/g) ?? []).map(Number).map((part) => {
        const share = part / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
    }
    const groundOf = (element: Element): string => {
      for (let one: Element | null = element; one; one = one.parentElement) {
        const color = getComputedStyle(one).backgroundColor
        if (!/, 0\)$|transparent/.test(color)) return color
      }
      return 'rgb(255, 255, 255)'
    }
    const contrast = (one: string, other: string) => {
      const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((left, right) => left - right)
      return (high + 0.05) / (low + 0.05)
    }
    const isRinged = (element: Element | null) => {
      if (!element) return false
      const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor } = getComputedStyle(element)
      const colors = [
        ...(outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1 ? [outlineColor] : []),
        ...(boxShadow.match(/rgba?\([^)]*\)/g) ?? []),
        ...(element === focused && !focused.matches('input, textarea') ? [] : [borderColor]),
      ]
      const ground = groundOf(element.parentElement ?? element)
      return colors.some((color) => color.startsWith('rgb') && contrast(color, ground) >= 3)
    }
    return rings.some(isRinged) ? null : `${name} does not show that it has the focus`
  })
}

/** Waits until the keyboard has a place again: what was pressed may first take its own element away. */
export async function expectFocusStands(page: Page, after: string): Promise<void> {
  await expect.poll(() => focusFault(page), { message: `the focus after ${after}`, timeout: 5000 }).toBeNull()
}

const actions = ['click', 'dblclick', 'fill', 'press', 'check', 'uncheck'] as const

/** From now on every action on this page must end with the focus in sight. The returned function ends that. */
export function watchFocus(page: Page): () => void {
  // All locators share one prototype, also those of other pages.
  const prototype = Object.getPrototypeOf(page.locator('body')) as Record<string, unknown>
  const originals = new Map(actions.map((name) => [name, prototype[name]]))
  for (const [name, act] of originals) {
    prototype[name] = async function (this: Locator, ...given: unknown[]) {
      if (typeof act === 'function') await act.apply(this, given)
      if (this.page() === page && !page.isClosed()) await expectFocusStands(page, `${name} of ${String(this)}`)
    }
  }
  const { keyboard } = page
  const press = keyboard.press.bind(keyboard)
  keyboard.press = async (key, options) => {
    await press(key, options)
    if (!page.isClosed()) await expectFocusStands(page, `the key ${key}`)
  }
  return () => {
    keyboard.press = press
    for (const [name, act] of originals) prototype[name] = act
  }
}
