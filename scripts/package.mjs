import './demand-node.cjs'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { standInRuntime } from '../build/stand-in-runtime.ts'
import { ensureBuilt } from './built-application.mjs'
import { findElectron } from './electron-runtime.mjs'
import { packagePlan } from './package/plan.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Fuses of the pinned version, as many as `build/fuses.ts` sets. */
const fuses = 9

/** @param {string} name */
function isInstalled(name) {
  return spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0
}

/** Of the commit, so that the same commit gives the same bytes; undefined outside a repository. */
function commitTime() {
  const { status, stdout } = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

/**
 * @param {readonly string[]} args
 * @param {boolean} ownDeb
 */
function runElectronBuilder(args, ownDeb) {
  const time = process.env['SOURCE_DATE_EPOCH'] ?? commitTime()
  const env = {
    ...process.env,
    // What takes fpm's place is a script for the Node that runs us.
    PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
    ...(time !== undefined && { SOURCE_DATE_EPOCH: time }),
    ...(ownDeb && { CUSTOM_FPM_PATH: join(root, 'build/fpm-for-deb.mjs') }),
  }
  const program = join(root, 'node_modules/electron-builder/cli.js')
  const always = ['--config', 'electron-builder.config.ts', '--publish', 'never']
  return spawnSync(process.execPath, [program, ...always, ...args], { cwd: root, env, stdio: 'inherit' }).status ?? 1
}

/**
 * @param {string} sentence
 * @param {number} code
 */
function fail(sentence, code) {
  console.error(sentence)
  process.exitCode = code
}

async function main() {
  const electron = findElectron(root)
  const plan = packagePlan({
    platform: process.platform,
    arch: process.arch,
    release: process.env['TEARSHEET_RELEASE'] === '1',
    runtime: electron && dirname(electron),
    hasDpkg: isInstalled('dpkg-deb'),
    args: process.argv.slice(2),
  })
  if ('refusal' in plan) return fail(plan.refusal, 1)
  const { failure } = await ensureBuilt(root, { announce: console.log })
  if (failure !== null) return fail(`The application could not be built:\n\n${failure}`, 1)
  const scratch = mkdtempSync(join(tmpdir(), 'tearsheet-package-'))
  try {
    const { version } = JSON.parse(readFileSync(join(root, 'node_modules/electron/package.json'), 'utf8'))
    const runtime = plan.standIn ? [`-c.electronDist=${standInRuntime(scratch, version, fuses)}`] : []
    process.exitCode = runElectronBuilder([...plan.args, ...runtime], plan.ownDeb)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
  if (process.exitCode === 0 && plan.note !== null) console.log(`\n${plan.note}`)
}

await main()
