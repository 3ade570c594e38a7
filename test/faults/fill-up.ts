import { closeSync, openSync, writeSync } from 'node:fs'

/** Writes a file until its disk has no room for another byte. */
export function fillUp(filler: string): void {
  const descriptor = openSync(filler, 'a')
  for (const size of [65_536, 4096, 1]) {
    try {
      for (;;) writeSync(descriptor, Buffer.alloc(size, 0x78))
    } catch {
      // No room for a piece of this size.
    }
  }
  closeSync(descriptor)
}
