import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { cutClip, type CutClip } from '#core/recordings/clip/cut-clip.ts'
import { failureOfQuestion, liveWorkspace, openedCore } from '../opened-core.ts'
import { callId, startRecordingService } from './recording-service.ts'

const recordings = join(import.meta.dirname, '../../../resources/sample/recordings')
const speech = (ending: string) => readFileSync(join(recordings, `hldn-2026-q3.${ending}`))
const most = 64_000_000

/** 8 bits, one channel, 4,000 samples a second: as the sample's recordings of tones are. */
function tones(seconds: number): Buffer {
  const header = Buffer.from(
    'RIFF____WAVEfmt \x10\0\0\0\x01\0\x01\0\xa0\x0f\0\0\xa0\x0f\0\0\x01\0\x08\0data____',
    'latin1',
  )
  header.writeUInt32LE(36 + seconds * 4000, 4)
  header.writeUInt32LE(seconds * 4000, 40)
  return Buffer.concat([header, Buffer.alloc(seconds * 4000, 130)])
}

const cut = (recording: Buffer, from: number, to: number) => cutClip(new BufferSource(recording), { from, to, most })

async function secondsOf(bytes: Uint8Array): Promise<number> {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) })
  return (await (await input.getPrimaryAudioTrack())?.computeDuration()) ?? 0
}

async function heard(clip: CutClip) {
  if (clip === null || clip === 'too-large') return null
  return { type: clip.mediaType, seconds: await secondsOf(clip.bytes) }
}

test('a clip is as long as what was chosen, to a packet, in the format that the recording came in', async () => {
  const clips = [
    await heard(await cut(speech('mp3'), 70, 82)),
    await heard(await cut(speech('ogg'), 70, 82)),
    await heard(await cut(tones(100), 70, 82)),
  ]
  expect(clips.map((clip) => clip?.type)).toEqual(['audio/mpeg', 'audio/ogg; codecs="opus"', 'audio/wav'])
  const [mp3 = 0, ogg = 0, wav = 0] = clips.map((clip) => clip?.seconds)
  expect([mp3, ogg].map((seconds) => Math.abs(seconds - 12) < 0.1)).toEqual([true, true])
  // Packets of half a second, at so few samples.
  expect(wav >= 12 && wav <= 13.1).toBe(true)
})

test('of the beginning and the end there is as much as there is, and of nothing no file', async () => {
  const seconds = async (from: number, to: number) =>
    Math.floor((await heard(await cut(speech('mp3'), from, to)))?.seconds ?? -1)
  expect([await seconds(0, 5), await seconds(190, 400), await seconds(300, 400)]).toEqual([5, 5, -1])
  expect(await cut(Buffer.from('<html>no sound</html>'), 0, 5)).toBeNull()
})

test('a clip of more than may be in memory is refused before it is', async () => {
  expect(await cutClip(new BufferSource(speech('mp3')), { from: 0, to: 60, most: 100_000 })).toBe('too-large')
})

test('a clip is cut from the recording on disk; one that is not there, or not any more, is said to be missing', async () => {
  const recording = speech('mp3')
  const service = await startRecordingService(recording.length, recording)
  onTestFinished(() => service.close())
  const core = openedCore()
  const workspace = await liveWorkspace(core, service.baseUrl, { key: 'some-long-key' })
  const { api } = core
  await api.fetch.call({ parameters: { call_id: callId }, freshness: 'service' })
  const clip = () => api.recordings.clip({ callId, from: 70, to: 82 })
  expect(await failureOfQuestion(clip())).toEqual({ kind: 'not-in-library' })
  const changes = await api.status.changes()
  await api.recordings.download({ callId })
  while (!(await api.recordings.read({ callId })).local) await changes.next()
  await changes.return?.()
  await service.close()
  const { base64 = '', ...kind } = (await clip()) ?? {}
  expect(kind).toEqual({ mediaType: 'audio/mpeg', ending: 'mp3' })
  expect(Math.round(await secondsOf(Buffer.from(base64, 'base64')))).toBe(12)
  expect(await api.recordings.clip({ callId, from: 900, to: 910 })).toBeNull()
  rmSync(join(core.profile, 'workspaces', workspace, 'recordings', `${callId}.mp3`))
  expect(await failureOfQuestion(clip())).toEqual({ kind: 'not-in-library' })
})
