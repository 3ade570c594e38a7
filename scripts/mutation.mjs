import './demand-node.cjs'
import { globSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Stryker } from '@stryker-mutator/core'
import { mutationTargets } from './mutation-targets.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
/** Of a target: a source that is mostly a table of names may be below it. */
const leastScore = 85

/**
 * `npm run mutation -- NAME`, or `NAME:FILE` for one source of a target. Changes one expression at a time and reports each change that no
 * test notices. Takes a minute or so for each source: it is not part of `npm test`.
 *
 * @param {string} wanted
 */
async function mutate(wanted) {
  const [name = '', only = ''] = wanted.split(':')
  const targets = mutationTargets[name]?.filter(({ source }) => source.includes(only)) ?? []
  if (targets.length === 0) {
    console.error(`Usage: npm run mutation -- NAME or NAME:FILE; names: ${Object.keys(mutationTargets).join(', ')}`)
    return 2
  }
  const results = []
  for (const target of targets) results.push(...(await mutateSource(target)))
  const killed = results.filter(({ status }) => status === 'Killed' || status === 'Timeout').length
  const survived = results.filter(({ status }) => status === 'Survived' || status === 'NoCoverage').length
  const score = (100 * killed) / (killed + survived)
  console.log(`${wanted}: ${score.toFixed(1)}% of ${killed + survived} changes are noticed.`)
  return score < leastScore ? 1 : 0
}

/** @param {import('./mutation-targets.mjs').MutationTarget} target */
async function mutateSource({ source, tests }) {
  const files = globSync(
    tests.map((pattern) => join(root, 'test/core', pattern)),
    {},
  )
  process.env['MUTATION_TESTS'] = files.map((file) => relative(root, file).replaceAll(sep, '/')).join(',')
  const stryker = new Stryker({
    mutate: [`src/core/${source}`],
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
    thresholds: { high: 95, low: leastScore, break: null },
    allowConsoleColors: false,
  })
  return await stryker.runMutationTest()
}

process.exitCode = await mutate(process.argv[2] ?? '')
