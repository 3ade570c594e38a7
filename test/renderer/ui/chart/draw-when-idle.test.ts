import { flushSync } from 'svelte'
import { expect, onTestFinished, test, vi } from 'vitest'
import { drawWhenIdle } from '../../../../src/renderer/ui/chart/draw-when-idle.svelte.ts'
import { inEffectRoot, InputState } from '../../in-effect-root.svelte.ts'

type Draw = (canvas: HTMLCanvasElement, bars: number) => () => void

/** Draws on a canvas of a page that is idle at once, and keeps what was drawn and erased. */
function chart(load: (draw: Draw) => Promise<Draw>) {
  vi.stubGlobal('requestIdleCallback', (then: () => void) => then())
  onTestFinished(() => void vi.unstubAllGlobals())
  const bars = new InputState<number | null>(null)
  const happened: string[] = []
  const draw: Draw = (_, count) => {
    happened.push(`drew ${count}`)
    return () => void happened.push(`erased ${count}`)
  }
  const attach = drawWhenIdle(
    () => load(draw),
    () => bars.value,
  )
  // Node has no canvas; what draws on it is the test's own.
  inEffectRoot(() => ({ detach: attach({} as HTMLCanvasElement) }))
  const show = async (count: number | null) => {
    bars.value = count
    flushSync()
    await new Promise(setImmediate)
  }
  return { happened, show }
}

test('a chart is drawn once there is something to draw, and erased before it is drawn again', async () => {
  const { happened, show } = chart((draw) => Promise.resolve(draw))
  await show(null)
  expect(happened).toEqual([])
  await show(3)
  await show(4)
  await show(null)
  expect(happened).toEqual(['drew 3', 'erased 3', 'drew 4', 'erased 4'])
})

test('a page that is closed while its chart is loaded reports no error', async () => {
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  onTestFinished(() => void process.off('unhandledRejection', unhandled))
  const { happened, show } = chart(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))
  await show(3)
  await show(4)
  expect(happened).toEqual([])
  expect(unhandled).not.toHaveBeenCalled()
})
