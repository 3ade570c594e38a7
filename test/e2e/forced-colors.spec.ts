import type { Locator, Page } from '@playwright/test'
import { contrast } from '../contrast.ts'
import { expect, test } from './fixtures.ts'
import { CallComparisonPage } from './pages/call-comparison-page.ts'
import { CallPage } from './pages/call-page.ts'
import { CallsPage } from './pages/calls-page.ts'
import { CompanyPage } from './pages/company-page.ts'
import { HomePage } from './pages/home-page.ts'
import { storedCalls, TranscriptSearchPage } from './pages/transcript-search-page.ts'
import { WatchlistPage } from './pages/watchlist-page.ts'

// Rings are measured in the colors of the themes (watch-focus.ts).
test.use({ profileState: 'loaded sample', isFocusWatched: false })

/** What takes a mark away and leaves what it stands on. */
const hidden = {
  mark: ['opacity', '0'],
  line: ['text-decoration-line', 'none'],
  /** Its words are left out of both pictures. */
  background: ['opacity', '0'],
  outline: ['outline-style', 'none'],
  /** The triangle, which has no element of its own. */
  corner: ['class', 'corner'],
} as const
type Without = keyof typeof hidden

/**
 * How many pixels a mark draws that stand out by 3:1 from what is there without it. A browser may keep a mark's style and draw nothing: in
 * forced colors it replaces backgrounds and leaves out gradients.
 */
async function drawnPixels(page: Page, mark: Locator, without: Without): Promise<number> {
  await mark.scrollIntoViewIfNeeded()
  const set = (property: string, value: string) =>
    mark.evaluate(
      (one: HTMLElement | SVGElement, [name, text]) =>
        name === 'class' ? one.classList.toggle(text) : one.style.setProperty(name, text, 'important'),
      [property, value] as const,
    )
  const box = await mark.boundingBox()
  if (!box) throw new Error('the mark is not on the page')
  const clip = { x: box.x - 2, y: box.y - 2, width: box.width + 4, height: box.height + 4 }
  const picture = async () => (await page.screenshot({ clip, animations: 'disabled' })).toString('base64')
  if (without === 'background') await set('font-size', '0')
  const pictureWith = await picture()
  const [property, value] = hidden[without]
  await set(property, value)
  const pictureWithout = await picture()
  for (const changed of [property, 'font-size']) await set(changed, property === 'class' ? value : '')
  return standingOut(page, pictureWith, pictureWithout)
}

/** The same of the highlights in a part of the page, which are painted without elements. */
async function highlightPixels(page: Page, part: Locator): Promise<number> {
  const picture = async () => (await part.screenshot({ animations: 'disabled' })).toString('base64')
  const withHighlight = await picture()
  const names = await page.evaluate(() => {
    const all = [...CSS.highlights]
    CSS.highlights.clear()
    Object.assign(window, { keptHighlights: all })
    return all.map(([name]) => name)
  })
  expect(names).toContain('call-violet')
  const without = await picture()
  await page.evaluate(() => {
    const { keptHighlights } = window as unknown as { readonly keptHighlights: [string, Highlight][] }
    for (const [name, highlight] of keptHighlights) CSS.highlights.set(name, highlight)
  })
  return standingOut(page, withHighlight, without)
}

/** How many pixels of one picture have a contrast of 3:1 to the same ones of another. */
async function standingOut(page: Page, one: string, other: string): Promise<number> {
  const pairs = await page.evaluate(
    async (pictures) => {
      const pixelsOf = async (png: string) => {
        const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0))
        const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
        const pen = new OffscreenCanvas(image.width, image.height).getContext('2d')
        pen?.drawImage(image, 0, 0)
        return pen?.getImageData(0, 0, image.width, image.height).data ?? new Uint8ClampedArray()
      }
      const colorAt = (pixels: Uint8ClampedArray, at: number) =>
        `#${[...pixels.slice(at, at + 3)].map((part) => part.toString(16).padStart(2, '0')).join('')}`
      const [before, after] = [await pixelsOf(pictures[0]), await pixelsOf(pictures[1])]
      const counts = new Map<string, number>()
      for (let at = 0; at < before.length; at += 4) {
        const pair = `${colorAt(before, at)} ${colorAt(after, at)}`
        counts.set(pair, (counts.get(pair) ?? 0) + 1)
      }
      return [...counts]
    },
    [one, other] as const,
  )
  const standsOut = ([pair]: (typeof pairs)[number]) => {
    const [before = '', after = ''] = pair.split(' ')
    return contrast(before, after) >= 3
  }
  return pairs.filter(standsOut).reduce((sum, [, count]) => sum + count, 0)
}

/** How thick the line under a piece of text is drawn, in pixels: the rows of its picture in which the line is. */
async function lineHeight(page: Page, text: Locator): Promise<number> {
  await text.scrollIntoViewIfNeeded()
  const box = await text.boundingBox()
  if (!box) throw new Error('the text is not on the page')
  const clip = { ...box, height: box.height + 6 }
  const picture = async () => (await page.screenshot({ clip, animations: 'disabled' })).toString('base64')
  const set = (line: string) =>
    text.evaluate((one: HTMLElement, value) => {
      one.style.textDecorationLine = value
      // Its words would hide a line that crosses them.
      one.style.webkitTextFillColor = 'transparent'
    }, line)
  await set('')
  const withLine = await picture()
  await set('none')
  const without = await picture()
  return page.evaluate(
    async ([one, other]) => {
      const rowsOf = async (png: string) => {
        const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0))
        const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
        const pen = new OffscreenCanvas(image.width, image.height).getContext('2d')
        pen?.drawImage(image, 0, 0)
        return Array.from({ length: image.height }, (_, row) =>
          (pen?.getImageData(0, row, image.width, 1).data ?? []).join(' '),
        )
      }
      const [before, after] = [await rowsOf(one), await rowsOf(other)]
      return before.filter((row, at) => row !== after[at]).length
    },
    [withLine, without] as const,
  )
}

test('words of a low confidence and of a lower one differ by their lines, whatever the colors', async ({
  workspace,
}) => {
  const { page } = workspace
  const call = await CallPage.open(workspace, storedCalls.speech)
  await call.isRead()
  for (const media of [
    { colorScheme: 'light', forcedColors: 'none' },
    { colorScheme: 'dark', forcedColors: 'none' },
    { colorScheme: 'light', forcedColors: 'active' },
  ] as const) {
    await page.emulateMedia({ ...media, reducedMotion: 'reduce' })
    const [low, lower] = [
      await lineHeight(page, page.locator('.word.unsure')),
      await lineHeight(page, page.locator('.word.doubtful')),
    ]
    expect(low, JSON.stringify(media)).toBeGreaterThan(0)
    expect(lower, JSON.stringify(media)).toBeGreaterThanOrEqual(2 * low)
  }
  // The text has the lines of its legend, the lower confidence too, which this call has nowhere.
  const turn = call.transcript.locator('.text.unsure').first()
  const thicknessOf = (one: Locator) => one.evaluate((element) => getComputedStyle(element).textDecorationThickness)
  expect(await thicknessOf(turn)).toBe(await thicknessOf(page.locator('.word.unsure')))
  const element = await turn.elementHandle()
  const doubtful = await element?.evaluate((one) => {
    one.classList.replace('unsure', 'doubtful')
    return getComputedStyle(one).textDecorationThickness
  })
  expect(doubtful).toBe(await thicknessOf(page.locator('.word.doubtful')))
})

test('sparklines, flags, heat, sentiment, confidence and kinds of passages are drawn in forced colors, and each has its words', async ({
  workspace,
}) => {
  const { page } = workspace
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  const drawn: Record<string, number> = {}
  const look = async (name: string, mark: Locator, without: Without = 'mark') => {
    drawn[name] = await drawnPixels(page, mark.first(), without)
  }

  await HomePage.open(workspace)
  await look('chosen company of Home', page.getByRole('columnheader', { name: 'VSPO' }), 'outline')
  const list = await WatchlistPage.open(workspace)
  const trend = list.table.locator('.cell.sparkline')
  await expect(trend.first()).toHaveAccessibleName(/^Oldest first: [\d,.]+, /)
  await look('sparkline', trend)

  const company = await CompanyPage.open(workspace, 'HLDN')
  await company.showsFigures()
  await look('corner of a flagged figure', company.table.locator('.cell.corner:not([data-active])'), 'corner')

  await workspace.rail.getByRole('button', { name: 'Full text' }).click()
  const text = new TranscriptSearchPage(workspace)
  await text.search('margin')
  await expect(text.hits.locator('.axis .unseen').first()).toHaveText(/^Sentiment \(?\d\.\d\d\)?$/)
  await look('sentiment of a hit', text.hits.locator('.axis i'))
  await text.view('Term grid')
  await text.addTerm('margin')
  const heat = text.terms.locator('td.cell[class*=heat-]:not(.heat-0)')
  await expect(heat.first()).toHaveText(/^\d+$/)
  await look('heat', heat.locator('span'), 'background')
  await look('heat of the legend', page.locator('.legend i.heat'))

  const calls = await CallsPage.open(workspace)
  await look('sentiment of a call', calls.grid.locator('.axis i'))

  const call = await CallPage.open(workspace, storedCalls.speech)
  await call.isRead()
  const axis = call.transcript.locator('.axis').filter({ has: page.locator('i') })
  await expect(axis.first()).toHaveText(/sentiment \(?\d\.\d\d\)?/)
  await look('sentiment of a turn', axis.locator('i'))
  const unsure = call.transcript.locator('.text:is(.unsure, .doubtful)')
  await expect(unsure.first()).toHaveAttribute('title', /^Confidence 0\.\d\d$/)
  await look('confidence', unsure, 'line')

  await workspace.press('Shift+C')
  const comparison = new CallComparisonPage(workspace)
  await expect(comparison.passages).toBeVisible()
  for (const kind of ['new', 'dropped', 'reworded', 'repeated'])
    await look(`${kind} of the legend`, comparison.screen.locator(`.swatch.${kind}`))
  const changed = comparison.row('Yield was in the high sixties')
  await look('words of the later call that changed', changed.locator('ins'), 'line')
  await look('words of the earlier call that changed', changed.locator('del'), 'line')
  for (const kind of ['repeated', 'reworded', 'new'])
    await look(`share of ${kind}`, workspace.drawer.locator(`.bar .${kind}`))
  await look('count on the rail', workspace.rail.locator('.unseen-count'))
  await CallPage.open(workspace, storedCalls.speech)
  await call.isRead()
  await call.selectWords(call.turn(1), 'third quarter fiscal 2026')
  await workspace.press('m')
  await expect.poll(() => call.marked('violet')).toEqual(['third quarter fiscal 2026'])
  await expect(call.turn(1).locator('.unseen').filter({ hasText: 'third quarter fiscal 2026' })).toHaveCount(1)
  drawn['highlight'] = await highlightPixels(page, call.turn(1))
  expect(Object.entries(drawn).filter(([, pixels]) => pixels < 12)).toEqual([])
})

test('each change scheme has the contrast that the system asks for, and gives way to forced colors, in every theme', async ({
  workspace,
}) => {
  const { page } = workspace
  const faint: string[] = []
  const schemes = ['green-red', 'blue-orange', 'asian']
  for (const colorScheme of ['light', 'dark'] as const)
    for (const theme of ['system', 'light', 'dark'])
      for (const change of schemes) {
        await page.emulateMedia({ colorScheme, contrast: 'more', forcedColors: 'none' })
        const colors = await page.evaluate(
          ([chosen, scheme]) => {
            const root = document.documentElement
            if (chosen === 'system') delete root.dataset['theme']
            else root.dataset['theme'] = chosen
            root.dataset['change'] = scheme
            const style = getComputedStyle(root)
            return ['--up', '--down', '--sel'].map((name) => style.getPropertyValue(name).trim())
          },
          [theme, change] as const,
        )
        const [up = '', down = '', ground = ''] = colors
        for (const ink of [up, down])
          if (contrast(ink, ground) < 7) faint.push(`${colorScheme}, ${theme}, ${change}: ${ink} on ${ground}`)
        await page.emulateMedia({ colorScheme, contrast: 'more', forcedColors: 'active' })
        const forced = await page.evaluate(() =>
          getComputedStyle(document.documentElement).getPropertyValue('--up').trim(),
        )
        if (forced !== 'CanvasText') faint.push(`${colorScheme}, ${theme}, ${change}: ${forced} in forced colors`)
      }
  expect(faint).toEqual([])
})
