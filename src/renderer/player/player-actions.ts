/** The actions of the audio player, for buttons, palette and keys. */

import { ListEnd, Pause, Play, Repeat, RotateCcw, RotateCw, SkipBack, SkipForward, X } from 'lucide'
import type { Action } from '../app/actions.svelte.ts'
import { bindCommands } from '../app/commands/bind-commands.ts'
import { skipped, type Player } from '../app/player-state.svelte.ts'
import { rates } from './audio-state.svelte.ts'
import { stopSpan } from './playback-plan.ts'

/** A step of the speed by key. */
const rateStep = 0.1

/** None without a loaded recording. */
export function playerActions(player: Player): readonly Action[] {
  if (player.callId === null) return []
  const nothing = () => (player.media === null || player.trouble !== null ? 'no recording is loaded' : null)
  const turns = () =>
    nothing() ?? (player.markers.stops.length === 0 && !player.plan ? 'the turns have no timestamps' : null)
  return bindCommands('player', {
    'player.toggle': {
      title: player.playing ? 'Pause' : 'Play',
      icon: player.playing ? Pause : Play,
      off: nothing,
      run: () => player.toggle(),
    },
    'player.back': {
      title: `Back ${skipped} seconds`,
      icon: RotateCcw,
      off: nothing,
      run: () => player.skip(-skipped),
    },
    'player.forward': {
      title: `Forward ${skipped} seconds`,
      icon: RotateCw,
      off: nothing,
      run: () => player.skip(skipped),
    },
    'player.slower': {
      off: () => (player.rate > rates.least ? null : 'already the slowest speed'),
      run: () => {
        player.rate -= rateStep
      },
    },
    'player.faster': {
      off: () => (player.rate < rates.most ? null : 'already the fastest speed'),
      run: () => {
        player.rate += rateStep
      },
    },
    'player.previous': {
      title: player.plan ? 'Previous passage' : 'Previous turn',
      icon: SkipBack,
      off: turns,
      run: () => player.previous(),
    },
    'player.next': {
      title: player.plan ? 'Next passage' : 'Next turn',
      icon: SkipForward,
      off: turns,
      run: () => player.next(),
    },
    'player.loop': {
      title: player.loop ? 'Stop repeating' : 'Repeat this turn',
      icon: Repeat,
      off: () => nothing() ?? (player.loop || turnHere(player) ? null : 'this turn has no timestamp'),
      run: () => {
        player.loop = player.loop ? null : turnHere(player)
      },
    },
    'player.next-call': {
      icon: ListEnd,
      off: () => (player.queue.calls.length > 0 ? null : 'the queue is empty'),
      run: () => player.playNext(),
    },
    'player.close': { icon: X, run: () => player.unload() },
  })
}

function turnHere({ markers, seconds, duration }: Player) {
  return stopSpan(markers.stops, seconds, duration)
}
