/** The page that receives the launch token from its address and hands it to the window. */

import { launchEntry } from '#contract/loopback.ts'
import type { AssetManifest } from '#core/window/assets.ts'
import { contentTypeOf } from '#core/window/assets.ts'
import { openingPath } from './request-check.ts'

const files = {
  [openingPath]: [
    'open.html',
    '<!doctype html><meta charset="utf-8"><title>Tearsheet</title><script src="/open.js"></script>',
  ],
  // The token is passed to the window in the tab's storage, so that the window's address never contains it.
  '/open.js': [
    'open.js',
    `const token = new URLSearchParams(location.hash.slice(1)).get('t')
if (token !== null) sessionStorage.setItem('${launchEntry}', token)
location.replace('/')`,
  ],
} as const

/**
 * A page between the printed address, or the file that opens a browser, and the window: it moves the launch token from the fragment to
 * the tab's session storage and goes on to the window. A tab that a file opened counts as cross-site; a request from this page does not.
 * The fragment is not sent to the server.
 */
export function withTokenHandoverPage(assets: AssetManifest): AssetManifest {
  const pages = Object.entries(files).map(
    ([path, [name, text]]) =>
      [path, { bytes: new TextEncoder().encode(text), contentType: contentTypeOf(name) }] as const,
  )
  return new Map([...assets, ...pages])
}
