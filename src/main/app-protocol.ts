/** The `app:` protocol, over which Electron's window loads the built page. */

import { serveAsset, type AssetManifest } from '#core/window/assets.ts'
import { mediaFolder } from '#core/window/media-request.ts'
import { securityHeaders } from '#core/window/content-security-policy.ts'
import type { CustomScheme } from 'electron'

export const windowScheme = 'app'
export const windowOrigin = `${windowScheme}://bundle`
export const windowAddress = `${windowOrigin}/`

/** `stream` so that media elements can play from it. No `bypassCSP`, no service workers, no extensions (docs/promises.md E10). */
export const registerAppScheme: CustomScheme = Object.freeze({
  scheme: windowScheme,
  privileges: Object.freeze({ standard: true, secure: true, supportFetchAPI: true, stream: true }),
})

/**
 * The page talks over a port. It connects to recordings alone, which it reads whole where an audio element cannot be served piece by
 * piece (docs/promises.md D5).
 */
export const policyHeaders = securityHeaders({ connect: [`${windowOrigin}${mediaFolder}`] })

/**
 * The path of an address of ours, exactly as written, without query and fragment; null for every other address. Nothing is
 * decoded or normalised, so that what is looked up is what was requested.
 */
export function appPath(address: string): string | null {
  const rest = address.startsWith(windowOrigin) ? address.slice(windowOrigin.length) : null
  if (rest === null || !rest.startsWith('/')) return null
  return rest.split(/[?#]/, 1)[0] ?? null
}

/** One file of the built window, or 400, 404 or 405, always with the policy headers. Nothing is read from disk. */
export function serveAppFile(manifest: AssetManifest, request: Pick<Request, 'method' | 'url'>): Response {
  const path = appPath(request.url)
  if (path === null) return new Response(null, { status: 400, headers: { ...policyHeaders } })
  const asset = serveAsset(manifest, { method: request.method, path }, policyHeaders)
  return new Response(asset.body, { status: asset.status, headers: { ...asset.headers } })
}
