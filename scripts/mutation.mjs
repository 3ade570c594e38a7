import './demand-node.cjs'
import { globSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Stryker } from '@stryker-mutator/core'
import { mutationTargets } from './mutation-targets.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

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
  for (const target of targets) await mutateSource(target)
  return process.exitCode ?? 0
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
    thresholds: { high: 95, low: 85, break: 85 },
    allowConsoleColors: false,
  })
  await stryker.runMutationTest()
}

process.exitCode = await mutate(process.argv[2] ?? '')
