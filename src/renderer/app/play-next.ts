import type { Player } from './player-state.svelte.ts'
import type { CallToPlay } from '../player/queue.svelte.ts'

export type { CallToPlay }

/** Plays a recording now if none is loaded, else adds it to the queue. Returns what it did, in one sentence. */
export async function playNext(player: Player, call: CallToPlay): Promise<string> {
  if (player.callId === null && player.loading === null && (await player.load(call))) {
    player.play()
    return player.trouble ?? `Playing ${call.title}.`
  }
  if (player.callId === call.callId) return `${call.title} is already loaded.`
  player.queue.add(call)
  const position = player.queue.calls.length
  return position === 1 ? `Playing next: ${call.title}.` : `Number ${position} in the queue: ${call.title}.`
}
