/**
 * Calculates where the window opens: as it was left, or fitted when its display is gone or has
 * shrunk.
 */

/** In device-independent pixels of the whole desktop, like Electron's `Rectangle`. */
export interface Bounds {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface SavedBounds {
  readonly bounds: Bounds
  readonly maximized: boolean
}

/** Without `x` and `y` the system centres the window. */
export interface WindowBounds {
  readonly x?: number
  readonly y?: number
  readonly width: number
  readonly height: number
  readonly maximized: boolean
}

/** How far a new window is from the one it is opened from. */
const step = 32

/** Narrower than this the company page no longer fits beside its drawer. */
export const smallestWindow = { width: 960, height: 600 } as const
const firstWindow = { width: 1440, height: 900 } as const
/** The part of the title bar that must be within reach of the mouse. */
const grip = { width: 120, height: 32 } as const

/**
 * Position of the window: as it was left, unless its display is gone or has shrunk. `workAreas` has each display without its task
 * bars.
 */
export function restoreBounds(saved: SavedBounds | null, workAreas: readonly Bounds[]): WindowBounds {
  if (saved === null) return { ...fitted(firstWindow, workAreas[0]), maximized: false }
  for (const area of workAreas) {
    const { x, y } = saved.bounds
    const bounds = { x, y: Math.max(y, area.y), ...fitted(saved.bounds, area) }
    if (y + grip.height > area.y && showsGrip(bounds, area)) return { ...bounds, maximized: saved.maximized }
  }
  return { ...fitted(saved.bounds, workAreas[0]), maximized: saved.maximized }
}

/** A new window of the same size as another: a step below and to the right of it, or at the edge of the display where it would not fit. */
export function besideBounds({ bounds }: SavedBounds, workAreas: readonly Bounds[]): SavedBounds {
  const area = workAreas.find((each) => showsGrip(bounds, each))
  const beside = (at: number, length: number, from: number, room: number) =>
    at + step + length <= from + room ? at + step : from
  const x = area ? beside(bounds.x, bounds.width, area.x, area.width) : bounds.x
  const y = area ? beside(bounds.y, bounds.height, area.y, area.height) : bounds.y
  return { bounds: { ...bounds, x, y }, maximized: false }
}

function fitted(
  size: { readonly width: number; readonly height: number },
  area: Bounds | undefined,
): { width: number; height: number } {
  const within = (length: number, smallest: number, available: number) =>
    Math.max(smallest, Math.min(length, available))
  return {
    width: within(size.width, smallestWindow.width, area?.width ?? firstWindow.width),
    height: within(size.height, smallestWindow.height, area?.height ?? firstWindow.height),
  }
}

/** The title bar is the top of the window: enough of it must lie in the area. */
function showsGrip(window: Bounds, area: Bounds): boolean {
  const across = Math.min(window.x + window.width, area.x + area.width) - Math.max(window.x, area.x)
  return across >= grip.width && window.y + grip.height <= area.y + area.height
}
