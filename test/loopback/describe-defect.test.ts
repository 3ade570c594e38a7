import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { describeDefect } from '#loopback/describe-defect.ts'

const key = 'canary-9f8e7d6c5b4a'
const address = `https://service.example:99999/?api_key=${key}`

/** Where Node itself puts an address into an error (docs/promises.md, S7). */
function leaks(): unknown[] {
  const thrown = (run: () => unknown): unknown => {
    try {
      return run()
    } catch (error) {
      return error
    }
  }
  return [
    thrown(() => new URL(address)),
    thrown(() => new Request(address)),
    new TypeError(`Failed to parse URL from ${address}`, { cause: new Error(address) }),
    Object.assign(new Error('x'), { code: address, name: address, url: address, response: { url: address } }),
    new AggregateError([new Error(address)], address),
    new Error(`first line\n    at ${address}`),
    address,
    { url: address },
  ]
}

test('the terminal learns where a defect happened, and no address (S7)', () => {
  expect(leaks().filter((error) => inspect(error, { depth: null }).includes(key))).toHaveLength(8)
  for (const error of leaks()) expect(describeDefect(error)).not.toContain(key)
  const [invalid] = leaks()
  expect(describeDefect(invalid)).toMatch(/^Tearsheet had an unexpected error: TypeError ERR_INVALID_URL\n {4}at /)
})
