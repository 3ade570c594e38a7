import type { Page } from '@playwright/test'
import { electronOf } from './application.ts'

// What another program would paste. No page of Electron's may read the clipboard (docs/promises.md E4), so that the program is asked there;
// a browser lets its page read it once its user allows that.

export async function copiedText(page: Page): Promise<string> {
  const electron = electronOf(page)
  if (electron) return electron.evaluate(({ clipboard }) => clipboard.readText())
  await allowReading(page)
  return page.evaluate(() => navigator.clipboard.readText())
}

/** Empty where nothing was copied as HTML. */
export async function copiedHtml(page: Page): Promise<string> {
  const electron = electronOf(page)
  if (electron) {
    return electron.evaluate(async ({ clipboard }) => {
      const [item] = await clipboard.read()
      return item?.types.includes('text/html') ? (await item.getType('text/html')).text() : ''
    })
  }
  await allowReading(page)
  return page.evaluate(async () => {
    const [item] = await navigator.clipboard.read()
    return item?.types.includes('text/html') ? (await item.getType('text/html')).text() : ''
  })
}

/** Media types of what was copied as text or as a picture. The system may add kinds of its own to them. */
export async function copiedTypes(page: Page): Promise<string[]> {
  const electron = electronOf(page)
  if (!electron) await allowReading(page)
  const types = await (electron
    ? electron.evaluate(async ({ clipboard }) => (await clipboard.read()).flatMap((item) => item.types))
    : page.evaluate(async () => (await navigator.clipboard.read()).flatMap((item) => item.types)))
  return types.filter((type) => /^(?:text|image)\//.test(type))
}

async function allowReading(page: Page): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
}
