/** The limits and steps of the window's zoom level. */

/** Electron's zoom level: each whole step is a factor of 1.2, 0 is the original size. */
export const zoomLimits = { smallest: -3, largest: 4, step: 0.5 } as const

export type ZoomStep = 'in' | 'out' | 'reset'

export function zoomed(level: number, step: ZoomStep): number {
  if (step === 'reset') return 0
  const next = level + (step === 'in' ? zoomLimits.step : -zoomLimits.step)
  return Math.min(zoomLimits.largest, Math.max(zoomLimits.smallest, next))
}
