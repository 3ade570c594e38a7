/** Reads and checks a file of keyboard shortcuts that the user imports. */

import { z } from 'zod'
import type { KeyFileRead } from '#contract/api/shortcuts-file.ts'
import { isKeyText } from '#contract/api/shortcut-text.ts'

/** The version that is written, and the latest that can be read. */
const version = 1
const mostKeys = 8
const mostIgnored = 20

const head = z.object({ format: z.literal('tearsheet-keys'), version: z.number().int().min(1) })
const body = z.object({
  characterKeys: z.boolean().optional(),
  commands: z.record(z.string(), z.unknown()),
})
const keyList = z.array(z.string().refine(isKeyText)).max(mostKeys)
const commandId = z.string().regex(/^[a-z0-9][a-z0-9.-]{0,63}$/)

/** Reads entry by entry what is valid; a file that is not a shortcuts file is refused as a whole. */
export function readKeyFile(text: string): KeyFileRead {
  const json = parse(text)
  if (json === undefined) return { kind: 'refused', reason: 'not-json' }
  const file = head.safeParse(json)
  if (!file.success) return { kind: 'refused', reason: 'not-keys' }
  if (file.data.version > version) return { kind: 'refused', reason: 'later-version' }
  const content = body.safeParse(json)
  if (!content.success) return { kind: 'refused', reason: 'not-keys' }
  const entries = Object.entries(content.data.commands).map(([id, value]) => ({ id, keys: keyList.safeParse(value) }))
  const isUsable = ({ id, keys }: (typeof entries)[number]) => commandId.safeParse(id).success && keys.success
  const ignored = entries.filter((entry) => !isUsable(entry))
  return {
    kind: 'keys',
    commandKeys: Object.fromEntries(entries.filter(isUsable).map(({ id, keys }) => [id, keys.data ?? []])),
    characterKeys: content.data.characterKeys ?? null,
    ignored: ignored.slice(0, mostIgnored).map(({ id }) => id.slice(0, 64)),
    ignoredCount: ignored.length,
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}
