/** The format of the file with encrypted API keys. */

import { z } from 'zod'

const storedKey = z.object({
  workspace: z.string().min(1).max(100),
  /** The only origin that the key may be sent to. */
  origin: z.string().max(300),
  /** First three bytes of the ciphertext: which provider made it. */
  tag: z.string().max(3),
  /** Base64. */
  ciphertext: z.base64(),
  lastFour: z.string().max(4).nullable(),
  /** Milliseconds since 1970, UTC. */
  savedAt: z.number().int(),
})
export type StoredKey = Readonly<Omit<z.infer<typeof storedKey>, 'workspace'>>

/** By workspace. */
export type StoredKeys = ReadonlyMap<string, StoredKey>

const vaultFile = z.object({ version: z.literal(1), keys: z.array(storedKey) })

const laterVersion = z.object({ version: z.number().int().min(2) })

/** The keys in a vault file's text; `newer` when a later program wrote it, null when it is damaged. */
export function readVault(text: string): StoredKeys | 'newer' | null {
  const json = jsonOf(text)
  if (laterVersion.safeParse(json).success) return 'newer'
  const parsed = vaultFile.safeParse(json)
  if (!parsed.success) return null
  return new Map(parsed.data.keys.map(({ workspace, ...stored }) => [workspace, stored]))
}

export function writeVault(keys: StoredKeys): string {
  const file: z.infer<typeof vaultFile> = {
    version: 1,
    keys: [...keys].map(([workspace, stored]) => ({ workspace, ...stored })),
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
