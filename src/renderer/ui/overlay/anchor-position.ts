/** In the window's pixels. */
export interface AnchorRect {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export type Size = Pick<AnchorRect, 'width' | 'height'>
export type Side = 'top' | 'right' | 'bottom' | 'left'

export interface PositionOptions {
  readonly side: Side
  /** Along the anchor's edge. */
  readonly align: 'start' | 'center' | 'end'
  /** Between the anchor and what stands at it. */
  readonly gap: number
}

export interface PositionedRect {
  readonly left: number
  readonly top: number
  /** What fits there. */
  readonly height: number
}

/** Never nearer to the window's edge. */
const margin = 8

/** Where a panel stands at its anchor: on the wanted side, or on the other one when it fits there and not here; always in the window. */
export function positionAt(
  anchor: AnchorRect,
  panel: Size,
  window: Size,
  { side, align, gap }: PositionOptions,
): PositionedRect {
  const isUpright = side === 'top' || side === 'bottom'
  const [start, extent, needed, whole] = isUpright
    ? [anchor.top, anchor.height, panel.height, window.height]
    : [anchor.left, anchor.width, panel.width, window.width]
  const before = start - gap - margin
  const behind = whole - start - extent - gap - margin
  const wantsBehind = side === 'bottom' || side === 'right'
  const [here, there] = wantsBehind ? [behind, before] : [before, behind]
  const isBehind = wantsBehind === (needed <= here || there <= here)
  const room = Math.max(0, isBehind ? behind : before)
  const across = isBehind ? start + extent + gap : start - gap - Math.min(needed, room)
  const along = isUpright
    ? within(alongEdge(anchor.left, anchor.width, panel.width, align), panel.width, window.width)
    : within(alongEdge(anchor.top, anchor.height, panel.height, align), panel.height, window.height)
  return isUpright
    ? { left: along, top: across, height: room }
    : { left: across, top: along, height: window.height - 2 * margin }
}

function alongEdge(start: number, extent: number, size: number, align: PositionOptions['align']): number {
  if (align === 'start') return start
  return align === 'end' ? start + extent - size : start + (extent - size) / 2
}

function within(start: number, size: number, whole: number): number {
  return Math.max(margin, Math.min(start, whole - margin - size))
}
