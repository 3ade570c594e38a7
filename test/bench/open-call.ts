import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { callResource } from '#core/calls/resources.ts'
import { storeResponse } from '#core/ledger/store-response.ts'
import { validateResponse } from '#core/service/response-validation.ts'
import { launchBrowser, startShell } from './browser-shell.ts'
import { longCall } from './long-call.ts'
import { milliseconds, percentile, times, type Measured } from './measure.ts'
import { newLibrary } from './new-library.ts'
import { tone } from './tone.ts'
import { longTasks, processorTasks } from './watch-tasks.ts'

const calls = 20
const turns = 10_000
/** Heard at three times the speed. */
const followedSeconds = 60
const longestTask = 50

/**
 * A stored call of 10,000 turns in Chromium: each opened from the list by Enter, for the first time, against a page that parses the
 * same call and paints the same screen from literals; then one of them scrolled from end to end, and followed at 3x.
 */
export async function openCall(): Promise<Measured[]> {
  const profile = mkdtempSync(join(tmpdir(), 'tearsheet-bench-'))
  const browser = await launchBrowser()
  try {
    const source = await prepare(profile)
    const shell = await startShell(profile)
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    const { first, took, literal, tasks } = await openEach(browser, page, shell.address)
    const scrolled = await scrollThrough(browser, page)
    const followed = await follow(browser, page)
    await shell.stop()
    const [ours, theirs] = [percentile(took, 0.95), percentile(literal, 0.95)]
    return [
      {
        what: `open a stored call of 10,000 turns (${source}): key press to first painted turns, p50 ${milliseconds(percentile(took, 0.5))}, p95 of ${calls} (the very first one after the start: ${milliseconds(first)})`,
        figure: milliseconds(ours),
        bar: '≤ 150 ms',
        held: ours <= 150,
      },
      {
        what: `the same against a page that parses the call and paints the same screen from literals (p50 ${milliseconds(percentile(literal, 0.5))}, p95 ${milliseconds(theirs)}); p50 against p50`,
        figure: times(percentile(took, 0.5) / percentile(literal, 0.5)),
        bar: '',
        held: null,
      },
      taskRow(`the window's longest task while ${calls} such calls are opened`, tasks, null),
      taskRow(
        `scroll it end to end, ${scrolled.steps} turns of the wheel: longest task; none had the processor for longer than ${milliseconds(scrolled.processor)}`,
        scrolled.tasks,
        longestTask,
      ),
      taskRow(
        `follow along at 3x for a minute, ${followed.turns} turns: longest task; none had the processor for longer than ${milliseconds(followed.processor)}`,
        followed.tasks,
        longestTask,
      ),
    ]
  } finally {
    await browser.close()
    rmSync(profile, { recursive: true })
  }
}

/** A browser reports tasks of 50 ms and more. */
function taskRow(what: string, tasks: readonly number[], bar: number | null): Measured {
  const longest = Math.max(0, ...tasks)
  return {
    what: tasks.length === 0 ? what : `${what} (${tasks.length} over 50 ms)`,
    figure: tasks.length === 0 ? 'under 50 ms' : milliseconds(longest),
    bar: bar === null ? '' : `≤ ${bar} ms`,
    held: bar === null ? null : longest <= bar,
  }
}

const idOf = (call: number) => `00000000-0000-4000-8000-${String(call).padStart(12, '0')}`

/** Fetched just now, so that nothing is refreshed in the background; a recording of the last one is on disk. */
async function prepare(profile: string): Promise<string> {
  const library = await newLibrary(profile)
  const folder = join(profile, 'workspaces', 'sample')
  mkdirSync(join(folder, 'recordings'), { recursive: true })
  const { writer } = library
  if (!writer) throw new Error('the bench folder is read-only')
  let source = ''
  for (let number = 0; number <= calls; number += 1) {
    const call = longCall(turns, number)
    const sent = { body: call.body(idOf(number)), contentType: 'application/json', hadKey: true }
    const asked = { operation: 'One conference call', host: 'bench' }
    const parameters = { call_id: idOf(number) }
    const answer = validateResponse('calls.one', parameters, { path: '/', parameters: {} }, sent, Date.now(), asked)
    storeResponse(writer, answer, callResource)
    source = call.source
  }
  library.close()
  writeFileSync(join(folder, 'recordings', `${idOf(calls)}.wav`), tone(followedSeconds * 3 + 10))
  return source
}

/** Opens one call after the other, each followed by the literal, so that a noisy machine is noisy to both. */
async function openEach(browser: Browser, page: Page, address: string) {
  await page.goto(address)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Calls' }).click()
  await page.getByRole('textbox', { name: 'Title, company or symbol' }).fill('Bench')
  await page
    .getByRole('rowheader', { name: /Bench Inc/ })
    .last()
    .waitFor()
  const first = await open(page)
  const [screen, styles] = [await page.locator('.screen.active').innerHTML(), await stylesOf(page)]
  const watch = await longTasks(page)
  const [took, literal]: [number[], number[]] = [[], []]
  for (let number = 1; number <= calls; number += 1) {
    await page.keyboard.press('Alt+ArrowLeft')
    await page.getByRole('grid', { name: 'Calls' }).waitFor()
    took.push(await open(page))
    literal.push(await paintLiteral(browser, longCall(turns, number).body(idOf(number)).toString(), screen, styles))
    await page.bringToFront()
  }
  return { first, took, literal, tasks: await watch.ended() }
}

function stylesOf(page: Page): Promise<string> {
  return page.evaluate(() =>
    [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText)).join('\n'),
  )
}

/** The next call of the list. */
async function open(page: Page): Promise<number> {
  await page.getByRole('grid', { name: 'Calls' }).focus()
  await page.keyboard.press('ArrowDown')
  return keyToTurns(page)
}

/**
 * From the key's own time stamp to the frame after the one that drew words of a call. Looks at one turn a frame, so that the
 * looking costs nothing.
 */
export async function keyToTurns(page: Page): Promise<number> {
  const watching = await page.evaluateHandle(() => {
    const painted = new Promise<number>((resolve) => {
      let pressed = Number.NaN
      addEventListener('keydown', (event) => (pressed = event.timeStamp), { once: true, capture: true })
      const look = () => {
        const text = document.querySelector('.screen.active [role=feed] [data-turn] .text')?.textContent ?? ''
        if (text.trim() === '') return requestAnimationFrame(look)
        return requestAnimationFrame(() => resolve(performance.now() - pressed))
      }
      requestAnimationFrame(look)
    })
    return { painted }
  })
  await page.keyboard.press('Enter')
  return watching.evaluate(({ painted }) => painted)
}

/** From a key's own time stamp as well: a page that does nothing but parse the call and put the finished screen there. */
async function paintLiteral(browser: Browser, body: string, screen: string, styles: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.setContent(`<style>${styles}</style><main class="screen active"></main>`)
  const watching = await page.evaluateHandle(
    ({ json, html }) => {
      const painted = new Promise<number>((resolve) => {
        const paint = ({ timeStamp }: KeyboardEvent) => {
          const main = document.querySelector('main')
          if (main && JSON.parse(json)) main.innerHTML = html
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - timeStamp)))
        }
        addEventListener('keydown', paint, { once: true })
      })
      return { painted }
    },
    { json: body, html: screen },
  )
  await page.keyboard.press('Enter')
  const took = await watching.evaluate(({ painted }) => painted)
  await context.close()
  return took
}

/** By the wheel, a screen at a time, as fast as frames come. */
async function scrollThrough(browser: Browser, page: Page) {
  const feed = page.locator('.screen.active [role=feed]')
  await feed.hover()
  const watch = await processorTasks(browser, page)
  let steps = 0
  for (let atEnd = false; !atEnd; steps += 1) {
    await page.mouse.wheel(0, 700)
    atEnd = await feed.evaluate(
      (view) =>
        new Promise<boolean>((resolve) =>
          requestAnimationFrame(() => resolve(view.scrollTop + view.clientHeight >= view.scrollHeight - 1)),
        ),
    )
  }
  return { ...(await watch.ended()), steps }
}

/** From the first turn on, at the highest speed. */
async function follow(browser: Browser, page: Page) {
  const feed = page.locator('.screen.active [role=feed]')
  await feed.evaluate((view) => (view.scrollTop = 0))
  await feed.locator('[aria-posinset="1"] .text').click()
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Pause', exact: true }).waitFor()
  await page.getByRole('button', { name: /^Speed/ }).click()
  await page.getByRole('menuitemradio', { name: '3x', exact: true }).click()
  const watch = await processorTasks(browser, page)
  const spoken = () => feed.locator('[aria-current]').getAttribute('aria-posinset').then(Number)
  const from = await spoken()
  await page.waitForFunction(
    (heard) => Number(document.querySelector<HTMLInputElement>('[data-region=player] [type=range]')?.value) >= heard,
    followedSeconds * 3,
    { polling: 1000, timeout: followedSeconds * 2000 },
  )
  return { ...(await watch.ended()), turns: (await spoken()) - from }
}
