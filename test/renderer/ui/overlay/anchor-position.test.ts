import { describe, expect, test } from 'vitest'
import { positionAt, type PositionOptions } from '../../../../src/renderer/ui/overlay/anchor-position.ts'

const window = { width: 1000, height: 600 }
const below: PositionOptions = { side: 'bottom', align: 'start', gap: 4 }
const anchor = { left: 100, top: 100, width: 80, height: 24 }
const panel = { width: 200, height: 300 }

describe('a panel at its anchor', () => {
  test('stands beneath it, from its left edge, its right edge or its middle', () => {
    const left = (align: PositionOptions['align']) =>
      positionAt({ ...anchor, left: 400 }, panel, window, { ...below, align }).left
    expect(positionAt(anchor, panel, window, below)).toEqual({ left: 100, top: 128, height: 464 })
    expect([left('start'), left('end'), left('center')]).toEqual([400, 280, 340])
  })

  test('stands above it where it fits there and not beneath', () => {
    expect(positionAt({ ...anchor, top: 500 }, panel, window, below)).toEqual({ left: 100, top: 196, height: 488 })
  })

  test('that fits nowhere is where there is more room, and as high as that', () => {
    const tall = { width: 200, height: 900 }
    expect(positionAt({ ...anchor, top: 200 }, tall, window, below)).toMatchObject({ top: 228, height: 364 })
    expect(positionAt({ ...anchor, top: 400 }, tall, window, below)).toMatchObject({ top: 8, height: 388 })
  })

  test('never leaves the window', () => {
    expect(positionAt({ ...anchor, left: 950 }, panel, window, below).left).toBe(792)
    expect(positionAt({ ...anchor, left: 0 }, panel, window, { ...below, align: 'end' }).left).toBe(8)
  })

  test('stands beside it, and on the other side at the window’s edge', () => {
    const right: PositionOptions = { side: 'right', align: 'center', gap: 6 }
    const tip = { width: 120, height: 28 }
    expect(positionAt(anchor, tip, window, right)).toMatchObject({ left: 186, top: 98 })
    expect(positionAt({ ...anchor, left: 900 }, tip, window, right)).toMatchObject({ left: 774, top: 98 })
  })
})
