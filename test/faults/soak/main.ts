import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sampleKey } from '#sample/options.ts'
import { startSampleService } from '#sample/server.ts'
import { browserProgram } from '../../loopback/browser.ts'
import { curvesAsSvg, judged, type Curve } from './curve.ts'
import type { Measured, ShellOrder, ShellReport } from './soak-messages.ts'

/**
 * `npm run test:soak -- --minutes 60 --seed 7`: eight tabs that are used at random, on a service with a fault at every moment, a shell
 * that is put to sleep and a clock that jumps. After a warm-up memory, handles and journals stay as they are; the curves go to
 * `.cache/soak.svg`.
 */
const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string', default: '1' } },
})
const minutes = Number(values.minutes)
if (!(minutes > 0)) throw new Error('--minutes takes a number above 0')

const tabs = 8
const everyFault = [
  'ok',
  'ok',
  'ok',
  '503',
  '429',
  '404',
  'reset',
  'cut-length',
  'not-json',
  'data-null',
  'null-rows',
  'slow;ms=300',
]
/** Keys that lead to every screen of the rail, and to those of a company. */
const goes = ['g h', 'g t', 'g q', 'g b', 'g d', 'g u', '/', 'r', 'j', 'Escape']
const symbols = ['HLDN', 'VSPO', 'KSTM', 'WRFB', 'pricing']
const [second, day] = [1000, 86_400_000]
const megabyte = 1024 * 1024

/** Numbers below `end`, the same for the same seed (mulberry32). */
function randomOf(seed: number): (end: number) => number {
  let state = seed
  return (end) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % end
  }
}

const random = randomOf(Number(values.seed))
const oneOf = (list: readonly string[]) => list[random(list.length)] ?? ''

const folder = mkdtempSync(join(tmpdir(), 'tearsheet-soak-'))
const profile = join(folder, 'profile')
mkdirSync(profile)
const service = await startSampleService()
const shell = fork(join(import.meta.dirname, 'soaked-shell.ts'), [profile, service.baseUrl, sampleKey], {
  execArgv: ['--expose-gc'],
})
const order = (message: ShellOrder) => shell.send(message)
async function reported<Kind extends ShellReport['kind']>(kind: Kind): Promise<Extract<ShellReport, { kind: Kind }>> {
  for (;;) {
    const [message] = (await once(shell, 'message')) as [ShellReport]
    if (message.kind === kind) return message as Extract<ShellReport, { kind: Kind }>
  }
}

const browser = await chromium.launch({ executablePath: browserProgram() })
const context = await browser.newContext()
const uncaught: string[] = []

async function openTab(into: BrowserContext): Promise<Page> {
  const page = await into.newPage()
  page.on('pageerror', ({ message }) => uncaught.push(message))
  const told = reported('address')
  order({ kind: 'address' })
  await page.goto((await told).address)
  await page.getByRole('tab').first().waitFor({ timeout: 120_000 })
  return page
}

/** As a user would: goes somewhere, searches, opens what is found. */
async function use(page: Page): Promise<void> {
  for (const key of oneOf(goes).split(' ')) await page.keyboard.press(key)
  if (random(3) > 0) return
  await page.keyboard.press('/')
  await page.keyboard.type(oneOf(symbols))
  await page.keyboard.press('Enter')
}

/** Bytes that the scripts of all tabs hold after a collection. */
async function heapOfWindow(pages: readonly Page[]): Promise<number> {
  let sum = 0
  for (const page of pages) {
    const devTools = await context.newCDPSession(page)
    await devTools.send('HeapProfiler.collectGarbage')
    sum += (await devTools.send('Runtime.getHeapUsage')).usedSize
    await devTools.detach()
  }
  return sum
}

const pages: Page[] = []
for (let at = 0; at < tabs; at += 1) pages.push(await openTab(context))

const measurements: (Measured & { readonly window: number })[] = []
const [from, whole] = [performance.now(), minutes * 60 * second]
let [actions, sleeps, jumps] = [0, 0, 0]
for (let round = 0; performance.now() - from < whole; round += 1) {
  service.setFaults({ '*': oneOf(everyFault) })
  const until = performance.now() + 4 * second
  while (performance.now() < until) {
    const page = pages[random(pages.length)]
    if (page) await use(page)
    actions += 1
  }
  if (round % 5 === 1) {
    shell.kill('SIGSTOP')
    await setTimeout(2 * second)
    shell.kill('SIGCONT')
    order({ kind: 'jump', milliseconds: 8 * 3600 * second })
    sleeps += 1
  }
  if (round % 5 === 3) {
    order({ kind: 'jump', milliseconds: (random(2) === 0 ? 1 : -1) * day })
    jumps += 1
  }
  // A tab that is closed and opened again.
  if (round % 7 === 6) {
    await pages.shift()?.close()
    pages.push(await openTab(context))
  }
  const told = reported('measured')
  order({ kind: 'measure' })
  measurements.push({ ...(await told), window: await heapOfWindow(pages) })
}
await browser.close()
order({ kind: 'end' })
await once(shell, 'exit')
await service.close()
rmSync(folder, { recursive: true, force: true })

const curve = (
  name: string,
  unit: string,
  of: (each: (typeof measurements)[number]) => number,
  most: Curve['most'],
) => ({
  ...{ name, unit, most },
  values: measurements.map(of),
})
const curves: readonly Curve[] = [
  curve('Memory of the shell', 'MB', ({ rss }) => rss / megabyte, { factor: 1.15, difference: 20 }),
  curve('Heap of the shell', 'MB', ({ heap }) => heap / megabyte, { factor: 1.15, difference: 5 }),
  curve('Heap of the eight tabs', 'MB', ({ window }) => window / megabyte, { factor: 1.2, difference: 10 }),
  curve('Open files and sockets', '', ({ handles }) => handles, { factor: 1, difference: 8 }),
  curve('Journals', 'MB', ({ journals }) => journals / megabyte, { factor: 1, difference: 17 }),
]
mkdirSync('.cache', { recursive: true })
writeFileSync('.cache/soak.svg', curvesAsSvg(curves, minutes))
console.log(`${actions} actions, ${sleeps} sleeps, ${jumps} clock jumps, ${measurements.length} measurements`)
for (const each of curves) {
  const { before, after, isFlat } = judged(each)
  console.log(`${isFlat ? 'flat' : 'GROWS'}  ${each.name}: ${before.toFixed(1)} to ${after.toFixed(1)} ${each.unit}`)
}
const defects = measurements.at(-1)?.defects ?? 0
for (const message of new Set(uncaught)) console.log(`uncaught in a tab: ${message}`)
const failed = curves.filter((each) => !judged(each).isFlat).length + defects + uncaught.length
console.log(
  `${curves.length - curves.filter((each) => !judged(each).isFlat).length} flat, ${defects} defects, ${uncaught.length} uncaught errors`,
)
process.exitCode = failed === 0 ? 0 : 1
