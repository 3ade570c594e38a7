import { Parser } from 'htmlparser2'

export interface ReadCell {
  readonly value: number | string | boolean
  readonly formula?: string
  readonly style: number
}

/** The cells of a sheet's XML by name, as a spreadsheet reads them. */
export function readSheet(xml: string): Map<string, ReadCell> {
  const cells = new Map<string, ReadCell>()
  let [name, type, style, text, formula] = ['', 'n', 0, '', undefined as string | undefined]
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        if (tag === 'c') {
          ;[name, type, style] = [attributes['r'] ?? '', attributes['t'] ?? 'n', Number(attributes['s'] ?? 0)]
          ;[text, formula] = ['', undefined]
        }
        if (tag === 'f' || tag === 'v' || tag === 't') text = ''
      },
      ontext(piece) {
        text += piece
      },
      onclosetag(tag) {
        if (tag === 'f') formula = text
        if (tag !== 'c') return
        const value = type === 'n' ? Number(text) : type === 'b' ? text === '1' : spelled(text)
        cells.set(name, { value, style, ...(formula !== undefined && { formula }) })
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
  return cells
}

/** `_x0007_` is one letter. */
function spelled(text: string): string {
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
