import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { OnePlayer } from '../../../src/renderer/player/one-player.ts'

/** A window whose player may play. */
function windowWith(playing: boolean) {
  const paused = new EventTarget()
  const player = {
    playing,
    pause() {
      player.playing = false
      paused.dispatchEvent(new Event('paused'))
    },
  }
  const one = new OnePlayer(player)
  onTestFinished(() => one.close())
  return { player, one, paused }
}

test('a window that begins to play pauses the others, and goes on itself', async () => {
  const [first, second] = [windowWith(true), windowWith(true)]
  const pausing = once(first.paused, 'paused')
  second.one.begin()
  await pausing
  expect([first.player.playing, second.player.playing]).toEqual([false, true])
})
