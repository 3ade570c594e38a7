import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { removedDefenses } from './removed-defenses.ts'
import type { RemovedDefense } from './removed-defense.ts'

/**
 * `npm run test:defenses -- S8 C4`: removes the defenses of these promises, or of all, one after another in a copy of the project, and
 * runs the test of each. Every test must fail. The sources themselves are not touched.
 */
const root = join(import.meta.dirname, '..', '..', '..')
/** Of the project's folder, what a test needs no copy of. */
const notCopied = new Set(['.git', '.cache', 'dist', 'node_modules', 'test-results', 'playwright-report'])

/** Without its defense a test may wait for ever, which its own limit would end later. Milliseconds. */
const longest = 300_000

const report = z.object({
  testResults: z.array(z.object({ assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })) })),
})

function copyProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tearsheet-defenses-'))
  for (const name of readdirSync(root))
    if (!notCopied.has(name)) cpSync(join(root, name), join(folder, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** How the test went: `failed`, `passed`, `never ended`, or `not run`. */
function outcomeOf(folder: string, { test, name }: RemovedDefense): string {
  const file = join(folder, 'outcome.json')
  rmSync(file, { force: true })
  const vitest = join(folder, 'node_modules', 'vitest', 'vitest.mjs')
  const pattern = name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  const project = test.startsWith('test/renderer/') ? 'renderer' : 'node'
  const options = ['--project', project, '--testNamePattern', pattern, '--reporter', 'json', '--outputFile', file]
  const { stderr, error } = spawnSync(process.execPath, [vitest, 'run', ...options, test], {
    cwd: folder,
    encoding: 'utf8',
    timeout: longest,
  })
  if (error && 'code' in error && error.code === 'ETIMEDOUT') return 'never ended'
  try {
    const { testResults } = report.parse(JSON.parse(readFileSync(file, 'utf8')))
    const results = testResults.flatMap(({ assertionResults }) => assertionResults)
    const named = results.filter(({ fullName, status }) => fullName.includes(name) && status !== 'skipped')
    if (named.some(({ status }) => status === 'failed')) return 'failed'
    return named.some(({ status }) => status === 'passed') ? 'passed' : 'not run'
  } catch {
    return `not run: ${stderr.slice(0, 400)}`
  }
}

const untouched = new Map<string, string>()
/** The same with every defense in place, where it must pass: otherwise a failure would say nothing. */
function outcomeUntouched(folder: string, defense: RemovedDefense): string {
  const key = `${defense.test} ${defense.name}`
  const outcome = untouched.get(key) ?? outcomeOf(folder, defense)
  untouched.set(key, outcome)
  return outcome
}

const wanted = new Set(process.argv.slice(2))
const chosen = removedDefenses.filter(
  ({ promises }) => wanted.size === 0 || promises.some((promise) => wanted.has(promise)),
)
const folder = copyProject()
let unnoticed = 0
try {
  for (const defense of chosen) {
    const { promises, removed, source, text, instead } = defense
    const file = join(folder, source)
    const whole = readFileSync(file, 'utf8')
    const before = outcomeUntouched(folder, defense)
    writeFileSync(
      file,
      whole.replace(text, () => instead),
    )
    const outcome = outcomeOf(folder, defense)
    writeFileSync(file, whole)
    const isNoticed = before === 'passed' && (outcome === 'failed' || outcome === 'never ended')
    if (!isNoticed) unnoticed += 1
    console.log(`${promises.join(', ')}: ${before} with, ${outcome} without ${removed}`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(`${chosen.length - unnoticed} noticed, ${unnoticed} not noticed`)
process.exitCode = unnoticed === 0 ? 0 : 1
