/**
 * Parses and checks the base URL of a service: https, or http on this machine only
 * (docs/promises.md S8).
 */

/**
 * The base URL as the user means it: a host alone gets its scheme. https everywhere, http on this machine only, where no
 * certificate is available (docs/promises.md S8).
 */
export function completeAddress(typed: string): string {
  const text = typed.trim()
  if (!/^[a-z0-9.-]+(:\d+)?(\/\S*)?$/i.test(text)) return text
  const host = /^[^:/]*/.exec(text)?.[0] ?? ''
  if (isThisMachine(host)) return `http://${text}`
  return host.includes('.') ? `https://${text}` : text
}

/** Why the core would refuse a base URL, or why nothing would be found there; empty when it can be used. */
export function addressError(typed: string): string {
  const text = completeAddress(typed)
  if (text === '') return 'Enter the base URL from your provider.'
  if (!URL.canParse(text)) return 'This is not a valid URL. Example: https://api.example.com'
  const url = new URL(text)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isThisMachine(url.hostname))) {
    return 'The URL must start with https:// to protect your key.'
  }
  if (url.username !== '' || url.password !== '') return 'Remove the user name. Enter the key in its own field.'
  if (url.search !== '' || url.hash !== '') return 'Remove everything from ? or #. Enter the key in its own field.'
  const operation = /\/(?:delivery|rating|news|search)\/api\/v\d.*$/.exec(url.pathname)
  if (operation) {
    const rest = url.pathname.slice(0, operation.index)
    return `Remove ${operation[0]}, which is added for each operation. Use ${url.origin}${rest}`
  }
  return ''
}

/** Where recordings are; empty stands for the base URL. */
export function recordingsAddressError(typed: string): string {
  return typed.trim() === '' ? '' : addressError(typed)
}

/** Scheme, host and port, to which a key belongs; empty when the address cannot be read. */
export function originOf(address: string): string {
  const text = completeAddress(address)
  return URL.canParse(text) ? new URL(text).origin : ''
}

/** `api.example.com`: the name of a workspace that the user does not name. */
export function hostOf(address: string): string {
  const text = completeAddress(address)
  return URL.canParse(text) ? new URL(text).host : ''
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(?:\.\d+){3}$/.test(host)
}
