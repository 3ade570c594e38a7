import './scripts/demand-node.cjs'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

/** A limit for what hangs, not a measure: real processes and browsers are slow on a busy machine. */
const patience = { testTimeout: 60_000, hookTimeout: 60_000 }

/** Two projects: what runs under Node, and the renderer's rune classes, which need Svelte's client build. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...patience,
          name: 'node',
          environment: 'node',
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**', 'test/bench/**', 'test/renderer/**'],
        },
      },
      {
        plugins: [svelte({ configFile: false })],
        resolve: { conditions: ['browser'] },
        test: { ...patience, name: 'renderer', environment: 'node', include: ['test/renderer/**/*.test.ts'] },
      },
    ],
  },
})
