/** The API of the access that the user gives assistants to a workspace. */

import { z } from 'zod'
import { change, instant, query } from './base.ts'

const access = z.object({
  isAllowed: z.boolean(),
  /** Ids of all workspaces that they may read. */
  workspaces: z.array(z.string()),
  /** The profile’s folder, for the assistant’s configuration. */
  profile: z.string(),
  /** The words that start this installation's command line; null: it has none that an assistant can use. */
  commandLine: z.array(z.string()).nullable(),
  /** The file that has every request of an assistant, of all workspaces; null: there was none. */
  log: z.object({ file: z.string(), lastRequestAt: instant }).nullable(),
})

/** Assistants read a workspace through `tearsheet mcp` alone, and only after the user has allowed it for that workspace. */
export const assistants = {
  /** Whether they may read the open workspace. */
  access: query.output(access),
  setAccess: change.input(z.object({ isAllowed: z.boolean() })).output(access),
}
