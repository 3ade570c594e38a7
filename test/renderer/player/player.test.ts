import { beforeEach, expect, test } from 'vitest'
import type { CallRecording } from '#contract/api/recordings.ts'
import type { Change } from '../../../src/renderer/core-client/changes.ts'
import { RequestFailed } from '../../../src/renderer/core-client/request-failed.ts'
import { playCall } from '../../../src/renderer/app/play-call.ts'
import { playNext } from '../../../src/renderer/app/play-next.ts'
import { Player } from '../../../src/renderer/app/player-state.svelte.ts'
import { ManualTime } from '../manual-time.ts'
import { StandInSound } from './stand-in-sound.ts'

const third = { callId: 'third', title: 'Q3 call' }
const fourth = { callId: 'fourth', title: 'Q4 call' }
const questions = {
  name: 'Q&A',
  spans: [
    { from: 60, to: 80 },
    { from: 20, to: 30 },
  ],
}
const settle = () => new Promise((resolve) => setImmediate(resolve))

let time: ManualTime
let sound: StandInSound
let listeners: Set<(change: Change) => void>
let positions: Map<string, number>
let isPositionUnreadable: boolean
let recordings: Map<string, CallRecording>
/** Of the requests for recordings that were loaded, by call. */
let requested: Map<string, AbortSignal>
let copies: string[]
let notified: string[]
let player: Player

function recordingOf(callId: string, change: Partial<CallRecording> = {}): CallRecording {
  const stored = { media: `/media/${callId}`, contentType: 'audio/mpeg', local: true, ending: 'mp3', damage: null }
  return { offers: [], transfer: null, ...stored, ...change }
}

beforeEach(() => {
  time = new ManualTime()
  sound = new StandInSound()
  listeners = new Set()
  positions = new Map()
  isPositionUnreadable = false
  recordings = new Map([third, fourth].map(({ callId }) => [callId, recordingOf(callId)]))
  requested = new Map()
  copies = []
  notified = []
  const find = (callId: string) => {
    const recording = recordings.get(callId)
    return recording ? Promise.resolve(recording) : Promise.reject(new RequestFailed({ kind: 'not-in-library' }))
  }
  player = new Player({
    sound,
    recordingOf: find,
    findRecording: (callId, signal) => {
      requested.set(callId, signal)
      return find(callId)
    },
    positionOf: (callId) =>
      isPositionUnreadable ? Promise.reject(new Error('unreadable')) : Promise.resolve(positions.get(callId) ?? null),
    remember: (callId, seconds) => positions.set(callId, seconds),
    rememberEnd: (callId) => positions.set(callId, 0),
    copyOf: (media) => {
      copies.push(media)
      return Promise.resolve({ url: `blob:${media}`, drop: () => copies.push('dropped') })
    },
    changes: {
      listen: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    after: time.after,
    say: (sentence) => notified.push(sentence),
  })
})

/** Plays to there, and the player sees it. */
function playTo(seconds: number) {
  sound.reach(seconds)
  time.pass(100)
}

test('playback resumes where it stopped, and from the beginning once a call was played to its end', async () => {
  await player.load(third)
  sound.know(100)
  player.play()
  playTo(42)
  await player.load(fourth)
  await player.load(third)
  const again = player.seconds
  sound.know(100)
  player.play()
  sound.end()
  await player.load(fourth)
  await player.load(third)
  expect([again, player.seconds]).toEqual([42, 0])
})

test('the place is kept while it plays, not only when it is stopped', async () => {
  await player.load(third)
  sound.know(100)
  player.play()
  playTo(3)
  const early = positions.get('third')
  playTo(7)
  expect([early, positions.get('third')]).toEqual([undefined, 7])
})

test('a position that could not be read is not overwritten until the user chooses another', async () => {
  positions.set('third', 42)
  isPositionUnreadable = true
  await player.load(third)
  sound.know(100)
  player.play()
  playTo(7)
  expect([player.seconds, positions.get('third')]).toEqual([7, 42])
  player.seek(60)
  playTo(66)
  expect(positions.get('third')).toBe(66)
})

test('a place that is requested goes before the one that was kept', async () => {
  positions.set('third', 42)
  await player.load(third, 7)
  expect(player.seconds).toBe(7)
  await player.load(third, 9)
  expect([player.seconds, sound.sources]).toEqual([9, ['/media/third']])
})

test('of a plan only its spans are played, in order, and then it stops', async () => {
  await player.load(third)
  sound.know(100)
  player.plan = questions
  player.play()
  const begins = player.seconds
  playTo(25)
  const inside = player.seconds
  playTo(30)
  const jumped = player.seconds
  playTo(80)
  expect([begins, inside, jumped, player.playing]).toEqual([20, 25, 60, false])
})

test('skipping within a plan counts what is played; a turn outside it ends it, the slider stays inside', async () => {
  await player.load(third)
  sound.know(100)
  player.plan = questions
  player.skip(15)
  const further = player.seconds
  player.skip(-10)
  const back = player.seconds
  player.scrub(45)
  const slid = [player.seconds, player.plan?.name]
  player.seek(45)
  expect([further, back, slid, player.seconds, player.plan]).toEqual([65, 25, [60, 'Q&A'], 45, null])
})

test('a plan follows what is found again under its name, and is not set again for the same', async () => {
  await player.load(third)
  player.plan = questions
  const markers = { plans: [questions], chapters: [], marks: [], stops: [] }
  player.markers = { ...markers, plans: [{ ...questions, spans: questions.spans.map((span) => ({ ...span })) }] }
  const unchanged = player.plan
  player.markers = { ...markers, plans: [{ ...questions, spans: [{ from: 5, to: 6 }] }] }
  expect([unchanged === questions, player.plan.spans]).toEqual([true, [{ from: 5, to: 6 }]])
})

test('a looped turn is played over and over until another place is sought', async () => {
  await player.load(third)
  sound.know(100)
  player.loop = { from: 10, to: 14 }
  player.play()
  playTo(14.02)
  const round = player.seconds
  player.seek(50)
  playTo(60)
  expect([round, player.loop, player.seconds]).toEqual([10, null, 60])
})

test('previous goes to the beginning of the turn, and to the previous one when it has only just begun', async () => {
  await player.load(third, 25)
  sound.know(100)
  player.markers = { plans: [], chapters: [], marks: [], stops: [0, 10, 20, 30] }
  player.previous()
  const begun = player.seconds
  player.previous()
  const before = player.seconds
  player.next()
  expect([begun, before, player.seconds]).toEqual([20, 10, 20])
})

test('the speed stays between calls, within its limits, with the pitch kept', async () => {
  await player.load(third)
  player.rate = 9
  await player.load(fourth)
  expect([player.rate, sound.playbackRate, sound.preservesPitch]).toEqual([3, 3, true])
  player.rate = 0.1
  expect(sound.playbackRate).toBe(0.5)
})

test('the queue continues with the next call automatically, in the plan that was requested', async () => {
  await player.load(third)
  sound.know(100)
  player.queue.add({ ...fourth, plan: questions })
  player.play()
  sound.end()
  await settle()
  expect([player.callId, player.playing, player.seconds, player.queue.calls]).toEqual(['fourth', true, 20, []])
})

test('a call of the queue that cannot be played is named and skipped', async () => {
  recordings.set('second', recordingOf('second', { media: null, local: false }))
  player.queue.add({ callId: 'second', title: 'Q2 call' })
  player.queue.add(fourth)
  await player.playNext()
  const played = [player.callId, player.playing]
  player.queue.add({ callId: 'second', title: 'Q2 call' })
  await player.playNext()
  expect([played, player.callId, player.trouble]).toEqual([['fourth', true], 'second', 'This call has no recording.'])
  expect(notified).toEqual([
    'Q2 call skipped. This call has no recording. Playing next: Q4 call.',
    'Q2 call could not be played. This call has no recording.',
  ])
})

test('a call of the queue whose stream fails before it plays is named and skipped, a later failure is not', async () => {
  recordings.set('third', recordingOf('third', { local: false }))
  recordings.set('fourth', recordingOf('fourth', { local: false }))
  player.queue.add(third)
  player.queue.add(fourth)
  player.queue.add({ callId: 'second', title: 'Q2 call' })
  await player.playNext()
  sound.fail()
  await settle()
  expect([player.callId, player.playing]).toEqual(['fourth', true])
  const sentence = 'The recording is not downloaded, and could not be loaded from the service.'
  expect(notified).toEqual([`Q3 call skipped. ${sentence} Playing next: Q4 call.`])
  sound.know(100)
  playTo(12)
  sound.fail()
  await settle()
  expect([player.callId, player.seconds, player.trouble, notified.length]).toEqual(['fourth', 12, sentence, 1])
})

test('the queue is played in another order, and without what is taken out', () => {
  const calls = ['one', 'two', 'three', 'four'].map((callId) => ({ callId, title: callId }))
  for (const call of calls) player.queue.add(call)
  player.queue.forward('four')
  player.queue.forward('four')
  player.queue.forward('one')
  player.queue.forward('unknown')
  player.queue.remove('two')
  expect(player.queue.calls.map(({ callId }) => callId)).toEqual(['one', 'four', 'three'])
})

test('a file on disk that the element cannot be served piece by piece is played as a copy, from the same place', async () => {
  await player.load(third, 42)
  sound.know(100)
  player.play()
  sound.fail()
  await settle()
  expect([sound.src, player.seconds, player.playing, player.trouble]).toEqual(['blob:/media/third', 42, true, null])
  sound.fail()
  await settle()
  expect(player.trouble).toMatch(/audio\/mpeg.*can’t be played here/)
  player.unload()
  expect(copies).toEqual(['/media/third', 'dropped'])
})

test('a file that is gone from the disk is not called complete: it is played from the service, else what happened is said', async () => {
  await player.load(third, 42)
  player.play()
  const damage = 'the file is no longer on the disk'
  recordings.set('third', recordingOf('third', { local: false, damage }))
  sound.fail()
  await settle()
  expect([player.local, player.seconds, player.playing, player.trouble]).toEqual([false, 42, true, null])
  sound.fail()
  await settle()
  expect([player.trouble, player.canRetry]).toEqual([
    'The recording on disk is not as downloaded: the file is no longer on the disk. Download it again.',
    true,
  ])
  expect(copies).toEqual([])
})

test('a copy of a file that is gone from the disk meanwhile does not stay in memory while the recording is streamed', async () => {
  await player.load(third, 42)
  sound.fail()
  await settle()
  recordings.set('third', recordingOf('third', { local: false, damage: 'the file is no longer on the disk' }))
  sound.fail()
  await settle()
  expect([sound.src, copies]).toEqual(['/media/third', ['/media/third', 'dropped']])
})

test('a stream that breaks off goes on from disk when the file has come meanwhile, else it is said', async () => {
  recordings.set('third', recordingOf('third', { local: false }))
  await player.load(third, 42)
  sound.fail()
  await settle()
  expect([player.trouble, player.canRetry]).toEqual([
    'The recording is not downloaded, and could not be loaded from the service.',
    true,
  ])
  await player.retry()
  expect([player.trouble, player.seconds, player.playing]).toEqual([null, 42, true])
  sound.fail()
  await settle()
  await player.load(third, 42)
  recordings.set('third', recordingOf('third'))
  player.play()
  sound.fail()
  await settle()
  expect([player.local, player.seconds, player.playing, player.trouble]).toEqual([true, 42, true, null])
})

test('a stream that broke off is ready again, where it was, when the file has come to disk', async () => {
  recordings.set('third', recordingOf('third', { local: false }))
  await player.load(third, 42)
  sound.fail()
  await settle()
  recordings.set('third', recordingOf('third'))
  listeners.forEach((listener) => listener({ kind: 'recording', id: 'third' }))
  await settle()
  expect([player.trouble, player.local, player.seconds, player.playing]).toEqual([null, true, 42, false])
})

test('what plays goes on undisturbed when its file comes to disk', async () => {
  recordings.set('third', recordingOf('third', { local: false }))
  await player.load(third, 42)
  player.play()
  recordings.set('third', recordingOf('third'))
  listeners.forEach((listener) => listener({ kind: 'recording', id: 'third' }))
  await settle()
  expect([player.local, player.playing, sound.sources]).toEqual([true, true, ['/media/third']])
})

test('that nothing comes any more is said after a while, until it comes or is stopped', async () => {
  await player.load(third)
  player.play()
  const said: boolean[] = []
  const look = () => said.push(player.starved)
  sound.tell('waiting')
  time.pass(900)
  look()
  sound.tell('playing')
  time.pass(5000)
  look()
  sound.tell('waiting')
  time.pass(1100)
  look()
  player.pause()
  look()
  expect(said).toEqual([false, false, true, false])
})

test('a call without a recording says so, and plays once its recording is there', async () => {
  recordings.set('third', recordingOf('third', { media: null, local: false }))
  await player.load(third)
  expect([player.callId, player.trouble]).toEqual(['third', 'This call has no recording.'])
  recordings.set('third', recordingOf('third'))
  listeners.forEach((listener) => listener({ kind: 'recording', id: 'third' }))
  await settle()
  expect([player.trouble, sound.src]).toEqual([null, '/media/third'])
})

test('what this window has no decoder for is said before it fails, and a call unknown to the library too', async () => {
  sound.cannot.add('audio/mp4')
  recordings.set('third', recordingOf('third', { contentType: 'audio/mp4' }))
  await player.load(third)
  const said = player.trouble
  await player.load({ callId: 'unknown', title: '' })
  expect([said, player.trouble]).toEqual([
    'This format (audio/mp4) can’t be played here. The downloaded file is complete: open it in another player.',
    'Not in the library.',
  ])
})

test('of two calls requested at once the later one plays', async () => {
  await Promise.all([player.load(third), player.load(fourth)])
  expect([player.callId, sound.sources]).toEqual(['fourth', ['/media/fourth']])
})

test('a call that is chosen while another is loading stays, also where it was loaded before: the other is withdrawn', async () => {
  await player.load(third)
  player.play()
  const superseded = player.load(fourth)
  const isLoaded = await player.load(third)
  expect([await superseded, isLoaded, requested.get('fourth')?.aborted]).toEqual([false, true, true])
  expect([player.callId, player.playing, player.loading, sound.sources]).toEqual([
    'third',
    true,
    null,
    ['/media/third'],
  ])
})

test('a superseded call that cannot be loaded is not reported: it takes neither the place nor the queue of the later one', async () => {
  recordings.delete('third')
  const superseded = player.load(third)
  const loaded = player.load(fourth)
  expect([await superseded, await loaded]).toEqual([false, true])
  expect([player.callId, player.trouble]).toEqual(['fourth', null])
  player.queue.add(third)
  const queued = player.playNext()
  await player.load(fourth)
  await queued
  expect([player.callId, player.trouble, notified]).toEqual(['fourth', null, []])
})

test('of two calls pressed at once the later one plays, and nothing is said of the other', async () => {
  const workspace = { player, say: (sentence: string) => notified.push(sentence) }
  recordings.delete('third')
  await Promise.all([playCall(workspace, third), playCall(workspace, fourth)])
  expect([player.callId, player.playing, notified]).toEqual(['fourth', true, []])
})

test('of two calls added at once to an empty queue the first plays and the second is next', async () => {
  const said = await Promise.all([playNext(player, third), playNext(player, fourth)])
  expect(said).toEqual(['Playing Q3 call.', 'Playing next: Q4 call.'])
  expect([player.callId, player.queue.calls]).toEqual(['third', [fourth]])
})

test('a recording that ends while another is loading does not begin the queue instead of it', async () => {
  await player.load(third)
  sound.know(100)
  player.play()
  const second = { callId: 'second', title: 'Q2 call' }
  recordings.set('second', recordingOf('second'))
  player.queue.add(second)
  const chosen = player.load(fourth)
  sound.end()
  await chosen
  await settle()
  expect([player.callId, player.queue.calls]).toEqual(['fourth', [second]])
})

test('a call of the queue that fails while another is loading is not skipped to the next of the queue', async () => {
  recordings.set('third', recordingOf('third', { local: false }))
  recordings.set('second', recordingOf('second'))
  player.queue.add(third)
  await player.playNext()
  player.queue.add({ callId: 'second', title: 'Q2 call' })
  sound.fail()
  await Promise.resolve()
  const chosen = player.load(fourth)
  await chosen
  await settle()
  expect([player.callId, player.queue.calls.length, notified]).toEqual(['fourth', 1, []])
})

test('every position, a recording that is loaded and its end are announced to what follows the recording', async () => {
  const seen: string[] = []
  const stop = player.onMove(() => seen.push(`${player.callId ?? 'none'} ${player.seconds}`))
  await player.load(third)
  const loaded = seen.at(-1)
  sound.know(100)
  player.play()
  playTo(42)
  const played = seen.at(-1)
  player.seek(60)
  const sought = seen.at(-1)
  const before = seen.length
  player.unload()
  // Nothing follows it to the beginning.
  const unloaded = new Set(seen.slice(before))
  stop()
  await player.load(fourth)
  expect([loaded, played, sought, ...unloaded, seen.at(-1)]).toEqual([
    'third 0',
    'third 42',
    'third 60',
    'none 0',
    'none 0',
  ])
})
