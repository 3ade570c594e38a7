import './demand-node.cjs'
import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import PQueue from 'p-queue'
import { findOrInstallBrowser, thisMachine } from './find-browser.mjs'
import { whyNoOffice } from './find-office.mjs'
import { runCommand } from './run-command.mjs'
import { checks } from './test/checks.mjs'
import { closingLine, oneFailed, sum } from './test/counting.mjs'
import { parseSelection, testHelp } from './test/selection.mjs'

const clearLine = process.stdout.isTTY ? '\r\u001b[K' : ''

/** A runner that has not ended by then hangs: on two slow cores the whole takes up to 80 minutes. */
const longestRun = 86 * 60 * 1000

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/**
 * The checks in order, as promises of their outcomes: those that may share the machine two at a time, then the others.
 *
 * @param {readonly import('./test/checks.mjs').Check[]} selected
 * @param {import('./test/checks.mjs').Context} context
 */
function schedule(selected, context) {
  const queue = new PQueue({ concurrency: Math.min(2, availableParallelism()) })
  /** @type {Promise<unknown>} */
  let before = Promise.resolve()
  return selected.map((check) => {
    const timed = check.alone
      ? before.then(() => queue.onIdle()).then(() => runTimed(check, context))
      : queue.add(() => runTimed(check, context))
    if (check.alone) before = timed
    return { check, timed }
  })
}

/**
 * @param {import('./test/checks.mjs').Check} check
 * @param {import('./test/checks.mjs').Context} context
 */
async function runTimed(check, context) {
  const began = performance.now()
  const outcome = await check.run(context).catch((/** @type {unknown} */ error) => ({
    count: oneFailed,
    output: error instanceof Error ? (error.stack ?? error.message) : String(error),
  }))
  return { outcome, seconds: (performance.now() - began) / 1000 }
}

/**
 * @param {string} title
 * @param {import('./test/checks.mjs').Outcome} outcome
 * @param {number} seconds
 */
function resultLines(title, { count, note, output }, seconds) {
  const { passed, failed, skipped } = count
  const mark = failed > 0 ? '✗' : passed > 0 ? '✓' : '–'
  const onlySkipped = passed + failed === 0 && skipped > 0
  const how = onlySkipped ? `${skipped} skipped` : passed + failed + skipped > 1 ? closingLine(count) : ''
  const words = [how, note ?? ''].filter(Boolean).join(': ')
  const head = `${mark} ${title.padEnd(28)} ${`${seconds.toFixed(1)} s`.padStart(8)}  ${words}`.trimEnd()
  if (failed === 0 || !output) return head
  // Some tools color what they print even where nobody sees colors.
  const shown = process.stdout.isTTY ? output : stripVTControlCharacters(output)
  return `${head}\n${shown.trimEnd().replaceAll(/^/gm, '    ')}`
}

async function main() {
  const parsed = parseSelection(process.argv.slice(2))
  if ('mistake' in parsed) {
    console.error(parsed.mistake)
    process.exitCode = 2
    return
  }
  if (parsed.help) {
    console.log(testHelp)
    return
  }
  const stop = new AbortController()
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => stop.abort())
  const env = { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }) }
  const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(longestRun)])
  const announce = (/** @type {string} */ sentence) => console.log(`${clearLine}  ${sentence}`)

  /** @type {Promise<import('./find-browser.mjs').FoundBrowser> | undefined} */
  let found
  const machine = { ...thisMachine(), uid: process.getuid?.(), run: runCommand, announce }
  const browser = () => (found ??= findOrInstallBrowser(machine))

  const selected = checks.filter(({ group }) => parsed.selected.includes(group))
  const counts = []
  for (const { check, timed } of schedule(selected, {
    root,
    env,
    signal,
    browser,
    whyNoOffice: () => whyNoOffice(machine),
  })) {
    if (process.stdout.isTTY) process.stdout.write(`· ${check.title}`)
    const { outcome, seconds } = await timed
    if (process.stdout.isTTY) process.stdout.write(clearLine)
    console.log(resultLines(check.title, outcome, seconds))
    counts.push(outcome.count)
  }
  const total = sum(counts)
  console.log(`\n${closingLine(total)}`)
  process.exitCode = total.failed > 0 ? 1 : 0
}

await main()
