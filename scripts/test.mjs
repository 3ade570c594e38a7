import { spawnSync } from 'node:child_process'

const checks = [
  ['prettier', '--check', '.'],
  ['eslint', '.', '--max-warnings', '0'],
  ['tsc', '-b'],
  ['svelte-check', '--tsconfig', 'src/renderer/tsconfig.json'],
  ['electron-vite', 'build'],
  ['vitest', 'run'],
]
const failed = checks.filter(([command, ...rest]) => spawnSync(command, rest, { stdio: 'inherit' }).status !== 0)
console.log(`${checks.length - failed.length} passed, ${failed.length} failed`)
process.exitCode = failed.length > 0 ? 1 : 0
