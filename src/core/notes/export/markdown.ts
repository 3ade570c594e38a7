/** Writes a call with its notes as Markdown. */

import type { HighlightColor } from '#contract/api/notes.ts'
import type { CallDocument, DocumentHighlight, DocumentTurn, DocumentText } from './call-document.ts'

/** CommonMark. A highlight is a `mark`, whose text stays in readers that do not know it; its note follows below. */
export function markdownOf(document: CallDocument): string {
  const { title, facts, chapters, highlights } = document
  const byNumber = new Map(highlights.map((highlight) => [highlight.number, highlight]))
  const lines = [
    `# ${escaped(title)}`,
    '',
    ...facts.map(([label, value]) => `- ${escaped(label)}: ${escaped(value)}`),
    ...chapters.flatMap(({ heading, turns }) => [
      ...(heading === null ? [] : ['', `## ${escaped(heading)}`]),
      ...turns.flatMap((turn) => turnLines(turn, byNumber)),
    ]),
    ...closing(document),
  ]
  return `${lines.join('\n')}\n`
}

/** After a transcript only lost highlights: the others are below their turns. */
function closing({ chapters, highlights }: CallDocument): string[] {
  const left = chapters.length === 0 ? highlights : highlights.filter(({ said }) => said === null)
  if (left.length === 0) return []
  const heading = chapters.length === 0 ? 'Highlights' : 'Highlights not in this version of the transcript'
  return ['', `## ${heading}`, ...left.flatMap((highlight) => ['', ...passageLines(highlight)])]
}

function passageLines({ number, color, quote, note, by, said }: DocumentHighlight): string[] {
  const where = said === null ? 'not in this version of the transcript' : whoSaid(said)
  return [
    `${number}\\. ${markName(color, by)}, ${where}`,
    '',
    quoted(`“${escaped(quote)}”`),
    ...(note === '' ? [] : ['', broken(escaped(note))]),
  ]
}

function turnLines(
  { said, pieces, correction }: DocumentTurn,
  highlights: ReadonlyMap<number, DocumentHighlight>,
): string[] {
  const text = pieces.map((piece) => {
    const words = broken(escaped(piece.text))
    const marked = piece.color === null || words === '' ? words : `<mark>${words}</mark>`
    return marked + piece.ends.map((number) => `<sup>${number}</sup>`).join('')
  })
  const notes = pieces
    .flatMap(({ ends }) => ends)
    .flatMap((number) => highlights.get(number) ?? [])
    .map(({ number, color, note, by }) =>
      quoted(`${number}\\. ${markName(color, by)}${note === '' ? '' : `: ${escaped(note)}`}`),
    )
  const corrected = correction === null ? [] : [quoted(`${escaped(correction.by)}: ${escaped(correction.text)}`)]
  return ['', whoSaid(said), '', text.join(''), ...[...corrected, ...notes].flatMap((below) => ['', below])]
}

/** `amber`, and `amber by Ada, 2025-11-15` of somebody else. */
function markName(color: HighlightColor, by: string): string {
  return by === '' ? color : `${color} by ${escaped(by)}`
}

function whoSaid({ speaker, office, time, segment }: DocumentText): string {
  const name = speaker === '' ? [] : [`**${escaped(speaker)}**`]
  return [...name, ...[office, time, segment].filter((part) => part !== '').map(escaped)].join(', ')
}

function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')
}

/** A line of the text stays a line. */
function broken(text: string): string {
  return text.replaceAll('\n', '\\\n')
}

/** Escapes markup, lists, headings and mathematics. */
function escaped(text: string): string {
  return text
    .replaceAll(/[\\`*_{}[\]<>#|~&!$^=]/g, String.raw`\$&`)
    .replaceAll(/^(\s*)([+-])/gm, String.raw`$1\$2`)
    .replaceAll(/^(\s*\d+)([.)])/gm, String.raw`$1\$2`)
}
