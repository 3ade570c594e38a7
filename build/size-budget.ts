import { listPackage, statFile } from '@electron/asar'

/** A part of the program in a package, beside Electron itself. Sizes are in kilobytes (1,000 bytes), unpacked. */
interface PackagePart {
  readonly name: string
  readonly holds: RegExp
  readonly most: number
}

interface MeasuredPart {
  readonly name: string
  readonly size: number
  readonly most: number
}

/**
 * How large each part may become before somebody decides that it is worth it: some 15% above what it is. The first part that a path
 * fits has the file; the last takes the rest.
 */
const parts: readonly PackagePart[] = [
  { name: 'core and shell', holds: /^out\/(main|preload)\//, most: 3_900 },
  { name: 'fonts', holds: /^out\/renderer\/.*\.woff2?$/, most: 560 },
  { name: 'window', holds: /^out\/renderer\//, most: 2_300 },
  { name: 'sample data', holds: /^resources\//, most: 1_600 },
  { name: 'SQLite', holds: /^node_modules\/better-sqlite3\//, most: 2_700 },
  { name: 'media container formats', holds: /^node_modules\/mediabunny\//, most: 4_700 },
  { name: 'other libraries', holds: /^/, most: 14_600 },
]

/** The sizes of the parts in an archive; files that lie outside it, unpacked, are in its list as well. */
export function measureParts(archive: string): readonly MeasuredPart[] {
  const bytes = new Map<PackagePart, number>()
  for (const listed of listPackage(archive, { isPack: false })) {
    const path = listed.replaceAll('\\', '/').replace(/^\//, '')
    const entry = statFile(archive, path)
    if (!('size' in entry)) continue
    const part = parts.find(({ holds }) => holds.test(path))
    if (part) bytes.set(part, (bytes.get(part) ?? 0) + entry.size)
  }
  return parts.map((part) => ({ name: part.name, size: Math.ceil((bytes.get(part) ?? 0) / 1000), most: part.most }))
}

/** For the end of a packaging run: a line per part, and the whole. */
export function sizeTable(measured: readonly MeasuredPart[]): string {
  const whole = measured.reduce(
    (sum, { size, most }) => ({ name: sum.name, size: sum.size + size, most: sum.most + most }),
    { name: 'whole program', size: 0, most: 0 },
  )
  const lines = [...measured, whole].map(({ name, size, most }) => {
    const remark = size > most ? '  over its budget' : ''
    return `${name.padEnd(24)}${kilobytes(size)} of ${kilobytes(most)}${remark}`
  })
  return ['Sizes without Electron, KB of the budget:', ...lines].join('\n')
}

function kilobytes(size: number): string {
  return size.toLocaleString('en-US').padStart(7)
}
