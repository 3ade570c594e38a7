import { expect, test } from 'vitest'
import { externalLink } from '#core/window/external-link.ts'

test.each([
  ['https://www.example.com', 'https://www.example.com/', 'www.example.com'],
  ['https://www.example.com/ir?a=1#b', 'https://www.example.com/ir?a=1#b', 'www.example.com'],
  ['HTTPS://EXAMPLE.com/A', 'https://example.com/A', 'example.com'],
  ['https://example.com:8443/', 'https://example.com:8443/', 'example.com:8443'],
  ['https://example.com/@someone', 'https://example.com/@someone', 'example.com'],
  ['https://example.com/é', 'https://example.com/%C3%A9', 'example.com'],
  // Cyrillic а: shown for what it is.
  ['https://аpple.com/', 'https://xn--pple-43d.com/', 'xn--pple-43d.com'],
])('%s may be opened, and its host is shown as %s on %s', (text, url, host) => {
  expect(externalLink(text)).toEqual({ url, host })
})

test.each([
  ['plain http', 'http://example.com/'],
  ['a file', 'file:///etc/passwd'],
  ['a share', 'smb://server/share'],
  ['a UNC path', '\\\\server\\share'],
  ['a handler of the system', 'ms-msdt:/id PCWDiagnostic'],
  ['a script', 'javascript:alert(1)'],
  ['data', 'data:text/html,<script>alert(1)</script>'],
  ['a blob', 'blob:https://example.com/1'],
  ['a view of source', 'view-source:https://example.com/'],
  ['our own scheme', 'app://bundle/index.html'],
  ['mail', 'mailto:ir@example.com'],
  ['a user name', 'https://a@b.example/'],
  ['a user name and password', 'https://www.example.com:pw@evil.example/'],
  ['an empty user name', 'https://@evil.example/'],
  ['an empty user name and password', 'https://:@evil.example/'],
  ['a backslash before a host', 'https://example.com\\@evil.example/'],
  ['backslashes for slashes', 'https:\\\\evil.example/'],
  ['one slash', 'https:/example.com'],
  ['no slash', 'https:example.com'],
  ['three slashes', 'https:///example.com'],
  ['no host', 'https://'],
  ['a query for a host', 'https://?q'],
  ['a relative link', '/ir'],
  ['a host without a scheme', 'www.example.com'],
  ['a scheme-relative link', '//example.com'],
  ['a line break', 'https://exam\nple.com/'],
  ['a carriage return', 'https://example.com/\r\nSet-Cookie: a'],
  ['a tab in the scheme', 'ht\ttps://example.com/'],
  ['a NUL', 'https://example.com/\0'],
  ['a space in front', ' https://example.com/'],
  ['a space within', 'https://example.com/a b'],
  ['a no-break space', 'https://example.com/\u00a0'],
  ['a right-to-left override', 'https://example.com/\u202egnp.exe'],
  ['an isolate', 'https://\u2066example.com/'],
  ['a zero-width space', 'https://exam\u200bple.com/'],
  ['a soft hyphen', 'https://exam\u00adple.com/'],
  ['a bad port', 'https://example.com:99999/'],
  ['a bad address', 'https://[::1/'],
  ['a percent in the host', 'https://a%40b.example/'],
  ['nothing', ''],
  ['2,049 characters', `https://example.com/${'a'.repeat(2049 - 'https://example.com/'.length)}`],
  ['2,048 characters that grow when encoded', `https://example.com/${'é'.repeat(2000)}`],
])('%s is not opened', (_, text) => {
  expect(externalLink(text)).toBeNull()
})

test('2,048 characters are still opened', () => {
  expect(externalLink(`https://example.com/${'a'.repeat(2048 - 'https://example.com/'.length)}`)).not.toBeNull()
})
