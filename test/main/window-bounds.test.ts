import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { besideBounds, restoreBounds, smallestWindow, type Bounds } from '#main/window-bounds.ts'

const laptop: Bounds = { x: 0, y: 25, width: 1512, height: 900 }
const second: Bounds = { x: 1512, y: 0, width: 2560, height: 1400 }

const saved = (bounds: Bounds, maximized = false) => ({ bounds, maximized })

describe('the window opens', () => {
  test('as large as the screen allows, the first time', () => {
    expect(restoreBounds(null, [laptop])).toEqual({ width: 1440, height: 900, maximized: false })
    expect(restoreBounds(null, [{ x: 0, y: 0, width: 1280, height: 680 }])).toEqual({
      width: 1280,
      height: 680,
      maximized: false,
    })
  })

  test('where it was left', () => {
    const bounds = { x: 1700, y: 100, width: 1600, height: 1000 }
    expect(restoreBounds(saved(bounds), [laptop, second])).toEqual({ ...bounds, maximized: false })
  })

  test('maximised, when it was left so', () => {
    const bounds = { x: 10, y: 30, width: 1000, height: 700 }
    expect(restoreBounds(saved(bounds, true), [laptop])).toEqual({ ...bounds, maximized: true })
  })

  test('in the middle of what is there, when its display is gone', () => {
    const bounds = { x: 1700, y: 100, width: 1600, height: 1000 }
    expect(restoreBounds(saved(bounds), [laptop])).toEqual({ width: 1512, height: 900, maximized: false })
  })

  test('within reach of the mouse, when its title bar had slipped out', () => {
    expect(restoreBounds(saved({ x: 100, y: -400, width: 1000, height: 700 }), [laptop])).not.toHaveProperty('y')
    expect(restoreBounds(saved({ x: -950, y: 100, width: 1000, height: 700 }), [laptop])).not.toHaveProperty('x')
    expect(restoreBounds(saved({ x: 100, y: 10, width: 1000, height: 700 }), [laptop])).toMatchObject({ x: 100, y: 25 })
  })

  test('even when the system names no display', () => {
    expect(restoreBounds(null, [])).toEqual({ width: 1440, height: 900, maximized: false })
  })

  test('never smaller than the page needs and never where it cannot be seen', () => {
    const offset = fc.integer({ min: -10_000, max: 10_000 })
    const length = fc.integer({ min: 1, max: 10_000 })
    const bounds = fc.record({ x: offset, y: offset, width: length, height: length })
    fc.assert(
      fc.property(bounds, fc.array(bounds, { minLength: 1, maxLength: 3 }), (window, areas) => {
        const place = restoreBounds(saved(window), areas)
        expect(place.width).toBeGreaterThanOrEqual(smallestWindow.width)
        expect(place.height).toBeGreaterThanOrEqual(smallestWindow.height)
        if (place.x === undefined || place.y === undefined) return
        const [x, y] = [place.x, place.y]
        expect(
          areas.some(
            (area) => x < area.x + area.width && x + place.width > area.x && y >= area.y && y < area.y + area.height,
          ),
        ).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })

  test('within reach when it lay across two displays and is too large for the one it opens on', () => {
    const window = { x: -1520, y: 0, width: 3000, height: 700 }
    const narrow = { x: -200, y: 0, width: 1000, height: 800 }
    expect(restoreBounds(saved(window), [narrow])).toEqual({ width: 1000, height: 700, maximized: false })
  })
})

test('a new window opens a step from the one it came from, and on its display where a step would lead out of it', () => {
  const small = { x: 1600, y: 100, width: 1000, height: 700 }
  const tall = { x: 100, y: 100, width: 1000, height: 820 }
  expect(besideBounds(saved(small, true), [laptop, second])).toEqual(saved({ ...small, x: 1632, y: 132 }))
  expect(besideBounds(saved(tall), [laptop, second])).toEqual(saved({ ...tall, x: 132, y: 25 }))
  expect(besideBounds(saved(small), [])).toEqual(saved(small))
})
