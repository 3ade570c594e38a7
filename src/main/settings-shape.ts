/**
 * The settings of the Electron shell (window bounds, zoom and the like), and how they are read from
 * text.
 */

import { z } from 'zod'
import { zoomLimits } from './zoom.ts'

const length = z.number().int().min(1).max(100_000)
const offset = z.number().int().min(-100_000).max(100_000)

/** More open windows than anyone has screens for. */
export const mostWindows = 16

/** The shell's own state. Nothing of the library and no key belongs here. */
const settings = z.object({
  /** The windows that are open, or were when the program ended; the last is the one its user worked in. */
  windows: z
    .array(
      z.object({
        id: z.uuid(),
        bounds: z.object({ x: offset, y: offset, width: length, height: length }),
        maximized: z.boolean(),
      }),
    )
    .max(mostWindows),
  zoom: z.number().min(zoomLimits.smallest).max(zoomLimits.largest),
  /** Theme of the title bar, before the page has set it. */
  theme: z.enum(['system', 'light', 'dark']),
  /** Turned off by hand, or by the program after the graphics process died twice. */
  hardwareAcceleration: z.boolean(),
  /** Keep dumps of crashes on this computer. They are never sent anywhere, and hold memory (docs/promises.md L1). */
  crashDumps: z.boolean(),
})
export type Settings = z.infer<typeof settings>

export const defaultSettings: Settings = {
  windows: [],
  zoom: 0,
  theme: 'system',
  hardwareAcceleration: true,
  crashDumps: false,
}

/** The settings in a file's text; null when it is not whole. What a later version added is let through unread. */
export function readSettings(text: string): Settings | null {
  const known = settings.partial().safeParse(jsonOf(text))
  return known.success ? settings.parse({ ...defaultSettings, ...known.data }) : null
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
