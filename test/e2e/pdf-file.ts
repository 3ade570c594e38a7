/** What a test has to know of a PDF that Chromium wrote: its objects are plain text, only their streams are packed. */
export interface PdfFile {
  /** Width and height of each page, points, rounded, in the order of the pages. */
  readonly pages: readonly string[]
  /** The page that a link to a name goes to, from 1. */
  readonly destinations: Readonly<Record<string, number>>
  /** Names that links go to, in the order of the file. */
  readonly links: readonly string[]
  /** Titles of the outline. */
  readonly outline: readonly string[]
  readonly isTagged: boolean
  /** Its letters can be selected, searched and copied, and their fonts are in the file. */
  readonly hasText: boolean
  /** Letters are drawn instead of set in a font. */
  readonly hasDrawnFonts: boolean
  readonly bytes: number
}

export function readPdf(file: Uint8Array): PdfFile {
  const text = Buffer.from(file).toString('latin1')
  const objects = new Map(
    [...text.matchAll(/(?:^|\n)(\d+) 0 obj\s([\s\S]*?)endobj/g)].map(([, id, body]) => [id, body ?? '']),
  )
  const pageIds = pagesUnder(objects, /\/Pages (\d+) 0 R/.exec(text)?.[1] ?? '')
  const names = [...text.matchAll(/\/(?!Dest )([\w-]+) \[(\d+) 0 R \/XYZ/g)]
  return {
    pages: pageIds.map((id) => {
      const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(objects.get(id) ?? '') ?? []
      return `${Math.round(Number(width))} x ${Math.round(Number(height))}`
    }),
    destinations: Object.fromEntries(names.map(([, name = '', page = '']) => [name, pageIds.indexOf(page) + 1])),
    links: [...text.matchAll(/\/Dest \/([\w-]+)/g)].map(([, name = '']) => name),
    outline: [...objects.values()]
      .filter((body) => body.includes('/Parent') && body.includes('/Title'))
      .map((body) => /\/Title \((.*?)\)/.exec(body)?.[1] ?? ''),
    isTagged: text.includes('/StructTreeRoot'),
    hasText: text.includes('/ToUnicode') && text.includes('/FontFile2'),
    hasDrawnFonts: text.includes('/Type3'),
    bytes: file.byteLength,
  }
}

/** Leaves of the tree of pages, from left to right. */
function pagesUnder(objects: ReadonlyMap<string | undefined, string>, id: string): string[] {
  const kids = /\/Kids \[([^\]]*)\]/.exec(objects.get(id) ?? '')?.[1]
  if (kids === undefined) return [id]
  return [...kids.matchAll(/(\d+) 0 R/g)].flatMap(([, kid = '']) => pagesUnder(objects, kid))
}
