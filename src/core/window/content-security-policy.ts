/** What the page in the window may do, sent as a header with every response of both shells (docs/promises.md E5, B11). */
interface WindowPolicy {
  /**
   * Where the page may connect: in Electron, which uses a message port, only to its recordings; in a browser `'self'` and its
   * WebSocket, named in full because `'self'` does not cover `ws:` in every browser.
   */
  readonly connect: readonly string[]
}

/**
 * `svelte-trusted-html` is Svelte's policy, for its templates only: a string passed to `{@html}` has no policy and the browser
 * refuses it.
 */
export function contentSecurityPolicy({ connect }: WindowPolicy): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' blob:",
    "media-src 'self' blob:",
    `connect-src ${connect.length === 0 ? "'none'" : connect.join(' ')}`,
    "worker-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types svelte-trusted-html',
  ].join('; ')
}

/** Headers of every response, of the page, of data and of refusals alike. */
export function securityHeaders(policy: WindowPolicy): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': contentSecurityPolicy(policy),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': [
      'camera',
      'display-capture',
      'geolocation',
      'hid',
      'microphone',
      'midi',
      'payment',
      'publickey-credentials-get',
      'serial',
      'usb',
    ]
      .map((feature) => `${feature}=()`)
      .join(', '),
    'Cache-Control': 'no-store',
  }
}
