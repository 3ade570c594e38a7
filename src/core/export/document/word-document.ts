/** Writes sections and tables as a Word document (.docx). */

import {
  AlignmentType,
  BorderStyle,
  Document,
  Footer,
  Header,
  HeadingLevel,
  Packer,
  PageNumber,
  Paragraph,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TabStopType,
  TextRun,
  WidthType,
  type IBorderOptions,
  type IRunOptions,
} from 'docx'
import { languageRun } from './language-run.ts'
import type { DocumentBlock, DocumentTable, EditableDocument } from '#contract/api/exports.ts'

/** Paper sizes and margins in twentieths of a point, as Word counts. */
const sizes = { a4: { width: 11_906, height: 16_838 }, letter: { width: 12_240, height: 15_840 } } as const
const margin = { left: 720, right: 720, top: 1200, bottom: 900 } as const

const ink = { plain: '111111', second: '444444', third: '6A6A6A' } as const
const rule = (color: string, size: number): IBorderOptions => ({ style: BorderStyle.SINGLE, color, size })
const none: IBorderOptions = { style: BorderStyle.NONE, size: 0, color: 'auto' }
const serif = 'Georgia'
const bracketWidth = 50

/** A Word document with the sections and tables of a printed one. Charts are left out: the figures that they draw are in its tables. */
export async function wordDocument(document: EditableDocument): Promise<Uint8Array> {
  const page = sizes[document.paper]
  const width = page.width - margin.left - margin.right
  const word = new Document({
    title: plain(document.title),
    creator: 'Tearsheet',
    styles: {
      default: {
        document: { run: { font: 'Arial', size: 15, color: ink.plain }, paragraph: { spacing: { after: 40 } } },
        heading1: {
          run: { font: 'Georgia', size: 40, bold: true, color: ink.plain },
          paragraph: { spacing: { after: 40 } },
        },
        heading2: { run: { font: 'Arial', size: 17, bold: true, color: ink.plain } },
      },
    },
    sections: [
      {
        properties: { page: { size: page, margin } },
        headers: { default: new Header({ children: [runningHead(document, width)] }) },
        footers: { default: new Footer({ children: [foot(document, width)] }) },
        children: [
          new Paragraph({
            text: plain(document.name),
            heading: HeadingLevel.HEADING_1,
            bidirectional: readsFromRight(document.name),
          }),
          paragraph(document.subtitle, { color: ink.second }),
          ...document.blocks.flatMap((block) => elementsOf(block, width)),
        ],
      },
    ],
  })
  return new Uint8Array(await Packer.toArrayBuffer(word))
}

/** The class also accepts a string, which has a method `bold`. */
function run(options: IRunOptions): TextRun {
  return new TextRun(options)
}

function paragraph(text: string, options: IRunOptions): Paragraph {
  return new Paragraph({ children: [run({ ...options, text: plain(text) })] })
}

function runningHead({ running }: EditableDocument, width: number): Paragraph {
  return new Paragraph({
    tabStops: [{ type: TabStopType.RIGHT, position: width }],
    border: { bottom: rule(ink.plain, 12) },
    children: [
      run({ text: plain(running.left), bold: true, size: 14 }),
      run({ text: `\t${plain(running.right)}`, size: 14, color: ink.second }),
    ],
  })
}

function foot({ foot: text }: EditableDocument, width: number): Paragraph {
  const small = { size: 13, color: ink.third } as const
  return new Paragraph({
    tabStops: [{ type: TabStopType.RIGHT, position: width }],
    border: { top: rule('8D8A82', 4) },
    children: [
      run({ ...small, text: plain(text) }),
      run({ ...small, children: ['\tPage ', PageNumber.CURRENT, ' of ', PageNumber.TOTAL_PAGES] }),
    ],
  })
}

function elementsOf(block: DocumentBlock, width: number): (Paragraph | Table)[] {
  switch (block.kind) {
    case 'heading':
      return [
        new Paragraph({
          heading: HeadingLevel.HEADING_2,
          keepNext: true,
          spacing: { before: 160, after: 40 },
          border: { top: rule(ink.plain, 6) },
          children: [
            run({ text: plain(block.text) }),
            ...(block.note === ''
              ? []
              : [run({ text: `  ${plain(block.note)}`, bold: false, size: 14, color: ink.third })]),
          ],
        }),
      ]
    case 'paragraph':
      return [paragraph(block.text, { ...textStyles[block.style], ...languageOf(block.language) })]
    case 'table':
      return block.rows.length === 0 ? [] : [table(block, width)]
    default:
      return block satisfies never
  }
}

const textStyles: Readonly<Record<Extract<DocumentBlock, { kind: 'paragraph' }>['style'], IRunOptions>> = {
  lead: { font: serif, size: 20 },
  plain: {},
  quote: { font: serif, size: 18 },
  note: { size: 13, color: ink.third },
}

function table({ head, columns, rows }: DocumentTable, width: number): Table {
  const shares = columns.reduce((sum, column) => sum + column.width, 0)
  const widths = columns.map((column) => Math.floor((column.width / shares) * width))
  const rowOf = (cells: readonly string[], rank: 'head' | DocumentTable['rows'][number]['rank']) =>
    new TableRow({
      cantSplit: true,
      tableHeader: rank === 'head',
      children: columns.map((column, at) => {
        const style: IRunOptions =
          rank === 'head'
            ? { size: 13, color: ink.third }
            : {
                bold: rank === 'total',
                ...(rank === 'sub' && { color: ink.second }),
                ...languageOf(column.language),
              }
        return new TableCell({
          width: { size: widths[at] ?? 0, type: WidthType.DXA },
          margins: { top: 10, bottom: 10, left: rank === 'sub' && at === 0 ? 160 : 0, right: 60 },
          borders: { top: none, left: none, right: none, bottom: rule(rank === 'head' ? ink.plain : 'D4D2CC', 4) },
          children: [
            new Paragraph({
              spacing: { after: 0 },
              alignment: column.isFigure ? AlignmentType.RIGHT : AlignmentType.LEFT,
              // Digits keep their column beside a closing bracket.
              indent: { right: column.isFigure && !(cells[at] ?? '').endsWith(')') ? bracketWidth : 0 },
              children: [run({ ...style, text: plain(cells[at] ?? '') })],
            }),
          ],
        })
      }),
    })
  return new Table({
    width: { size: width, type: WidthType.DXA },
    columnWidths: widths,
    layout: TableLayoutType.FIXED,
    borders: { top: none, bottom: none, left: none, right: none, insideHorizontal: none, insideVertical: none },
    rows: [...(head.length === 0 ? [] : [rowOf(head, 'head')]), ...rows.map(({ cells, rank }) => rowOf(cells, rank))],
  })
}

const languageOf = (language: string | null) => (language === null ? {} : languageRun(language))

/** Whether its first letter is written from right to left. */
function readsFromRight(text: string): boolean {
  return /^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(text)
}

/** Without what no XML may hold (XML 1.0 §2.2): control characters and halves of letters. */
function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, '')
}
