const rate = 16_000

/** A tone of so many seconds, as WAV of 16,000 samples a second: an hour of it is too long to lie in a page's memory. */
export function tone(seconds: number): Buffer<ArrayBuffer> {
  const bytes = rate * 2 * seconds
  const wav = Buffer.alloc(44 + bytes)
  wav.write('RIFF', 0)
  wav.writeUInt32LE(36 + bytes, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(rate, 24)
  wav.writeUInt32LE(rate * 2, 28)
  wav.writeUInt16LE(2, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(bytes, 40)
  const second = Buffer.alloc(rate * 2)
  for (let at = 0; at < rate; at += 1)
    second.writeInt16LE(Math.round(8000 * Math.sin((at * 440 * 2 * Math.PI) / rate)), at * 2)
  wav.fill(second, 44)
  return wav
}
