import './scripts/demand-node.cjs'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

/** Two projects: what runs under Node, and the renderer's rune classes, which need Svelte's client build. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**', 'test/bench/**', 'test/renderer/**'],
        },
      },
      {
        plugins: [svelte({ configFile: false })],
        resolve: { conditions: ['browser'] },
        test: { name: 'renderer', environment: 'node', include: ['test/renderer/**/*.test.ts'] },
      },
    ],
  },
})
