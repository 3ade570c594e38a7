import { ListEnd, Pause, Play, Repeat, RotateCcw, RotateCw, SkipBack, SkipForward, X } from 'lucide'
import type { Action } from '../app/actions.svelte.ts'
import { skipped, type Player } from '../app/player.svelte.ts'
import { rates } from './audio-player.svelte.ts'
import { stopSpan } from './playback-plan.ts'

/** A step of the speed by key. */
const rateStep = 0.1

/** What can be done with what is loaded; nothing while nothing is. */
export function playerActions(player: Player): readonly Action[] {
  if (player.callId === null) return []
  const nothing = () => (player.media === null || player.trouble !== null ? 'nothing is loaded' : null)
  const turns = () =>
    nothing() ?? (player.markers.stops.length === 0 && !player.plan ? 'the turns have no timestamps' : null)
  return [
    {
      id: 'player.toggle',
      title: player.playing ? 'Pause' : 'Play',
      group: 'Playing',
      icon: player.playing ? Pause : Play,
      keys: ['Space'],
      off: nothing,
      run: () => player.toggle(),
    },
    {
      id: 'player.back',
      title: `Back ${skipped} seconds`,
      group: 'Playing',
      icon: RotateCcw,
      keys: ['Shift+J'],
      off: nothing,
      run: () => player.skip(-skipped),
    },
    {
      id: 'player.forward',
      title: `Forward ${skipped} seconds`,
      group: 'Playing',
      icon: RotateCw,
      keys: ['Shift+L'],
      off: nothing,
      run: () => player.skip(skipped),
    },
    {
      id: 'player.slower',
      title: 'Slower',
      group: 'Playing',
      keys: ['['],
      off: () => (player.rate > rates.least ? null : 'slowest speed'),
      run: () => {
        player.rate -= rateStep
      },
    },
    {
      id: 'player.faster',
      title: 'Faster',
      group: 'Playing',
      keys: [']'],
      off: () => (player.rate < rates.most ? null : 'fastest speed'),
      run: () => {
        player.rate += rateStep
      },
    },
    {
      id: 'player.previous',
      title: player.plan ? 'Previous passage' : 'Previous turn',
      group: 'Playing',
      icon: SkipBack,
      off: turns,
      run: () => player.previous(),
    },
    {
      id: 'player.next',
      title: player.plan ? 'Next passage' : 'Next turn',
      group: 'Playing',
      icon: SkipForward,
      off: turns,
      run: () => player.next(),
    },
    {
      id: 'player.loop',
      title: player.loop ? 'Stop repeating' : 'Repeat this turn',
      group: 'Playing',
      icon: Repeat,
      off: () => nothing() ?? (player.loop || turnHere(player) ? null : 'this turn has no timestamp'),
      run: () => {
        player.loop = player.loop ? null : turnHere(player)
      },
    },
    {
      id: 'player.next-call',
      title: 'Next call in queue',
      group: 'Playing',
      icon: ListEnd,
      off: () => (player.queue.calls.length > 0 ? null : 'the queue is empty'),
      run: () => player.playNext(),
    },
    { id: 'player.close', title: 'Close the player', group: 'Playing', icon: X, run: () => player.unload() },
  ]
}

function turnHere({ markers, seconds, duration }: Player) {
  return stopSpan(markers.stops, seconds, duration)
}
