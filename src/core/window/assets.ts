/** Serves the files of the built window from memory, for both shells. */

import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'

/** One file of the built window, as it was on disk when the shell started. */
interface Asset {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly contentType: string
}

/** URL path (`/assets/index-1a2b.js`) to file. Closed at start: nothing is looked up on disk for a request. */
export type AssetManifest = ReadonlyMap<string, Asset>

interface AssetResponse {
  readonly status: 200 | 404 | 405
  readonly headers: Readonly<Record<string, string>>
  /** Null: no body, as for HEAD. */
  readonly body: Uint8Array<ArrayBuffer> | null
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
}

/** By file extension; an unknown one is bytes, which `nosniff` keeps from being run or rendered. */
export function contentTypeOf(path: string): string {
  return contentTypes[extname(path).toLowerCase()] ?? 'application/octet-stream'
}

/**
 * Reads the built window into memory (about a megabyte), so that a rebuild under a running program cannot mix two versions
 * and no request can name a file. Symbolic links are left out. Throws when the folder has no `index.html`.
 */
export async function assetManifest(folder: string): Promise<AssetManifest> {
  const manifest = new Map<string, Asset>()
  await collect(folder, '', manifest)
  if (!manifest.has('/index.html')) throw new Error('The window has not been built: index.html is missing.')
  return manifest
}

async function collect(folder: string, urlPath: string, into: Map<string, Asset>): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true })
  await Promise.all(
    entries.map(async (entry) => {
      const file = join(folder, entry.name)
      const path = `${urlPath}/${entry.name}`
      if (entry.isDirectory()) await collect(file, path, into)
      else if (entry.isFile()) {
        // Copied, since Node reads small files into a shared pool that is larger than the file.
        into.set(path, { bytes: new Uint8Array(await readFile(file)), contentType: contentTypeOf(entry.name) })
      }
    }),
  )
}

/**
 * `urlPath` exactly as received, without the query. It is compared, never decoded, joined or normalised: a traversal, an
 * encoded one, a NUL or an absolute path is simply not in the manifest. `/` is the window itself.
 */
export function lookUpAsset(manifest: AssetManifest, urlPath: string): Asset | null {
  return manifest.get(urlPath === '/' ? '/index.html' : urlPath) ?? null
}

/** A complete response to a request for a file of the window, with the given security headers on each, including refusals. */
export function serveAsset(
  manifest: AssetManifest,
  request: { readonly method: string; readonly path: string },
  security: Readonly<Record<string, string>>,
): AssetResponse {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return { status: 405, headers: { ...security, Allow: 'GET, HEAD' }, body: null }
  }
  const asset = lookUpAsset(manifest, request.path)
  if (asset === null) return { status: 404, headers: security, body: null }
  const headers = {
    ...security,
    'Content-Type': asset.contentType,
    'Content-Length': String(asset.bytes.byteLength),
  }
  return { status: 200, headers, body: request.method === 'HEAD' ? null : asset.bytes }
}
