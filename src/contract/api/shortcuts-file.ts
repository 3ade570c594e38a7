import { z } from 'zod'
import { query } from './base.ts'

/** Of a file of keys: 200 kB are thousands of commands. */
const longestKeyFile = 200_000

const keyFileRead = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('keys'),
    /** By the id of the command; none: the command has no keys. Whether there is such a command, the window knows. */
    commandKeys: z.record(z.string(), z.array(z.string())),
    /** Null: the file does not say. */
    characterKeys: z.boolean().nullable(),
    /** Entries that are no keys, as the file has them: the first of them. */
    ignored: z.array(z.string()),
    /** Of all of them. */
    ignoredCount: z.number().int().nonnegative(),
  }),
  /** Of a later version, or no file of keys at all. Nothing of it is used. */
  z.object({ kind: z.literal('refused'), reason: z.enum(['not-json', 'not-keys', 'later-version']) }),
])
export type KeyFileRead = z.infer<typeof keyFileRead>

/** Reads a file of keys that was exported here or written by hand. Changes nothing. */
export const readKeyFile = query.input(z.object({ text: z.string().max(longestKeyFile) })).output(keyFileRead)
