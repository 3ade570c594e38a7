import { expect, type Page } from '@playwright/test'

/** Keeps what a screen reader is given to read out: every text that comes into a live region of the window, in order. */
export class Listener {
  readonly #page: Page

  private constructor(page: Page) {
    this.#page = page
  }

  static async listen(page: Page): Promise<Listener> {
    await page.evaluate(() => {
      const heard: string[] = []
      const texts = new WeakMap<Element, string>()
      const read = () => {
        for (const region of document.querySelectorAll('[aria-live]')) {
          // Outside the dialog that is open nothing is read out.
          const dialog = Array.from(document.querySelectorAll('dialog:modal')).at(-1)
          const text = region.textContent.trim()
          if (text === (texts.get(region) ?? '')) continue
          texts.set(region, text)
          if (text === '' || (dialog && !dialog.contains(region))) continue
          heard.push(region.getAttribute('aria-live') === 'assertive' ? `! ${text}` : text)
        }
      }
      // What stands in a region by now was read out before.
      for (const region of document.querySelectorAll('[aria-live]')) texts.set(region, region.textContent.trim())
      new MutationObserver(read).observe(document, { childList: true, characterData: true, subtree: true })
      Object.assign(window, { heard })
    })
    return new Listener(page)
  }

  /** All of it since the last `forget`; what interrupts begins with `!`. */
  async heard(): Promise<string[]> {
    return this.#page.evaluate(() => [...(window as unknown as { heard: string[] }).heard])
  }

  async forget(): Promise<void> {
    await this.#page.evaluate(() => void ((window as unknown as { heard: string[] }).heard.length = 0))
  }

  /** Waits until it was said. */
  async hears(text: string | RegExp): Promise<void> {
    const pattern = typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text)
    await expect.poll(() => this.heard(), { message: `to hear ${String(text)}` }).toContainEqual(pattern)
  }
}
