/** Writes a call with its notes as a Word document. */

import {
  CommentRangeEnd,
  CommentRangeStart,
  CommentReference,
  Document,
  HeadingLevel,
  Packer,
  Paragraph,
  ShadingType,
  TextRun,
  type IRunOptions,
  type ParagraphChild,
} from 'docx'
import { languageRun } from '../../export/document/language-run.ts'
import type { HighlightColor } from '#contract/api/notes.ts'
import type { CallDocument, DocumentHighlight, DocumentTurn, Piece, DocumentText } from './call-document.ts'

/** A Word document: highlights are shaded, and their notes are comments on them, as is the author of one without a note who is not the user. */
export async function docxOf({ title, language, facts, chapters, highlights }: CallDocument): Promise<Uint8Array> {
  const noted =
    chapters.length === 0 ? [] : highlights.filter(({ note, by, said }) => (note !== '' || by !== '') && said !== null)
  const comments = new Set(noted.map(({ number }) => number))
  const left = chapters.length === 0 ? highlights : highlights.filter(({ said }) => said === null)
  const heading = chapters.length === 0 ? 'Highlights' : 'Highlights not in this version of the transcript'
  const spoken = language === null ? {} : languageRun(language)
  const document = new Document({
    title,
    creator: 'Tearsheet',
    styles: {
      default: {
        document: { run: { font: 'Georgia', size: 21 }, paragraph: { spacing: { after: 80, line: 290 } } },
        heading1: { run: { size: 32, bold: true }, paragraph: { spacing: { after: 160 } } },
        heading2: { run: { size: 25, bold: true }, paragraph: { spacing: { before: 320, after: 80 } } },
      },
    },
    comments: {
      children: noted.map(({ number, note, author, editedAt }) => ({
        id: number,
        author: author ?? 'Tearsheet',
        initials: initialsOf(author ?? 'Tearsheet'),
        date: new Date(editedAt),
        children: (note === '' ? 'Highlight' : note).split('\n').map((line) => new Paragraph(line)),
      })),
    },
    sections: [
      {
        children: [
          new Paragraph({ text: title, heading: HeadingLevel.HEADING_1 }),
          ...facts.map(([label, value]) => factParagraph(label, value)),
          ...chapters.flatMap((chapter) => [
            ...(chapter.heading === null ? [] : [headingParagraph(chapter.heading)]),
            ...chapter.turns.flatMap((turn) => turnParagraphs(turn, comments, spoken)),
          ]),
          ...(left.length === 0
            ? []
            : [headingParagraph(heading), ...left.flatMap((each) => passageParagraphs(each, spoken))]),
        ],
      },
    ],
  })
  return new Uint8Array(await Packer.toArrayBuffer(document))
}

/** `Ada King`: AK. */
function initialsOf(name: string): string {
  return name
    .split(/\s+/)
    .map((word) => [...word][0] ?? '')
    .join('')
}

/** The class also accepts a string, which has a method `bold`. */
function run(options: IRunOptions): TextRun {
  return new TextRun(options)
}

const quiet = { color: '5B5966', size: 17, font: 'Arial' } as const

function headingParagraph(text: string): Paragraph {
  return new Paragraph({ text, heading: HeadingLevel.HEADING_2 })
}

function factParagraph(label: string, value: string): Paragraph {
  return new Paragraph({
    spacing: { after: 0 },
    children: [run({ ...quiet, text: `${label}: ` }), run({ ...quiet, color: '1C1B22', text: value })],
  })
}

function turnParagraphs(
  { said, pieces, correction }: DocumentTurn,
  comments: ReadonlySet<number>,
  spoken: IRunOptions,
): Paragraph[] {
  return [
    whoSaid(said),
    new Paragraph({ children: pieces.flatMap((piece) => pieceRuns(piece, comments, spoken)) }),
    ...(correction === null
      ? []
      : [
          new Paragraph({
            indent: { left: 360 },
            children: [run({ ...quiet, text: `${correction.by}: ` }), ...linesOf(correction.text, null, spoken)],
          }),
        ]),
  ]
}

function pieceRuns(
  { text, color, begins, ends }: Piece,
  comments: ReadonlySet<number>,
  spoken: IRunOptions,
): ParagraphChild[] {
  return [
    ...begins.filter((number) => comments.has(number)).map((number) => new CommentRangeStart(number)),
    ...linesOf(text, color, spoken),
    ...ends
      .filter((number) => comments.has(number))
      .flatMap((number) => [new CommentRangeEnd(number), run({ children: [new CommentReference(number)] })]),
  ]
}

const fills: Readonly<Record<HighlightColor, string>> = {
  violet: 'E2D9F7',
  amber: 'FBE6AD',
  green: 'CFEBD6',
  red: 'F8D3CF',
}

/** A line of the text stays a line. */
function linesOf(text: string, color: HighlightColor | null, options: IRunOptions = {}): TextRun[] {
  const shading = color === null ? {} : { shading: { type: ShadingType.CLEAR, color: 'auto', fill: fills[color] } }
  return text.split('\n').map((line, at) => run({ ...options, text: line, ...(at > 0 && { break: 1 }), ...shading }))
}

function whoSaid({ speaker, office, time, segment }: DocumentText, before = ''): Paragraph {
  const rest = [office, time, segment].filter((part) => part !== '').join(', ')
  const name = before + speaker
  return new Paragraph({
    keepNext: true,
    spacing: { before: 160, after: 0 },
    children: [
      ...(name === '' ? [] : [run({ ...quiet, color: '1C1B22', bold: true, text: name })]),
      ...(rest === '' ? [] : [run({ ...quiet, text: name === '' ? rest : `, ${rest}` })]),
    ],
  })
}

const nowhere: DocumentText = { speaker: 'Not in this version of the transcript', office: '', time: '', segment: '' }

function passageParagraphs(
  { number, color, quote, note, by, said }: DocumentHighlight,
  spoken: IRunOptions,
): Paragraph[] {
  const author = by === '' ? [] : [run({ ...quiet, text: note === '' ? by : `${by}: ` })]
  const written = note === '' ? [] : linesOf(note, null)
  return [
    whoSaid(said ?? nowhere, `${number}. `),
    new Paragraph({ indent: { left: 360 }, children: linesOf(quote, color, spoken) }),
    ...(by === '' && note === '' ? [] : [new Paragraph({ children: [...author, ...written] })]),
  ]
}
