import { defineConfig } from 'vitest/config'

/** The tests that `scripts/mutation.mjs` names, in one process. */
export default defineConfig({
  test: {
    include: (process.env['MUTATION_TESTS'] ?? '').split(','),
    environment: 'node',
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
