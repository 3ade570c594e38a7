const addressPattern = /^(?:(https?|socks5):\/\/)?(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(\d{1,5}))?\/?$/i

/**
 * The address of a proxy in its usual form (`http://proxy.example:8080`), or why the text is not one. User names and passwords
 * are refused: the address is stored and shown as it is.
 */
export function readProxyAddress(
  text: string,
): { readonly address: string; readonly problem: null } | { readonly address: null; readonly problem: string } {
  const no = (problem: string) => ({ address: null, problem })
  const trimmed = text.trim()
  if (trimmed === '') return no('enter the address of the proxy')
  if (trimmed.includes('@')) return no('leave out the user name and password')
  const [, named] = /^([^:/]*):\/\//.exec(trimmed) ?? []
  if (named !== undefined && !/^(https?|socks5)$/i.test(named)) return no('use http, https or socks5')
  const [, scheme = 'http', host, port] = addressPattern.exec(trimmed) ?? []
  if (host === undefined || Number(port ?? 1) > 65_535) return no('enter an address such as proxy.example:8080')
  return {
    address: `${scheme}://${host}`.toLowerCase() + (port === undefined ? '' : `:${Number(port)}`),
    problem: null,
  }
}
