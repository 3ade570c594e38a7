import { crc32, inflateRawSync } from 'node:zlib'

/** The files of a zip archive by name, read from its table of contents; throws when a checksum or a size is wrong. */
export function unpacked(archive: Buffer): Map<string, string> {
  const end = archive.length - 22
  if (archive.readUInt32LE(end) !== 0x0605_4b50) throw new Error('no end of a table of contents')
  const files = new Map<string, string>()
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (archive.readUInt32LE(at) !== 0x0201_4b50) throw new Error('no entry of a table of contents')
    const [crc, packed, size] = [16, 20, 24].map((field) => archive.readUInt32LE(at + field)) as [
      number,
      number,
      number,
    ]
    const nameLength = archive.readUInt16LE(at + 28)
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength)
    const local = archive.readUInt32LE(at + 42)
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const content = inflateRawSync(archive.subarray(start, start + packed))
    if (content.length !== size || crc32(content) !== crc) throw new Error(`${name} is damaged`)
    files.set(name, content.toString('utf8'))
    at += 46 + nameLength
  }
  return files
}

/** The XML of a sheet, as the workbook lists it. */
export function sheetNamed(parts: ReadonlyMap<string, string>, name: string): string {
  const names = sheetNamesOf(parts)
  return parts.get(`xl/worksheets/sheet${names.indexOf(name) + 1}.xml`) ?? ''
}

/** In their order, which is also that of their parts. */
export function sheetNamesOf(parts: ReadonlyMap<string, string>): string[] {
  return [...(parts.get('xl/workbook.xml') ?? '').matchAll(/<sheet name="([^"]*)"/g)].map(([, name = '']) => name)
}
