/** The API of the program itself: what it consists of, and whether its administrator has published another version. */

import { z } from 'zod'
import { changeAfterService, instant, query } from './base.ts'

/** A calendar day: `2026-11-19`. */
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

const about = z.object({
  version: z.string(),
  /** Versions of what the program runs on; null: it has none. The browser shell has no Electron and no Chromium of its own. */
  electron: z.string().nullable(),
  chromium: z.string().nullable(),
  node: z.string(),
  sqlite: z.string(),
  /** When this Electron was released, and with it its Chromium; null: unknown. */
  engineReleased: day.nullable(),
  /** Host of the administrator's update feed; null: none is set, and the program never looks for updates. */
  updateHost: z.string().nullable(),
})

const publishedVersion = z.object({
  version: z.string(),
  /** Compared with the version that runs. */
  is: z.enum(['newer', 'same', 'older']),
  /** Where the administrator offers it: an https address. */
  page: z.string(),
  publishedAt: instant,
})
export type PublishedVersion = z.infer<typeof publishedVersion>

export const program = {
  about: query.output(about),
  /** Reads the administrator's update feed, once, and remembers when it was published. Installs nothing (docs/promises.md P2). */
  checkForUpdates: changeAfterService.output(publishedVersion),
}
