import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Measured } from './measure.ts'

/** The built renderer's code and styles, gzipped one by one as a server would. Fonts are compressed already and listed apart. Reported only. */
export function rendererBundle(): Measured[] {
  const folder = join(import.meta.dirname, '../../out/renderer')
  if (!existsSync(folder)) throw new Error('build first: npm run bench does')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const bytes = (ending: RegExp, size: (content: Buffer) => number) =>
    files.filter((name) => ending.test(name)).reduce((sum, name) => sum + size(readFileSync(join(folder, name))), 0)
  const code = bytes(/\.(js|css|html)$/, (content) => gzipSync(content).length)
  const fonts = bytes(/\.woff2$/, (content) => content.length)
  return [
    {
      what: `renderer bundle, gzipped (fonts beside it: ${kilobytes(fonts)})`,
      figure: kilobytes(code),
      bar: '',
      held: null,
    },
  ]
}

function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1024)} KB`
}
