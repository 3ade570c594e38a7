/** Holds documents in memory while they are printed, each at an address that cannot be guessed. */

import { randomUUID } from 'node:crypto'
import type { PrintedPages } from '#contract/shell.ts'
import { appPath, policyHeaders, windowOrigin } from './app-protocol.ts'

/** The address of a document while it is printed. */
export type PrintAddress = `${typeof windowOrigin}/print/${string}`

const folder = '/print/'

/** The content has its own styles; it may fetch the window’s style sheets and fonts, and run nothing. */
const policy = [
  "default-src 'none'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Pages that the window rendered, each document at an unguessable address, as long as it is being printed. */
export class PagesToPrint {
  readonly #documents = new Map<string, string>()
  readonly #fonts: readonly string[]

  /** `fonts`: paths of the window’s fonts. A document waits for them, so that none is printed in another font. */
  constructor(fonts: readonly string[]) {
    this.#fonts = fonts
  }

  /** `print` is called with the address. */
  async during<Result>(pages: PrintedPages, print: (address: PrintAddress) => Promise<Result>): Promise<Result> {
    const id = randomUUID()
    const path = `${folder}${id}`
    this.#documents.set(path, htmlOf(pages, this.#fonts))
    try {
      return await print(`${windowOrigin}/print/${id}`)
    } finally {
      this.#documents.delete(path)
    }
  }

  /** Null where the address is not one of pages to be printed. */
  serve({ method, url }: Pick<Request, 'method' | 'url'>): Response | null {
    const path = appPath(url)
    if (path === null || !path.startsWith(folder)) return null
    const html = method === 'GET' ? this.#documents.get(path) : undefined
    if (html === undefined) return new Response(null, { status: 404, headers: { ...policyHeaders } })
    const headers = {
      ...policyHeaders,
      'Content-Security-Policy': policy,
      'Content-Type': 'text/html; charset=utf-8',
    }
    return new Response(html, { status: 200, headers })
  }
}

function htmlOf({ title, markup, styleSheets, pageRules }: PrintedPages, fonts: readonly string[]): string {
  const links = [
    ...fonts.map((path) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${path}">`),
    ...styleSheets.map((path) => `<link rel="stylesheet" href="${path}">`),
  ].join('')
  const head = `<meta charset="utf-8"><title>${escaped(title)}</title>${links}<style>${pageRules}</style>`
  return `<!doctype html><html lang="en"><head>${head}</head><body><div>${markup}</div></body></html>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
