/**
 * Compares the installed packages with the published vulnerabilities: npm run audit. It needs a registry that publishes them, so it is
 * no part of npm test (docs/release.md).
 */

import './demand-node.cjs'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { advisoriesOf, auditFaults } from './audit-report.mjs'
import { runCommand } from './run-command.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

async function main() {
  const npm = process.env['npm_execpath']
  if (npm === undefined) return ['Run it as npm run audit.']
  const { output } = await runCommand(process.execPath, [npm, 'audit', '--json', '--loglevel=silent'], { cwd: root })
  const advisories = advisoriesOf(output)
  if (advisories === null) return [`The registry gave no report: ${output.trim().slice(0, 200)}`]
  const exceptions = JSON.parse(readFileSync(join(root, 'scripts/audit-exceptions.json'), 'utf8'))
  const faults = auditFaults(advisories, exceptions, new Date().toISOString().slice(0, 10))
  if (faults.length === 0) console.log(`No open vulnerability; ${exceptions.length} accepted until a later day.`)
  return faults
}

const faults = await main()
for (const fault of faults) console.error(fault)
process.exitCode = faults.length > 0 ? 1 : 0
