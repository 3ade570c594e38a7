import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const on = '1'.charCodeAt(0)

/** What a package without Electron says when it is started: a shell reads no further than `exit`. */
const program = `#!/bin/sh
echo 'This package of Tearsheet was built without an Electron runtime, to test packaging. Install a release to use Tearsheet.' >&2
exit 1
`

/**
 * Makes of an empty folder one that electron-builder takes for an unpacked Linux runtime: its files by name, its program a sentence and a
 * fuse wire.
 */
export function standInRuntime(folder: string, version: string, fuses: number): string {
  mkdirSync(join(folder, 'resources'))
  const wire = Buffer.from([1, fuses, ...Array.from({ length: fuses }, () => on)])
  writeFileSync(join(folder, 'electron'), Buffer.concat([Buffer.from(`${program}${sentinel}`), wire]), { mode: 0o755 })
  writeFileSync(join(folder, 'version'), version)
  writeFileSync(join(folder, 'LICENSE'), 'Electron licence')
  writeFileSync(join(folder, 'LICENSES.chromium.html'), 'Chromium licences')
  writeFileSync(join(folder, 'resources/default_app.asar'), emptyArchive())
  return folder
}

/** An asar without files: four lengths, each of what follows it, and the list of files as JSON. */
function emptyArchive(): Buffer {
  const list = Buffer.from(JSON.stringify({ files: {} }).padEnd(16))
  const lengths = Buffer.alloc(16)
  for (const [place, length] of [4, list.length + 8, list.length + 4, list.length].entries()) {
    lengths.writeUInt32LE(length, place * 4)
  }
  return Buffer.concat([lengths, list])
}
