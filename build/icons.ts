import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { writeWhole } from './write-whole.ts'

/** An image of a square icon. */
interface Picture {
  /** Width and height in pixels. */
  readonly size: number
  readonly png: Uint8Array
}

/** What desktops on Linux look for (Icon Theme Specification, hicolor), besides the drawing itself. */
const linuxSizes = [16, 24, 32, 48, 64, 128, 256, 512] as const

const windowsSizes = [16, 24, 32, 48, 64, 128, 256] as const

/** Types of an icns file that hold a PNG, with its size: 16 to 512 points, each also at double density. */
const macTypes = [
  ['icp4', 16],
  ['ic11', 32],
  ['icp5', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
] as const

/** Windows’ container: a head, an entry for each picture, the pictures. 256 pixels are written as 0, since a byte holds no more. */
function icoOf(pictures: readonly Picture[]): Buffer {
  const entry = 16
  const head = Buffer.alloc(6 + entry * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let offset = head.length
  for (const [index, { size, png }] of pictures.entries()) {
    const at = 6 + entry * index
    head.writeUInt8(size % 256, at)
    head.writeUInt8(size % 256, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(png.byteLength, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += png.byteLength
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)])
}

/** The container of macOS: a head, and each picture behind its type and length. */
function icnsOf(pictures: readonly (readonly [type: string, png: Uint8Array])[]): Buffer {
  const chunk = (type: string, ...content: readonly Uint8Array[]) => {
    const head = Buffer.alloc(8)
    head.write(type, 'latin1')
    head.writeUInt32BE(
      content.reduce((sum, { byteLength }) => sum + byteLength, head.length),
      4,
    )
    return Buffer.concat([head, ...content])
  }
  return chunk('icns', ...pictures.map(([type, png]) => chunk(type, png)))
}

let started: Promise<void> | undefined

/** The drawing at the sizes that are asked for. */
async function draw(svg: string, sizes: readonly number[]): Promise<ReadonlyMap<number, Uint8Array>> {
  const wasm = createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')
  // It starts once for a process.
  started ??= initWasm(readFileSync(wasm))
  await started
  return new Map(
    sizes.map((size) => [
      size,
      new Resvg(svg, { fitTo: { mode: 'width', value: size }, font: { loadSystemFonts: false } }).render().asPng(),
    ]),
  )
}

/** Writes `icon.ico`, `icon.icns` and a folder `png` of `16x16.png` and so on, out of `build/icon.svg`. */
export async function writeIcons(root: string, folder: string): Promise<void> {
  const svg = readFileSync(join(root, 'build/icon.svg'), 'utf8')
  const sizes = new Set([...linuxSizes, ...windowsSizes, ...macTypes.map(([, size]) => size)])
  const drawn = await draw(svg, [...sizes])
  const png = (size: number) => drawn.get(size) ?? new Uint8Array()
  const write = (name: string, content: Uint8Array) => writeWhole(join(root, folder, name), content)
  for (const size of linuxSizes) write(`png/${size}x${size}.png`, png(size))
  write('icon.ico', icoOf(windowsSizes.map((size) => ({ size, png: png(size) }))))
  write('icon.icns', icnsOf(macTypes.map(([type, size]) => [type, png(size)])))
}
