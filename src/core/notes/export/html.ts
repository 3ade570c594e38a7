/** Writes a call with its notes as a single HTML file. */

import type { CallDocument, DocumentHighlight, DocumentTurn, DocumentText } from './call-document.ts'

/** One file that requests nothing else, in print as on screen. Every text in it is text. */
export function htmlOf({ title, language, facts, chapters, highlights }: CallDocument): string {
  const lang = language === null ? '' : ` lang="${escaped(language)}"`
  const byNumber = new Map(highlights.map((highlight) => [highlight.number, highlight]))
  const left = chapters.length === 0 ? highlights : highlights.filter(({ said }) => said === null)
  const heading = chapters.length === 0 ? 'Highlights' : 'Highlights not in this version of the transcript'
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    '<meta name="viewport" content="width=device-width">',
    `<title>${escaped(title)}</title>`,
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    `<h1 dir="auto">${escaped(title)}</h1>`,
    '<dl>',
    ...facts.map(([label, value]) => `<dt>${escaped(label)}</dt><dd dir="auto">${escaped(value)}</dd>`),
    '</dl>',
    ...chapters.flatMap((chapter) => [
      ...(chapter.heading === null ? [] : [`<h2 dir="auto">${escaped(chapter.heading)}</h2>`]),
      ...chapter.turns.map((turn) => turnElement(turn, byNumber, lang)),
    ]),
    ...(left.length === 0 ? [] : [`<h2>${heading}</h2>`, ...left.map((highlight) => passageElement(highlight, lang))]),
    '</body>',
    '</html>',
    '',
  ].join('\n')
}

function turnElement(
  { said, pieces, correction }: DocumentTurn,
  highlights: ReadonlyMap<number, DocumentHighlight>,
  lang: string,
): string {
  const text = pieces.map(({ text, color, ends }) => {
    const marked = color === null ? escaped(text) : `<mark class="${color}">${escaped(text)}</mark>`
    return marked + ends.map((number) => `<sup>${number}</sup>`).join('')
  })
  const notes = pieces
    .flatMap(({ ends }) => ends)
    .flatMap((number) => highlights.get(number) ?? [])
    .map((highlight) => noteElement(highlight, String(highlight.number)))
  const corrected =
    correction === null
      ? ''
      : `<aside dir="auto"><b>${escaped(correction.by)}</b> <span${lang}>${escaped(correction.text)}</span></aside>`
  return `<section><p class="who">${whoSaid(said)}</p><p${lang} dir="auto">${text.join('')}</p>${corrected}${notes.join('')}</section>`
}

/** Empty without a note, unless somebody else made the highlight. */
function noteElement({ color, note, by }: DocumentHighlight, number: string): string {
  if (note === '' && by === '') return ''
  // Isolated, so that a name does not set the direction of the note.
  const author = by === '' ? '' : `<bdi>${escaped(by)}</bdi>`
  const head = [number, author].filter((part) => part !== '').join(' ')
  const text = [...(head === '' ? [] : [`<b>${head}</b>`]), ...(note === '' ? [] : [escaped(note)])].join(' ')
  return `<aside class="${color}" dir="auto">${text}</aside>`
}

function passageElement(highlight: DocumentHighlight, lang: string): string {
  const { number, color, quote, said } = highlight
  const where = said === null ? 'Not in this version of the transcript' : whoSaid(said)
  const written = noteElement(highlight, '')
  return `<section><p class="who">${number}. ${where}</p><blockquote${lang} dir="auto"><mark class="${color}">${escaped(quote)}</mark></blockquote>${written}</section>`
}

function whoSaid({ speaker, office, time, segment }: DocumentText): string {
  const name = speaker === '' ? [] : [`<b>${escaped(speaker)}</b>`]
  return [...name, ...[office, time, segment].filter((part) => part !== '').map(escaped)].join(', ')
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

const style = `
body { max-width: 70ch; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 "Source Serif 4", Georgia, serif; color: #1c1b22; background: #fff }
h1 { font-size: 1.5rem; line-height: 1.25 } h2 { font-size: 1.125rem; margin: 2rem 0 0.5rem }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; font: 0.8125rem/1.5 "IBM Plex Sans", Arial, sans-serif }
dt { color: #5b5966 } dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums }
section { margin: 1rem 0 } section p { margin: 0; white-space: pre-line } blockquote { margin: 0.25rem 0; white-space: pre-line }
.who { font: 0.8125rem/1.5 "IBM Plex Sans", Arial, sans-serif; color: #5b5966; break-after: avoid } .who b { color: #1c1b22 }
mark { color: inherit; background: #fbe6ad; -webkit-print-color-adjust: exact; print-color-adjust: exact }
mark.violet { background: #e2d9f7 } mark.green { background: #cfebd6 } mark.red { background: #f8d3cf }
aside { margin: 0.25rem 0 0.25rem 1rem; padding-left: 0.5rem; border-left: 3px solid #c58a00; font: 0.875rem/1.5 "IBM Plex Sans", Arial, sans-serif; white-space: pre-line }
aside.violet { border-color: #6e4fc4 } aside.green { border-color: #2b8a4b } aside.red { border-color: #c4433a }
sup { font: 0.6875rem/1 "IBM Plex Sans", Arial, sans-serif }
@media print { body { margin: 0; max-width: none } section { break-inside: auto } h2 { break-after: avoid } }
`
