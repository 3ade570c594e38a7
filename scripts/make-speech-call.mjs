/**
 * Makes the recorded call of the sample: speaks resources/sample/speech-script.json with espeak-ng, joins the utterances with
 * ffmpeg, and writes the two recordings and their times to resources/sample.
 *
 * Needs espeak-ng and ffmpeg (`apt-get install espeak-ng ffmpeg`). Run it again after the script changed, and commit what it made:
 * a build machine has neither program. `node scripts/make-speech-call.mjs`
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const resources = new URL('../resources/sample/', import.meta.url)
const script = JSON.parse(readFileSync(new URL('speech-script.json', resources), 'utf8'))
const work = mkdtempSync(join(tmpdir(), 'speech-call-'))
const rate = 22_050

/**
 * Samples of a WAV file that espeak-ng wrote: mono, 16 bit, `rate`; without the silence before and after the words.
 *
 * @param {string} text
 * @param {{ voice: string, speed: number, pitch: number }} speaker
 */
function spoken(text, { voice, speed, pitch }) {
  const path = join(work, 'utterance.wav')
  execFileSync('espeak-ng', ['-v', voice, '-s', String(speed), '-p', String(pitch), '-a', '110', '-w', path, text])
  const wav = readFileSync(path)
  const data = wav.indexOf('data') + 8
  if (wav.readUInt32LE(24) !== rate || wav.readUInt16LE(34) !== 16) throw new Error('espeak-ng wrote another format')
  const samples = new Int16Array((wav.length - data) >> 1)
  for (let at = 0; at < samples.length; at++) samples[at] = wav.readInt16LE(data + at * 2)
  const loud = (/** @type {number} */ sample) => Math.abs(sample) > 200
  const first = samples.findIndex(loud)
  const last = samples.findLastIndex(loud)
  return samples.subarray(Math.max(0, first - 200), last + 400)
}

/** @type {Int16Array[]} */
const parts = []
let length = 0
const add = (/** @type {Int16Array} */ samples) => {
  parts.push(samples)
  length += samples.length
}
const silence = (/** @type {number} */ seconds) => add(new Int16Array(Math.round(seconds * rate)))
const seconds = () => Number((length / rate).toFixed(2))

const segments = []
silence(0.5)
for (const turn of script.turns) {
  silence(turn.pause)
  for (const [at, saying] of turn.say.entries()) {
    if (at > 0) silence(0.35)
    const start = seconds()
    add(spoken(saying.spoken ?? saying.text, script.speakers[turn.speaker]))
    segments.push({
      speaker: turn.speaker,
      start,
      end: seconds(),
      text: saying.text,
      confidence: saying.confidence,
      sentiment: saying.sentiment,
    })
  }
}
silence(0.8)

const header = Buffer.alloc(44)
header.write('RIFF', 0)
header.writeUInt32LE(36 + length * 2, 4)
header.write('WAVEfmt ', 8)
header.writeUInt32LE(16, 16)
header.writeUInt16LE(1, 20)
header.writeUInt16LE(1, 22)
header.writeUInt32LE(rate, 24)
header.writeUInt32LE(rate * 2, 28)
header.writeUInt16LE(2, 32)
header.writeUInt16LE(16, 34)
header.write('data', 36)
header.writeUInt32LE(length * 2, 40)
const whole = join(work, 'call.wav')
writeFileSync(
  whole,
  Buffer.concat([header, ...parts.map((each) => Buffer.from(each.buffer, each.byteOffset, each.byteLength))]),
)

mkdirSync(new URL('recordings/', resources), { recursive: true })
const formats = [
  {
    file: 'hldn-2026-q3.mp3',
    content_type: 'audio/mpeg',
    quality: 'high',
    codec: ['-c:a', 'libmp3lame', '-b:a', '32k', '-ar', '22050'],
  },
  {
    file: 'hldn-2026-q3.ogg',
    content_type: 'audio/ogg',
    quality: 'low',
    codec: ['-c:a', 'libopus', '-b:a', '14k', '-application', 'voip'],
  },
].map(({ codec, ...format }) => {
  const path = fileURLToPath(new URL(`recordings/${format.file}`, resources))
  const exact = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:a', '+bitexact']
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', whole, ...codec, ...exact, path])
  return { ...format, size: statSync(path).size }
})
rmSync(work, { recursive: true })

const made = { symbol: script.symbol, period: script.period, duration: seconds(), formats, segments }
writeFileSync(new URL('speech-call.json', resources), `${JSON.stringify(made, null, 1)}\n`)
console.log(
  `${made.duration} s, ${segments.length} segments, ${formats.map((each) => `${each.file} ${each.size}`).join(', ')}`,
)
