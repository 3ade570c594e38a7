/** The API of the access that the user gives assistants to a workspace. */

import { z } from 'zod'
import { change, instant, query } from './base.ts'

/**
 * How an assistant starts the command line of this installation: its words, the program first; or why it cannot: on Windows a program with
 * windows has no standard output, a runtime that runs the `repository` is no installed program, and one that macOS runs from a `temporary`
 * place is not there later.
 */
export const commandLine = z.union([
  z.object({ words: z.array(z.string()).min(1) }),
  z.object({ missing: z.enum(['windows', 'repository', 'temporary']) }),
])
export type CommandLine = z.infer<typeof commandLine>

const access = z.object({
  isAllowed: z.boolean(),
  /** Ids of all workspaces that they may read. */
  workspaces: z.array(z.string()),
  /** The profile’s folder, for the assistant’s configuration. */
  profile: z.string(),
  commandLine,
  /** The file that has every request of an assistant, of all workspaces; null: there was none. */
  log: z.object({ file: z.string(), lastRequestAt: instant }).nullable(),
})

/** Assistants read a workspace through `tearsheet mcp` alone, and only after the user has allowed it for that workspace. */
export const assistants = {
  /** Whether they may read the open workspace. */
  access: query.output(access),
  setAccess: change.input(z.object({ isAllowed: z.boolean() })).output(access),
}
