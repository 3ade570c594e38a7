/** Connects the player with the operating system's media keys and controls. */

import { skipped, type Player } from '../app/player-state.svelte.ts'

const handled = [
  'play',
  'pause',
  'stop',
  'seekbackward',
  'seekforward',
  'seekto',
  'previoustrack',
  'nexttrack',
] as const

type Session = Pick<MediaSession, 'metadata' | 'playbackState' | 'setActionHandler' | 'setPositionState'>
type Keyed = Pick<Player, 'play' | 'pause' | 'unload' | 'skip' | 'scrub' | 'previous' | 'next' | 'seconds'>

/** Handles the system's media keys and controls; the returned function releases them. */
export function takeMediaKeys(session: Session, player: Keyed): () => void {
  const actions: Record<(typeof handled)[number], MediaSessionActionHandler> = {
    play: () => player.play(),
    pause: () => player.pause(),
    stop: () => player.unload(),
    seekbackward: ({ seekOffset }) => player.skip(-(seekOffset ?? skipped)),
    seekforward: ({ seekOffset }) => player.skip(seekOffset ?? skipped),
    seekto: ({ seekTime }) => player.scrub(seekTime ?? player.seconds),
    previoustrack: () => player.previous(),
    nexttrack: () => player.next(),
  }
  for (const name of handled) session.setActionHandler(name, actions[name])
  return () => {
    for (const name of handled) session.setActionHandler(name, null)
    session.metadata = null
    session.playbackState = 'none'
    session.setPositionState()
  }
}

/** The playback position: the system counts on from there. */
export function showPosition(session: Pick<Session, 'setPositionState'>, { duration, seconds, rate }: Player): void {
  if (duration === null) session.setPositionState()
  else session.setPositionState({ duration, position: Math.min(seconds, duration), playbackRate: rate })
}
