/** Reads and checks the administrator's policy file. */

import { closeSync, openSync, readSync } from 'node:fs'
import { z } from 'zod'
import type { AdministratorPolicy } from '#contract/api/policy.ts'
import { readProxyAddress } from '#contract/proxy-address.ts'
import { isServiceAddress } from '../service/service-address.ts'
import { readPublicKey } from '../updates/update-feed.ts'

/** More than any policy needs. Bytes. */
const largestFile = 64 * 1024

const serviceAddress = z
  .string()
  .refine((text) => URL.canParse(text) && isServiceAddress(new URL(text)), 'must be an https address')

/** `https://data.example.com`: a scheme, a host and perhaps a port. */
const origin = serviceAddress
  .refine((text) => /^[^/]*\/\/[^/?#@]+\/?$/.test(text), 'must be an origin without a path')
  .transform((text) => new URL(text).origin)

const proxyAddress = z
  .string()
  .max(300)
  .refine(
    (text) => readProxyAddress(text).problem === null,
    'must be an address such as http://proxy.example.com:8080, without a user name and password',
  )

/** Where updates are published. No query: the request is the same on every computer. */
const feedAddress = serviceAddress.refine((text) => {
  const { username, password, search, hash } = new URL(text)
  return [username, password, search, hash].every((part) => part === '')
}, 'must be an address without a user name, a query or a fragment')

const feedKey = z
  .string()
  .max(200)
  .refine((text) => readPublicKey(text) !== null, 'must be an Ed25519 public key, the middle line of its PEM file')

/**
 * The file. A name that is not in here makes all of it damaged: a misspelt restriction must not count as none.
 */
const policyFile = z.strictObject({
  version: z.literal(1),
  baseUrl: serviceAddress.optional(),
  services: z.array(origin).optional(),
  proxy: z
    .discriminatedUnion('mode', [
      z.strictObject({ mode: z.literal('system') }),
      z.strictObject({ mode: z.literal('none') }),
      z.strictObject({ mode: z.literal('manual'), address: proxyAddress, bypass: z.string().max(2000).default('') }),
    ])
    .optional(),
  updates: z.strictObject({ feed: feedAddress, key: feedKey }).optional(),
  exports: z.boolean().optional(),
  recordings: z.boolean().optional(),
})

/** Without a policy file everything is the user's choice. */
export const noPolicy: AdministratorPolicy = {
  source: 'none',
  problem: null,
  baseUrl: null,
  services: null,
  proxy: null,
  updates: null,
  exports: true,
  recordings: true,
}

/** An unreadable policy may forbid anything, so it forbids everything that a policy can. */
export function strictPolicy(problem: string): AdministratorPolicy {
  return {
    source: 'damaged',
    problem,
    baseUrl: null,
    services: [],
    proxy: { mode: 'system', address: '', bypass: '' },
    updates: null,
    exports: false,
    recordings: false,
  }
}

/** Reads the administrator's policy, which the program never writes. Never throws. */
export function readPolicy(path: string): AdministratorPolicy {
  let bytes: Buffer
  try {
    bytes = readBeginning(path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    return code === 'ENOENT' || code === 'ENOTDIR' ? noPolicy : strictPolicy(`it cannot be read (${code})`)
  }
  if (bytes.length > largestFile) return strictPolicy(`it is larger than ${largestFile / 1024} KB`)
  return policyIn(bytes.toString('utf8'))
}

/** The policy that the text of a file states. */
export function policyIn(text: string): AdministratorPolicy {
  const parsed = policyFile.safeParse(jsonIn(text))
  if (!parsed.success) return strictPolicy(problemOf(parsed.error))
  const { baseUrl, services, proxy, updates = null, exports = true, recordings = true } = parsed.data
  const named = baseUrl === undefined ? null : [new URL(baseUrl).origin]
  return {
    source: 'file',
    problem: null,
    baseUrl: baseUrl ?? null,
    services: services === undefined ? named : [...new Set([...(named ?? []), ...services])],
    proxy: proxy === undefined ? null : { address: '', bypass: '', ...proxy },
    updates,
    exports,
    recordings,
  }
}

/** One byte more than a policy may have reveals a file that is too large. */
function readBeginning(path: string): Buffer {
  const file = openSync(path, 'r')
  try {
    const buffer = Buffer.alloc(largestFile + 1)
    let length = 0
    for (;;) {
      const read = readSync(file, buffer, length, buffer.length - length, null)
      length += read
      if (read === 0 || length === buffer.length) return buffer.subarray(0, length)
    }
  } finally {
    closeSync(file)
  }
}

/** Undefined, which no policy is, for what is not JSON. Windows’ editors begin a file with a byte order mark. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}

/** Names the setting and what is wrong with it, and never its value, which the user may not be meant to see. */
function problemOf(error: z.ZodError): string {
  const [issue] = error.issues
  if (issue === undefined || (issue.path.length === 0 && issue.code === 'invalid_type'))
    return 'it is not a JSON object'
  if (issue.code === 'unrecognized_keys') return `unknown setting “${issue.keys.join('”, “').slice(0, 60)}”`
  const what = issue.code === 'custom' ? issue.message : 'is not a value that is allowed here'
  return `“${issue.path.join('.').slice(0, 60)}” ${what}`
}
