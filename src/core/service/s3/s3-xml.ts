/** Reads the XML of an S3 endpoint: the code of an error, and a page of a listing. */

import { Parser } from 'htmlparser2'

export interface ListedObject {
  readonly key: string
  readonly bytes: number
}

export interface ListPage {
  readonly objects: readonly ListedObject[]
  /** Null: it is the last page. */
  readonly next: string | null
}

/** The text of each element, by its path such as `Error/Code`, in the order of the document. Null: it breaks off, or is no XML. */
function elementsOf(xml: string): readonly (readonly [path: string, text: string])[] | null {
  const open: string[] = []
  const found: [string, string][] = []
  let text = ''
  let depth = 0
  let isSound = true
  let isEnding = false
  let hasEnded = false
  const parser = new Parser(
    {
      onopentag: (name) => {
        if (hasEnded) isSound = false
        open.push(name)
        depth += 1
        text = ''
      },
      ontext: (piece) => (text += piece),
      onclosetag: (name, isImplied) => {
        // `<Prefix/>` closes itself. Closed by the end of the text, or by another element, it is a fault.
        if (isImplied && (isEnding || xml.charAt(parser.endIndex - 1) !== '/')) isSound = false
        found.push([open.join('/'), text])
        open.pop()
        depth -= 1
        hasEnded = depth === 0
        text = ''
        return name
      },
    },
    { xmlMode: true, recognizeSelfClosing: true },
  )
  parser.write(xml)
  isEnding = true
  parser.end()
  return isSound && hasEnded ? found : null
}

/** `NoSuchBucket`; empty: the body states none. At most 60 letters and digits, so that nothing else of the body is ever shown. */
export function errorCodeOf(xml: string): string {
  const code = elementsOf(xml)?.find(([path]) => path === 'Error/Code')?.[1] ?? ''
  return /^[A-Za-z\d]{1,60}$/.test(code) ? code : ''
}

/** Whether a whole document of this name came. */
export function isDocument(xml: string, root: string): boolean {
  return elementsOf(xml)?.at(-1)?.[0] === root
}

/** Null: the body is no whole listing. */
export function listPageOf(xml: string): ListPage | null {
  const elements = elementsOf(xml)
  if (elements?.at(-1)?.[0] !== 'ListBucketResult') return null
  const textsOf = (name: string) =>
    elements.filter(([path]) => path === `ListBucketResult/${name}`).map(([, text]) => text)
  const keys = textsOf('Contents/Key')
  const sizes = textsOf('Contents/Size')
  const [isTruncated = 'false'] = textsOf('IsTruncated')
  const [next = null] = textsOf('NextContinuationToken')
  const isWhole = keys.length === sizes.length && sizes.every((size) => /^\d{1,15}$/.test(size))
  if (!isWhole || (isTruncated === 'true' && next === null)) return null
  return {
    objects: keys.map((key, at) => ({ key, bytes: Number(sizes[at]) })),
    next: isTruncated === 'true' ? next : null,
  }
}
