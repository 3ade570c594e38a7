import { Parser } from 'htmlparser2'

/** Elements whose content is no text that anybody said. */
const dropped = new Set(
  'script style template noscript iframe frame frameset object embed applet svg math head title textarea select option canvas audio video xmp plaintext noembed noframes'.split(
    ' ',
  ),
)
/** Elements that begin a line of their own. */
const blocks = new Set(
  'p div br li ul ol dl dt dd tr table tbody thead tfoot section article header footer main aside nav h1 h2 h3 h4 h5 h6 blockquote pre hr figure figcaption address body html form fieldset'.split(
    ' ',
  ),
)
/** Elements within a line; anything that is neither is no element but something a transcriber wrote: `<inaudible>`. */
const inline = new Set(
  'a abbr acronym b bdi bdo big center cite code data del dfn em font i img input ins kbd label mark meta link base q rp rt ruby s samp small span strike strong sub sup td th time tt u var wbr button source track col colgroup caption param picture area map marquee'.split(
    ' ',
  ),
)
/** Beyond it a parser's stack would be an attack's. */
const deepest = 200

/**
 * The text of some HTML, line by line. Nothing of the markup is kept, known or unknown: what leaves here is plain text, which the
 * window only ever draws as text (promises.md R1).
 */
export function paragraphsOfHtml(html: string): string[] {
  return textOfHtml(html)
    .split('\n')
    .map((line) => line.replaceAll(/[^\S\n]+/g, ' ').trim())
    .filter((line) => line !== '')
}

/** The same in one line: of a segment's text. */
export function plainText(html: string): string {
  return html.includes('<') || html.includes('&') ? paragraphsOfHtml(html).join(' ') : html
}

function textOfHtml(html: string): string {
  let text = ''
  let depth = 0
  /** Names of the dropped elements that are open. */
  const within: string[] = []
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        depth += 1
        if (dropped.has(name)) within.push(name)
        if (within.length > 0) return
        if (blocks.has(name)) text += '\n'
        else if (name === 'td' || name === 'th') text += ' '
        else if (!inline.has(name) && isWritten(name, attributes)) text += `<${name}>`
      },
      onclosetag: (name) => {
        depth -= 1
        if (within.at(-1) === name) within.pop()
        else if (within.length === 0 && blocks.has(name)) text += '\n'
      },
      ontext: (piece) => {
        if (within.length === 0 && depth < deepest) text += piece.replaceAll('\n', ' ')
      },
    },
    { decodeEntities: true, lowerCaseTags: true, recognizeSelfClosing: false, xmlMode: false },
  )
  parser.write(html)
  parser.end()
  return text
}

/** A word in angle brackets: letters only, nothing beside it. */
function isWritten(name: string, attributes: Readonly<Record<string, string>>): boolean {
  return /^[a-z]{2,20}$/.test(name) && Object.keys(attributes).length === 0
}
