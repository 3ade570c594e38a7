/** The API of the access that the user gives assistants to a workspace. */

import { z } from 'zod'
import { change, query } from './base.ts'

/** Assistants read a workspace through `tearsheet mcp` alone, and only after the user has allowed it for that workspace. */
export const assistants = {
  /** Whether they may read the open workspace. */
  access: query.output(z.object({ isAllowed: z.boolean() })),
  setAccess: change.input(z.object({ isAllowed: z.boolean() })).output(z.object({ isAllowed: z.boolean() })),
}
