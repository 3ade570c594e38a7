import type { Environment } from 'vitest/runtime'

/** Node, with runes compiled as the window's are: effects run, and state is read and torn down as in the browser. */
const environment: Environment = {
  name: 'client-runes',
  viteEnvironment: 'client',
  setup: () => ({ teardown: () => undefined }),
}
export default environment
