import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { AssetManifest } from '#core/window/assets.ts'
import { securityHeaders } from '#core/window/content-security-policy.ts'
import { launchBrowser } from '../../loopback/browser.ts'
import { buildPage } from '../../loopback/built-page.ts'

vi.setConfig({ testTimeout: 30_000 })

let browser: Browser
let assets: AssetManifest

beforeAll(async () => {
  ;[browser, assets] = await Promise.all([launchBrowser(), buildPage(join(import.meta.dirname, 'sheet'))])
}, 60_000)
afterAll(() => browser.close())

const origin = 'http://parts.example'

/** The sheet of all parts, served under the window's own policy; what the policy refused is reported at the end. */
async function openSheet(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await page.route(`${origin}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    const asset = assets.get(pathname === '/' ? '/index.html' : pathname)
    if (!asset) return route.fulfill({ status: 404 })
    return route.fulfill({
      body: Buffer.from(asset.bytes),
      contentType: asset.contentType,
      headers: { ...securityHeaders({ connect: [] }) },
    })
  })
  await page.goto(origin)
  await page.getByRole('heading', { name: 'Parts' }).waitFor()
  return page
}

const done = (page: Page) => page.getByRole('region', { name: 'Done' }).getByRole('listitem').allInnerTexts()
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent.trim() ?? '')

describe('under the policy of the window', () => {
  test('every part is drawn and used without breaking it', async () => {
    const refused: string[] = []
    const page = await openSheet()
    page.on('console', (message) => {
      if (/content security policy|trusted/i.test(message.text())) refused.push(message.text())
    })
    await page.reload()
    await page.getByRole('button', { name: 'Line', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Open source' }).click()
    await page.getByRole('button', { name: 'Details' }).click()
    await page.getByText('Two failures today.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Find' }).hover()
    await page.getByText('Ctrl F').waitFor()
    await page.getByRole('button', { name: 'Ask' }).click()
    await page.getByRole('dialog', { name: 'Take offline' }).waitFor()
    expect(refused).toEqual([])
  })
})

describe('without a mouse', () => {
  test('a choice of few is moved by the arrow keys; one that cannot be chosen is reached, says why, and changes nothing', async () => {
    const page = await openSheet()
    const radio = (name: string) => page.getByRole('radio', { name })
    const where = async () => [
      await page.evaluate(() => document.activeElement?.closest('label')?.textContent.trim()),
      await page
        .getByRole('radio', { checked: true })
        .evaluateAll((all) => all.map((one) => one.getAttribute('value'))),
    ]
    await radio('Annual').focus()
    await page.keyboard.press('ArrowRight')
    const off = await where()
    const why = await page.getByRole('tooltip').innerText()
    await page.keyboard.press('Space')
    const pressed = await where()
    await page.getByText('LTM', { exact: true }).click({ force: true })
    const clicked = await where()
    await page.keyboard.press('Tab')
    const left = await where()
    await page.keyboard.press('Shift+Tab')
    const back = await where()
    await page.keyboard.press('ArrowLeft')
    const around = await where()
    expect({ off, why, pressed, clicked, left, back, around }).toEqual({
      off: ['LTM', ['annual']],
      why: 'four quarters are missing',
      pressed: ['LTM', ['annual']],
      clicked: ['LTM', ['annual']],
      left: [undefined, ['annual']],
      back: ['Annual', ['annual']],
      around: ['Quarterly', ['quarterly']],
    })
  })

  test('a menu is walked and chosen from, what is off is reached and does nothing, and Esc leads back', async () => {
    const page = await openSheet()
    await page.getByRole('button', { name: 'Line', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menu').waitFor()
    await page.keyboard.press('ArrowDown')
    const off = await focused(page)
    await page.keyboard.press('Enter')
    const refused = await done(page)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const chosen = await done(page)
    await page.keyboard.press('Enter')
    await page.getByRole('menu').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    expect([off, refused, chosen, await focused(page)]).toEqual(['Fetch again offline', [], ['charted'], 'Line'])
  })

  test('a dialog keeps the focus inside, gives it back, and starts at itself and not at its close button', async () => {
    const page = await openSheet()
    await page.getByRole('button', { name: 'Ask' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Take offline' })
    await dialog.waitFor()
    const first = await dialog.evaluate((element) => element === document.activeElement)
    const inside: boolean[] = []
    for (let step = 0; step < 6; step += 1) {
      await page.keyboard.press('Tab')
      inside.push(await dialog.evaluate((element) => element.contains(document.activeElement)))
    }
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect({ first, inside, after: await focused(page) }).toEqual({
      first: true,
      inside: [true, true, true, true, true, true],
      after: 'Ask',
    })
  })

  test('a button that is off is reached, says why, and does nothing', async () => {
    const page = await openSheet()
    const refresh = page.getByRole('button', { name: 'Refresh' })
    await refresh.focus()
    await page.getByText('offline', { exact: true }).first().waitFor()
    await page.keyboard.press('Enter')
    await refresh.click({ force: true })
    expect([await refresh.getAttribute('aria-disabled'), await done(page)]).toEqual(['true', []])
  })
})

describe('what is read out', () => {
  test('a field that refuses says why, in the same breath', async () => {
    const page = await openSheet()
    const symbol = page.getByRole('textbox', { name: 'Symbol' })
    const before = await symbol.ariaSnapshot()
    const hint = await symbol.evaluate((input) =>
      document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent.trim(),
    )
    await symbol.fill('')
    const [invalid, reason] = await symbol.evaluate((input) => [
      input.getAttribute('aria-invalid'),
      document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent.trim(),
    ])
    expect({ before, hint, invalid, reason }).toEqual({
      before: '- textbox "Symbol": HLDN',
      hint: 'As the exchange has it',
      invalid: 'true',
      reason: 'A symbol is needed.',
    })
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`every part has a name and enough contrast in ${colorScheme}`, async () => {
      const page = await openSheet({ colorScheme })
      const found = async () => {
        const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag22aa']).analyze()
        return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} ${target.join(' ')}`))
      }
      const atRest = await found()
      await page.getByRole('button', { name: 'Line', exact: true }).click()
      const menu = await found()
      await page.keyboard.press('Escape')
      await page.getByRole('textbox', { name: 'Symbol' }).fill('')
      await page.getByRole('button', { name: 'Ask' }).click()
      await page.getByRole('dialog').waitFor()
      expect([atRest, menu, await found()]).toEqual([[], [], []])
    })
  }
})

describe('nothing moves', () => {
  test('when another view or another mode is chosen, though the chosen one is bolder', async () => {
    const page = await openSheet()
    const places = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('nav button, fieldset label')].map((part) => part.getBoundingClientRect().x),
      )
    const before = await places()
    await page.getByRole('button', { name: 'Calls' }).click()
    await page.getByText('Quarterly', { exact: true }).click()
    expect(await places()).toEqual(before)
  })
})

describe('figures', () => {
  /** Right edge of the last digit of each figure, in tenths of a pixel: bold type is set a few hundredths wider. */
  const digitEdges = (page: Page) =>
    page.evaluate(() =>
      [...document.querySelectorAll('td.n')]
        .filter((cell) => cell.textContent.includes('1,318.4'))
        .map((cell) => {
          const text = [...cell.childNodes].find((node) => node.textContent?.includes('1,318.4'))
          const end = (text?.textContent?.indexOf('1,318.4') ?? 0) + '1,318.4'.length
          const range = document.createRange()
          if (text) range.setStart(text, end - 1)
          if (text) range.setEnd(text, end)
          return Math.round(range.getBoundingClientRect().right * 10)
        }),
    )

  test('stand with their digits in one column: positive and bold, in brackets, and with a mark', async () => {
    const [total, bracketed, restated] = await digitEdges(await openSheet())
    expect([bracketed, restated]).toEqual([total, total])
  })

  test('are copied without the bracket that holds their place', async () => {
    const page = await openSheet()
    const copied = await page.evaluate(() => {
      const cell = document.querySelector('td.n')
      if (cell) getSelection()?.selectAllChildren(cell)
      return getSelection()?.toString()
    })
    expect(copied).toBe('1,318.4')
  })
})
