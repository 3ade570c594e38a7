import './demand-node.cjs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readPromises, readTests } from './promises.ts'

/** Prints each promise of docs/promises.md with the tests that keep it, or the reason why no test here can. */
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const promises = readPromises(root, readTests(root))
for (const { id, text, tests, reason } of promises) {
  console.log(`\n${id}  ${text}`)
  for (const { file, name } of tests) console.log(`    ✓ ${name}\n      ${file}`)
  if (reason !== null) console.log(`    – ${reason}`)
  if (tests.length === 0 && reason === null) console.log('    ✗ no test')
}
const tested = promises.filter(({ tests }) => tests.length > 0).length
const explained = promises.filter(({ tests, reason }) => tests.length === 0 && reason !== null).length
console.log(
  `\n${promises.length} promises: ${tested} with tests, ${explained} with a reason, ${promises.length - tested - explained} with neither.`,
)
