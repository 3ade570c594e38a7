import './demand-node.cjs'
import { spawn } from 'node:child_process'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBuilt } from './built-application.mjs'
import { downloadElectron, findElectron, whyNoWindow } from './electron-runtime.mjs'
import { nodeOptions } from './start/node-options.mjs'
import { parseStartOptions, startHelp } from './start/options.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const announce = (/** @type {string} */ sentence) => console.log(sentence)

/**
 * The program and its arguments, or the sentence that says why there is none.
 *
 * @param {import('./start/options.mjs').StartOptions} options
 * @returns {Promise<{ command: string, args: string[] } | { refusal: string }>}
 */
async function chooseShell(options) {
  const profile = path('--profile', options.profile)
  if (options.shell !== 'browser') {
    const electron = await electronOrReason(options.shell === 'electron')
    if ('program' in electron) return { command: electron.program, args: [root, ...profile] }
    if (options.shell === 'electron') return { refusal: `Electron cannot start: ${electron.reason}.` }
    announce(`Opening in the browser, because ${electron.reason}.`)
  }
  const args = [
    ...nodeOptions,
    join(root, 'out/main/loopback.js'),
    ...profile,
    ...path('--key-file', options.keyFile),
    ...(options.port === null ? [] : ['--port', String(options.port)]),
    ...(options.open ? [] : ['--no-open']),
    ...(options.sample ? [] : ['--no-sample']),
  ]
  return { command: process.execPath, args }
}

/**
 * npm runs us in the project's folder; a relative path is meant from where the user stands.
 *
 * @param {string} option
 * @param {string | null} value
 */
function path(option, value) {
  return value === null ? [] : [option, resolve(process.env['INIT_CWD'] ?? '.', value)]
}

/**
 * @param {boolean} insisted a start that insists on Electron is tried again even if a download failed today
 * @returns {Promise<{ program: string } | { reason: string }>}
 */
async function electronOrReason(insisted) {
  const { platform, env } = process
  const reason = whyNoWindow({ platform, uid: process.getuid?.(), env })
  if (reason) return { reason }
  const program = findElectron(root) ?? (await downloadElectron(root, { now: Date.now(), insisted, announce }))
  return program ? { program } : { reason: 'no Electron runtime is installed and none could be downloaded' }
}

/**
 * Runs the shell in the foreground; ours ends as it ends.
 *
 * @param {string} command
 * @param {string[]} args
 */
function run(command, args) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit' })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      // A terminal gives Ctrl-C to the child as well; we only wait until it has closed its library.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  }
  child.on('error', (error) => {
    console.error(`${command} cannot be started: ${error.message}`)
    process.exitCode = 1
  })
  child.on('close', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1)
  })
}

async function main() {
  const parsed = parseStartOptions(process.argv.slice(2))
  if ('mistake' in parsed) return fail(parsed.mistake, 2)
  if (parsed.options.help) return announce(startHelp)
  const { failure } = await ensureBuilt(root, { announce })
  if (failure !== null) return fail(`The application could not be built:\n\n${failure}`, 1)
  const chosen = await chooseShell(parsed.options)
  if ('refusal' in chosen) return fail(chosen.refusal, 1)
  run(chosen.command, chosen.args)
}

/**
 * @param {string} sentence
 * @param {number} code
 */
function fail(sentence, code) {
  console.error(sentence)
  process.exitCode = code
}

await main()
