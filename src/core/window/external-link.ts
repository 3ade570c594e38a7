/** A link that may leave the program: its address as it will be opened, and the host the user is shown before that. */
export interface ExternalLink {
  readonly url: string
  /** In its ASCII form, so that a look-alike character cannot pass for another host. */
  readonly host: string
}

const longest = 2048

/**
 * The URL parser drops line breaks and tabs and turns backslashes into slashes, so the checked URL would differ from the written one;
 * direction marks make an address look like a different one (Unicode TR 36, 3.1).
 */
const misleading = /[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}\\]/u

/**
 * Home pages and news links come from outside and are not trusted (docs/promises.md E7): https only, at most 2048 characters, no
 * user name or password, nothing invisible. Null when the link must not be opened.
 */
export function externalLink(text: string): ExternalLink | null {
  if (text.length > longest || misleading.test(text) || !/^https:\/\/[^/]/i.test(text)) return null
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  // `https://@host/` parses to an empty user name, which URL does not distinguish from none.
  const authority = text.slice('https://'.length).split(/[/?#]/, 1)[0] ?? ''
  if (url.protocol !== 'https:' || authority.includes('@') || url.href.length > longest) return null
  return { url: url.href, host: url.host }
}
