import './demand-node.cjs'
import { globSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Stryker } from '@stryker-mutator/core'
import { mutationTargets } from './mutation-targets.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/**
 * `npm run mutation -- NAME`, or `NAME:FILE` for one source of a target and the tests whose names begin with the same word. Changes one
 * expression at a time and reports each change that no test notices. Takes minutes to hours: it is not part of `npm test`.
 *
 * @param {string} wanted
 */
async function mutate(wanted) {
  const [name = '', only = ''] = wanted.split(':')
  const target = mutationTargets[name]
  if (!target) {
    console.error(`Usage: npm run mutation -- NAME, one of: ${Object.keys(mutationTargets).join(', ')}`)
    return 2
  }
  const under = (/** @type {string} */ folder, /** @type {readonly string[]} */ patterns) =>
    globSync(
      patterns.map((pattern) => join(root, folder, pattern)),
      {},
    ).map((file) => relative(root, file).replaceAll(sep, '/'))
  const sources = under('src/core', target.mutate).filter((file) => file.includes(only))
  const tests = under('test/core', target.tests)
  const own = tests.filter((file) => only !== '' && file.includes(`/${only}`))
  process.env['MUTATION_TESTS'] = (own.length > 0 ? own : tests).join(',')
  const stryker = new Stryker({
    mutate: sources,
    testRunner: 'vitest',
    vitest: { configFile: 'vitest.mutation.config.ts' },
    coverageAnalysis: 'perTest',
    incremental: false,
    concurrency: 1,
    timeoutMS: 20_000,
    tempDirName: '.cache/mutation',
    ignorePatterns: ['.cache', 'dist', 'out', 'test-results', 'playwright-report'],
    reporters: ['clear-text', 'progress-append-only'],
    clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false, reportTests: false },
    thresholds: { high: 95, low: 85, break: 85 },
    allowConsoleColors: false,
  })
  await stryker.runMutationTest()
  return process.exitCode ?? 0
}

process.exitCode = await mutate(process.argv[2] ?? '')
