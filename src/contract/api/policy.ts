/** The administrator's policy of this computer, and the API procedure that reads it. */

import { z } from 'zod'
import { query } from './base.ts'
import { proxySettings } from './network.ts'

/**
 * The policy of this computer's administrator, read and checked. Null leaves the choice to the user.
 * `damaged`: there is a policy file that cannot be used, so everything that a policy can forbid is forbidden.
 */
export const administratorPolicy = z.object({
  source: z.enum(['none', 'file', 'damaged']),
  /** What is wrong with a damaged file, in brief. */
  problem: z.string().nullable(),
  /** The only address that a data service can be connected at. */
  baseUrl: z.string().nullable(),
  /** Origins that requests may go to. The sample service is always among them. */
  services: z.array(z.string()).nullable(),
  /** Replaces the user's settings. */
  proxy: proxySettings.nullable(),
  /** Where the administrator publishes updates, and the key that signs them. Null: the program never looks for any. */
  updates: z.object({ feed: z.string(), key: z.string() }).nullable(),
  exports: z.boolean(),
  recordings: z.boolean(),
})
export type AdministratorPolicy = z.infer<typeof administratorPolicy>

export const policy = { read: query.output(administratorPolicy) }
