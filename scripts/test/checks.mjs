import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from '../built-application.mjs'
import { whyNoElectron } from '../electron-runtime.mjs'
import { runCommand } from '../run-command.mjs'
import { countPlaywright, countVitest, listedTests, oneFailed, onePassed, skippedByVitest } from './counting.mjs'

/** @typedef {import('../find-browser.mjs').FoundBrowser} FoundBrowser */

/**
 * @typedef {object} Outcome
 * @property {import('./counting.mjs').Count} count
 * @property {string} [note] one line beside the result: why it was skipped, what is odd
 * @property {string} [output] what the tool printed, shown when something failed
 *
 * @typedef {object} Context
 * @property {string} root
 * @property {NodeJS.ProcessEnv} env
 * @property {AbortSignal} signal
 * @property {() => Promise<FoundBrowser>} browser the same answer whenever it is asked
 * @property {() => Promise<string | null>} whyNoOffice why tests cannot open a workbook in LibreOffice; null: they can
 *
 * @typedef {object} Check
 * @property {import('./selection.mjs').Group} group
 * @property {string} title
 * @property {boolean} alone whether it needs the machine for itself
 * @property {(context: Context) => Promise<Outcome>} run
 */

/**
 * Runs a tool of node_modules under the Node that runs us, whatever the platform's way of linking programs.
 *
 * @param {Context} context
 * @param {string} script under node_modules
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [more]
 */
function runTool({ root, env, signal }, script, args, more = {}) {
  const program = join(root, 'node_modules', script)
  return runCommand(process.execPath, [program, ...args], { cwd: root, env: { ...env, ...more }, signal })
}

/**
 * A check that has one answer, by its exit code.
 *
 * @param {import('./selection.mjs').Group} group
 * @param {string} title
 * @param {string} script
 * @param {readonly string[]} args
 * @returns {Check}
 */
function staticCheck(group, title, script, args) {
  const run = async (/** @type {Context} */ context) => {
    const { status, output } = await runTool(context, script, args)
    return { count: status === 0 ? onePassed : oneFailed, output }
  }
  return { group, title, alone: false, run }
}

/** @type {readonly Check[]} */
export const checks = [
  staticCheck('format', 'formatting', 'prettier/bin/prettier.cjs', [
    ...['--check', '.', '--log-level', 'warn'],
    ...['--cache', '--cache-location', '.cache/prettier'],
  ]),
  staticCheck('lint', 'lint', 'eslint/bin/eslint.js', ['.', '--max-warnings', '0']),
  staticCheck('types', 'types', 'typescript/bin/tsc', ['-b']),
  staticCheck('types', 'types, window', 'svelte-check/bin/svelte-check', [
    ...['--tsconfig', 'src/renderer/tsconfig.json', '--fail-on-warnings', '--output', 'human'],
  ]),
  staticCheck('imports', 'import rules', 'dependency-cruiser/bin/dependency-cruiser.mjs', [
    ...['src', '--config', '.dependency-cruiser.cjs', '--output-type', 'err-long'],
  ]),
  staticCheck('imports', 'unused exports', 'knip/bin/knip.js', ['--no-progress']),
  { group: 'build', title: 'build', alone: true, run: build },
  { group: 'unit', title: 'unit and integration tests', alone: true, run: unitTests },
  { group: 'e2e', title: 'end-to-end, browser shell', alone: true, run: browserTests },
  { group: 'e2e', title: 'end-to-end, Electron shell', alone: true, run: electronTests },
  { group: 'packed', title: 'packed application', alone: true, run: packedTests },
]

/**
 * @param {Context} context
 * @returns {Promise<Outcome>}
 */
async function build({ root }) {
  const { failure } = await ensureBuilt(root, { always: true })
  return failure === null ? { count: onePassed } : { count: oneFailed, output: failure }
}

/**
 * @param {Context} context
 * @returns {Promise<Outcome>}
 */
async function unitTests(context) {
  // Some of them drive the built window in a real browser; without either they fail, and say so.
  await ensureBuilt(context.root)
  const found = await context.browser()
  const noOffice = await context.whyNoOffice()
  const report = freshReport(context.root, 'vitest.json')
  const args = ['run', '--allowOnly=false', '--reporter=minimal', '--reporter=json', `--outputFile.json=${report}`]
  const more = 'browser' in found ? { CHROME: found.browser } : {}
  const { status, output } = await runTool(context, 'vitest/vitest.mjs', args, more)
  const read = readReport(report)
  const { count, trouble } = countVitest(read, status)
  const leftOut = noOffice === null ? null : `${noOffice}; not tested: ${skippedByVitest(read).join(' · ')}`
  return outcome({ count, trouble: trouble ?? leftOut }, output)
}

/**
 * @param {Context} context
 * @returns {Promise<Outcome>}
 */
async function browserTests(context) {
  return inChromium(context, 'browser')
}

/**
 * What electron-builder packs, in Chromium, with a stand-in for the module `electron`.
 *
 * @param {Context} context
 * @returns {Promise<Outcome>}
 */
async function packedTests(context) {
  return inChromium(context, 'packed')
}

/**
 * @param {Context} context
 * @param {'browser' | 'packed'} project
 * @returns {Promise<Outcome>}
 */
async function inChromium(context, project) {
  const { root, env } = context
  const found = await context.browser()
  if ('missing' in found) return { count: oneFailed, note: 'no browser', output: found.missing }
  const { failure } = await ensureBuilt(root)
  if (failure !== null) return { count: oneFailed, note: 'not run: the application does not build', output: failure }
  return playwright({ ...context, env: { ...env, CHROME: found.browser } }, project)
}

/**
 * @param {Context} context
 * @returns {Promise<Outcome>}
 */
async function electronTests(context) {
  const reason = whyNoElectron(context.root)
  if (reason === null) return playwright(context, 'electron')
  const report = freshReport(context.root, 'playwright-list.json')
  const args = ['test', '--list', '--project=electron', '--reporter=json']
  await runTool(context, '@playwright/test/cli.js', args, { PLAYWRIGHT_JSON_OUTPUT_FILE: report })
  return { count: { passed: 0, failed: 0, skipped: Math.max(1, listedTests(readReport(report))) }, note: reason }
}

/**
 * @param {Context} context
 * @param {'browser' | 'packed' | 'electron'} project
 */
async function playwright(context, project) {
  const report = freshReport(context.root, `playwright-${project}.json`)
  const args = ['test', `--project=${project}`, '--forbid-only', '--reporter=failures,json']
  const more = { PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const { status, output } = await runTool(context, '@playwright/test/cli.js', args, more)
  return outcome(countPlaywright(readReport(report), status), output)
}

/**
 * @param {{ count: import('./counting.mjs').Count, trouble: string | null }} counted
 * @param {string} output
 * @returns {Outcome}
 */
function outcome({ count, trouble }, output) {
  return { count, output, ...(trouble !== null && { note: trouble }) }
}

/**
 * Where a runner shall write, with nothing of an earlier run there.
 *
 * @param {string} root
 * @param {string} name
 */
function freshReport(root, name) {
  const folder = join(root, '.cache', 'test')
  mkdirSync(folder, { recursive: true })
  rmSync(join(folder, name), { force: true })
  return join(folder, name)
}

/** @param {string} file */
function readReport(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}
