import { describe, expect, test } from 'vitest'
import { allowNavigation, allowRequest, isWindowOrigin } from '#main/navigation.ts'

const strangers = [
  'https://app.bundle.evil/',
  'https://bundle/',
  'http://127.0.0.1:8080/',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'data:text/html,<script>1</script>',
  'blob:app://bundle/0b1c',
  'about:blank',
  'chrome://gpu',
  'devtools://devtools/bundled/inspector.html',
  'app://other/',
  'app://bundle.evil/',
  'app://bundle@evil/',
  'app://evil@bundle/',
  'app://bundle:1/',
  'app:bundle/',
  'APP://bundle/',
  'app://bundle',
  'view-source:app://bundle/',
  'tearsheet://company/AAPL',
  '//bundle/',
  '',
]

describe('the window stays where it is (E6)', () => {
  test.each(strangers)('and does not go to %j', (address) => {
    expect(allowNavigation(address, true)).toBe(false)
  })

  test.each(['app://bundle/', 'app://bundle/index.html', 'app://bundle/?x=1#top'])(
    'and may be loaded again at %s',
    (address) => {
      expect(allowNavigation(address, true)).toBe(true)
      expect(allowNavigation(address, false)).toBe(false)
    },
  )

  test('and shows none of its other files as a page', () => {
    expect(allowNavigation('app://bundle/assets/index-1a2b.js', true)).toBe(false)
  })
})

describe('the page’s own requests (E1)', () => {
  test.each([
    'https://service.example/x?key=1',
    'http://127.0.0.1:9/',
    'wss://service.example/',
    'file:///etc/passwd',
    'app://other/x',
  ])('do not reach %s', (address) => {
    expect(allowRequest(address, false)).toBe(false)
    expect(allowRequest(address, true)).toBe(false)
  })

  test.each(['app://bundle/assets/a.woff2', 'blob:app://bundle/0b1c-2d3e'])('reach %s', (address) => {
    expect(allowRequest(address, false)).toBe(true)
  })

  test('of the developer tools pass only while developing', () => {
    expect(allowRequest('devtools://devtools/bundled/inspector.html', true)).toBe(true)
    expect(allowRequest('devtools://devtools/bundled/inspector.html', false)).toBe(false)
  })
})

test.each<[string, boolean]>([
  ['app://bundle', true],
  ['app://bundle/', true],
  ['app://bundle/index.html', false],
  ['app://bundle.evil', false],
  ['https://bundle', false],
  ['null', false],
  ['', false],
])('the origin %j is the window’s own: %s', (origin, own) => {
  expect(isWindowOrigin(origin)).toBe(own)
})
