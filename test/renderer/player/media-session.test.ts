import { expect, test } from 'vitest'
import { takeMediaKeys } from '../../../src/renderer/player/media-session.ts'

test('the keys of the system do what the player does, and are given back when it leaves', () => {
  const handlers = new Map<MediaSessionAction, MediaSessionActionHandler | null>()
  const session: Parameters<typeof takeMediaKeys>[0] = {
    metadata: null,
    playbackState: 'playing',
    setActionHandler: (action: MediaSessionAction, handler: MediaSessionActionHandler | null) =>
      void handlers.set(action, handler),
    setPositionState: () => undefined,
  }
  const done: string[] = []
  const says = (name: string) => (seconds?: number) =>
    void done.push(seconds === undefined ? name : `${name} ${seconds}`)
  const giveBack = takeMediaKeys(session, {
    play: says('play'),
    pause: says('pause'),
    unload: says('unload'),
    skip: says('skip'),
    scrub: says('scrub'),
    previous: says('previous'),
    next: says('next'),
    seconds: 40,
  })
  for (const [action, handler] of handlers) handler?.({ action })
  handlers.get('seekforward')?.({ action: 'seekforward', seekOffset: 5 })
  handlers.get('seekto')?.({ action: 'seekto', seekTime: 70 })
  expect(done).toEqual([
    'play',
    'pause',
    'unload',
    'skip -15',
    'skip 15',
    'scrub 40',
    'previous',
    'next',
    'skip 5',
    'scrub 70',
  ])
  giveBack()
  expect([[...handlers.values()].every((handler) => handler === null), session.playbackState]).toEqual([true, 'none'])
})
