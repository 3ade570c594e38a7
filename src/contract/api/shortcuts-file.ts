/**
 * The API procedure that reads a file of keyboard shortcuts, which the user exported or wrote by
 * hand.
 */

import { z } from 'zod'
import { query } from './base.ts'

/** Longest shortcuts file: 200 kB are thousands of commands. */
const longestKeyFile = 200_000

const keyFileRead = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('keys'),
    /** By command id; an empty list: the command has no keys. Only the window knows which commands exist. */
    commandKeys: z.record(z.string(), z.array(z.string())),
    /** Null: not in the file. */
    characterKeys: z.boolean().nullable(),
    /** The first entries that are not keys, as in the file. */
    ignored: z.array(z.string()),
    /** How many entries are not keys. */
    ignoredCount: z.number().int().nonnegative(),
  }),
  /** A shortcuts file of a later version, or another file. None of it is used. */
  z.object({ kind: z.literal('refused'), reason: z.enum(['not-json', 'not-keys', 'later-version']) }),
])
export type KeyFileRead = z.infer<typeof keyFileRead>

/** Reads a file of keys that was exported here or written by hand. Changes nothing. */
export const readKeyFile = query.input(z.object({ text: z.string().max(longestKeyFile) })).output(keyFileRead)
