import type { AssetManifest } from '#core/window/assets.ts'
import { contentTypeOf } from '#core/window/assets.ts'
import { openingPath } from './request-check.ts'

const files = {
  [openingPath]: [
    'open.html',
    '<!doctype html><meta charset="utf-8"><title>Tearsheet</title><script src="/open.js"></script>',
  ],
  // `replace` leaves no entry with the token in the tab's history.
  '/open.js': ['open.js', "location.replace('/' + location.hash)"],
} as const

/**
 * The step between the file that opens a browser and the window. A tab sent here from a file counts as cross-site, and so
 * would the window if it were named there; the step makes it ask as ourselves. The fragment is not sent to the server.
 */
export function withOpeningPage(assets: AssetManifest): AssetManifest {
  const pages = Object.entries(files).map(
    ([path, [name, text]]) =>
      [path, { bytes: new TextEncoder().encode(text), contentType: contentTypeOf(name) }] as const,
  )
  return new Map([...assets, ...pages])
}
