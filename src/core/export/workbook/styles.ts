/** Collects the cell styles of a workbook and writes them as XML. */

import { xmlText } from './xml-text.ts'

/** Analysts' colors: typed or external figures blue, formulas black, other sheets green. */
const inks = {
  text: '1B1A17',
  quiet: '67635A',
  data: '0000FF',
  formula: '1B1A17',
  'other-sheet': '007A33',
  section: '57408A',
  flag: '835400',
} as const
/** `well`: behind calculated figures, such as twelve months and medians. */
const fills = { head: 'F4F3EE', well: 'F4F3EE', flag: 'F7E8C2' } as const
const rules = { hair: 'CBC7BC', strong: '1B1A17' } as const
/** Points. */
const usualSize = 9

export interface CellStyle {
  /** A number format as spreadsheets write it, for a value that is stored unscaled. */
  readonly format?: string
  readonly ink?: keyof typeof inks
  readonly fill?: keyof typeof fills
  /** Above the cell. */
  readonly rule?: keyof typeof rules
  readonly ruleBelow?: keyof typeof rules
  readonly ruleLeft?: keyof typeof rules
  /** Font size in points. */
  readonly size?: number
  readonly bold?: boolean
  readonly align?: 'left' | 'right' | 'center'
  readonly indent?: number
  readonly wrap?: boolean
}

export const dateFormat = 'yyyy-mm-dd'
export const instantFormat = 'yyyy-mm-dd hh:mm:ss'

/** Custom formats begin after the built-in ones. */
const firstFormatId = 164

/** How many styles, and parts of them, a workbook already has. */
export interface StyleBase {
  /** The first number that a format may have. */
  readonly format: number
  readonly fonts: number
  readonly fills: number
  readonly borders: number
  readonly cells: number
}

/** Additions to a style sheet, by the element that they belong to. */
export type StyleAdditions = Readonly<
  Record<'numFmts' | 'fonts' | 'fills' | 'borders' | 'cellXfs', { readonly count: number; readonly xml: string }>
>

/** The cell styles of a workbook, each once, in order of first use; after the existing ones of a workbook that is updated. */
export class StyleBook {
  readonly #byStyle = new Map<CellStyle, number>()
  readonly #textOf = new Map<number, number>()
  readonly #numbers = new Map<string, number>()
  readonly #formats: Table
  readonly #fonts: Table
  readonly #fills: Table
  readonly #borders: Table
  readonly #before: number
  readonly #cells: string[] = []

  constructor(base?: StyleBase) {
    this.#formats = new Table(base?.format ?? firstFormatId)
    this.#fonts = new Table(base?.fonts)
    this.#fills = new Table(base?.fills)
    this.#borders = new Table(base?.borders)
    this.#before = base?.cells ?? 0
    if (base) return
    this.#fonts.numberOf(fontOf({}))
    // Both are fixed by the format: none, and a grid of dots.
    this.#fills.numberOf('<fill><patternFill patternType="none"/></fill>')
    this.#fills.numberOf('<fill><patternFill patternType="gray125"/></fill>')
    this.#borders.numberOf(borderOf({}))
    this.numberOf({})
  }

  numberOf(style: CellStyle): number {
    const known = this.#byStyle.get(style)
    if (known !== undefined) return known
    const number = this.#number(style, false)
    this.#byStyle.set(style, number)
    return number
  }

  /** The same style for text that a spreadsheet might take for a formula when its cell is edited. */
  quotedOf(style: CellStyle): number {
    const plain = this.numberOf(style)
    const known = this.#textOf.get(plain)
    if (known !== undefined) return known
    const number = this.#number(style, true)
    this.#textOf.set(plain, number)
    return number
  }

  #number(style: CellStyle, isQuoted: boolean): number {
    const xml = this.#cellXml(style, isQuoted)
    const number = this.#numbers.get(xml) ?? this.#before + this.#cells.push(xml) - 1
    this.#numbers.set(xml, number)
    return number
  }

  #cellXml(style: CellStyle, isQuoted: boolean): string {
    const { format, fill, align, indent, wrap } = style
    const formatId =
      format === undefined
        ? 0
        : this.#formats.numberOf(format, (id) => `<numFmt numFmtId="${id}" formatCode="${xmlText(format)}"/>`)
    const fillId = fill === undefined ? 0 : this.#fills.numberOf(solid(fills[fill]))
    const alignment = [
      align === undefined ? '' : ` horizontal="${align}"`,
      indent === undefined || indent === 0
        ? ''
        : ` indent="${indent}"${align === undefined ? ' horizontal="left"' : ''}`,
      wrap === true ? ' vertical="top" wrapText="1"' : '',
    ].join('')
    const ids = `numFmtId="${formatId}" fontId="${this.#fonts.numberOf(fontOf(style))}" fillId="${fillId}" borderId="${this.#borders.numberOf(borderOf(style))}" xfId="0"`
    const applied = ` applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1"`
    const quoted = isQuoted ? ' quotePrefix="1"' : ''
    if (alignment === '') return `<xf ${ids}${applied}${quoted}/>`
    return `<xf ${ids}${applied} applyAlignment="1"${quoted}><alignment${alignment}/></xf>`
  }

  additions(): StyleAdditions {
    return {
      numFmts: this.#formats.whole,
      fonts: this.#fonts.whole,
      fills: this.#fills.whole,
      borders: this.#borders.whole,
      cellXfs: { count: this.#cells.length, xml: this.#cells.join('') },
    }
  }

  /** `xl/styles.xml`. */
  xml(): string {
    const formats = this.#formats.size === 0 ? '' : this.#formats.xml('numFmts')
    return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${formats}${this.#fonts.xml('fonts')}${this.#fills.xml('fills')}${this.#borders.xml('borders')}<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${this.#cells.length}">${this.#cells.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
  }
}

/** Parts of a style sheet, each once. */
class Table {
  readonly #first: number
  readonly #numbers = new Map<string, number>()
  readonly #xml: string[] = []

  constructor(first = 0) {
    this.#first = first
  }

  get size(): number {
    return this.#xml.length
  }

  numberOf(key: string, xmlOf: (number: number) => string = () => key): number {
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    const number = this.#first + this.#xml.length
    this.#numbers.set(key, number)
    this.#xml.push(xmlOf(number))
    return number
  }

  get whole(): { readonly count: number; readonly xml: string } {
    return { count: this.#xml.length, xml: this.#xml.join('') }
  }

  xml(tag: string): string {
    return `<${tag} count="${this.#xml.length}">${this.#xml.join('')}</${tag}>`
  }
}

function fontOf({ ink = 'text', bold = false, size = usualSize }: CellStyle): string {
  return `<font>${bold ? '<b/>' : ''}<sz val="${size}"/><color rgb="FF${inks[ink]}"/><name val="Arial"/><family val="2"/></font>`
}

/** The look of a part of a text, in the order of elements that its schema demands. */
export function runOf({ ink = 'text', bold = false, size = usualSize }: CellStyle): string {
  return `<rPr>${bold ? '<b/>' : ''}<sz val="${size}"/><color rgb="FF${inks[ink]}"/><rFont val="Arial"/><family val="2"/></rPr>`
}

function solid(color: string): string {
  return `<fill><patternFill patternType="solid"><fgColor rgb="FF${color}"/><bgColor indexed="64"/></patternFill></fill>`
}

function borderOf({ rule, ruleBelow, ruleLeft }: CellStyle): string {
  const side = (name: string, of: keyof typeof rules | undefined) =>
    of === undefined ? `<${name}/>` : `<${name} style="thin"><color rgb="FF${rules[of]}"/></${name}>`
  return `<border>${side('left', ruleLeft)}<right/>${side('top', rule)}${side('bottom', ruleBelow)}<diagonal/></border>`
}
