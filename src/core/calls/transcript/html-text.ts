/** Extracts plain text from HTML of the service, paragraph by paragraph. */

import { Tokenizer } from 'htmlparser2'

/** Elements whose content nobody said. */
const dropped = new Set(
  'script style template noscript iframe frameset object applet svg math title textarea select option canvas audio video xmp plaintext noembed noframes'.split(
    ' ',
  ),
)
/** Elements that begin a new line. */
const blocks = new Set(
  'p div br head li ul ol dl dt dd tr table tbody thead tfoot section article header footer main aside nav h1 h2 h3 h4 h5 h6 blockquote pre hr figure figcaption address body html form fieldset'.split(
    ' ',
  ),
)
/** Elements within a line; anything that is neither is no element but something a transcriber wrote: `<inaudible>`. */
const inline = new Set(
  'a abbr acronym embed frame b bdi bdo big center cite code data del dfn em font i img input ins kbd label mark meta link base q rp rt ruby s samp small span strike strong sub sup td th time tt u var wbr button source track col colgroup caption param picture area map marquee'.split(
    ' ',
  ),
)
/**
 * The text of some HTML, line by line. Nothing of the markup is kept, known or unknown: what leaves here is plain text, which the
 * window only ever draws as text (docs/promises.md R1).
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

/**
 * The text of HTML with a line break at each block, in time linear in its length: open elements are kept as names with a count,
 * so that neither depth nor closing tags without an element cause a search.
 */
function textOfHtml(html: string): string {
  let text = ''
  const open = new OpenElements()
  let name = ''
  let hasAttributes = false
  const begin = (isClosed: boolean) => {
    if (!isClosed && !empty.has(name)) open.push(name)
    if (open.areDropped) return
    if (blocks.has(name)) text += '\n'
    else if (name === 'td' || name === 'th') text += ' '
    else if (!dropped.has(name) && !inline.has(name) && !hasAttributes && isWritten(name)) text += `<${name}>`
  }
  const nothing = () => undefined
  const tokenizer = new Tokenizer(
    { decodeEntities: true, recognizeSelfClosing: false, xmlMode: false },
    {
      onopentagname: (start, end) => {
        name = html.slice(start, end).toLowerCase()
        hasAttributes = false
      },
      onattribname: () => (hasAttributes = true),
      onopentagend: () => begin(false),
      onselfclosingtag: () => begin(open.isInDrawing),
      onclosetag: (start, end) => {
        const closed = html.slice(start, end).toLowerCase()
        open.close(closed)
        if (!open.areDropped && blocks.has(closed)) text += '\n'
      },
      ontext: (start, end) => {
        if (!open.areDropped) text += html.slice(start, end).replaceAll('\n', ' ')
      },
      ontextentity: (code) => {
        if (!open.areDropped) text += code === lineFeed ? ' ' : String.fromCodePoint(code)
      },
      // A browser reads such a section as a comment outside of drawings.
      oncdata: nothing,
      isInForeignContext: () => open.isInDrawing,
      onattribdata: nothing,
      onattribentity: nothing,
      onattribend: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onprocessinginstruction: nothing,
      onend: nothing,
    },
  )
  tokenizer.write(html)
  tokenizer.end()
  return text
}

const lineFeed = 10
/** Elements that have no content, and so no closing tag. */
const empty = new Set('area base br col embed frame hr img input link meta param source track wbr'.split(' '))

/** The open elements. Each is added and removed once, whatever the closing tags are. */
class OpenElements {
  readonly #names: string[] = []
  readonly #counts = new Map<string, number>()
  #dropped = 0

  push(name: string): void {
    this.#names.push(name)
    this.#counts.set(name, this.#count(name) + 1)
    if (dropped.has(name)) this.#dropped += 1
  }

  /** Closes it and everything opened inside it; does nothing when none of that name is open. */
  close(name: string): void {
    if (this.#count(name) === 0) return
    for (;;) {
      const last = this.#names.pop()
      if (last === undefined) return
      this.#counts.set(last, this.#count(last) - 1)
      if (dropped.has(last)) this.#dropped -= 1
      if (last === name) return
    }
  }

  /** Whether the text that follows was said by nobody. */
  get areDropped(): boolean {
    return this.#dropped > 0
  }

  /** SVG and MathML have other rules for what a tag begins. */
  get isInDrawing(): boolean {
    return this.#count('svg') + this.#count('math') > 0
  }

  #count(name: string): number {
    return this.#counts.get(name) ?? 0
  }
}

/** A word in angle brackets, as transcribers write it for inaudible words. */
function isWritten(name: string): boolean {
  return /^[a-z]{2,20}$/.test(name)
}
