import './scripts/demand-node.cjs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { noCompiledWrappers } from './scripts/test/type-stripping.mjs'

/** Types of the sources that threads and processes of tests run are stripped once, not in each of them. */
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('.cache/test/compiled', import.meta.url))

/** A limit for what hangs, not a measure: real processes and browsers are slow on a busy machine. */
const patience = { testTimeout: 180_000, hookTimeout: 180_000 }

/** Two projects: what runs under Node, and the renderer's rune classes, which need Svelte's client build. */
export default defineConfig({
  test: {
    // Vitest leaves one processor free, which is half of a small machine.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          ...patience,
          name: 'node',
          // A worker loads the core once. A test leaves nothing behind in its process, or it fails here.
          isolate: false,
          execArgv: [noCompiledWrappers],
          environment: 'node',
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**', 'test/bench/**', 'test/renderer/**'],
        },
      },
      {
        plugins: [svelte({ configFile: false })],
        resolve: {
          conditions: ['browser'],
          // The other end of a line is Node's: a browser is given none.
          alias: { ws: fileURLToPath(new URL('node_modules/ws/wrapper.mjs', import.meta.url)) },
        },
        test: {
          ...patience,
          name: 'renderer',
          environment: './test/renderer/client-environment.ts',
          include: ['test/renderer/**/*.test.ts'],
        },
      },
    ],
  },
})
