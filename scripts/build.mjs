import './demand-node.cjs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBuilt } from './built-application.mjs'

const { failure } = await ensureBuilt(dirname(dirname(fileURLToPath(import.meta.url))), { always: true })
if (failure !== null) {
  console.error(failure)
  process.exitCode = 1
}
