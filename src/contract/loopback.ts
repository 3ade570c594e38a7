/**
 * The paths and responses between a page in an ordinary browser and the loopback server, besides
 * the API.
 */

import type { Failure } from './failure.ts'

/** What the page in an ordinary browser and the loopback server exchange besides API requests. */
export const loopbackPaths = {
  /** POST `{token, session}`: the launch token, good once, and the session it lets in. Responds with `SessionResponse`. */
  session: '/session',
  /** POST with the session: returns `TicketResponse`, and opens the profile first when it is not open yet. */
  ticket: '/ticket',
  /** WebSocket: the page sends the ticket, the server responds with `socketReady`, then requests to the API follow. */
  api: '/api',
  keyState: '/shell/key-state',
  setKey: '/shell/set-key',
  forgetKey: '/shell/forget-key',
  publishKeyState: '/shell/publish-key-state',
  setPublishKeys: '/shell/set-publish-keys',
  forgetPublishKeys: '/shell/forget-publish-keys',
  /** POST `{url}`: returns `LinkResponse`; the page opens the URL it receives, never the one it sent. */
  openExternal: '/shell/open-external',
} as const

export const socketReady = 'ready'

/** In the tab's `sessionStorage`: the launch token between the page that the printed address opens and the window. */
export const launchEntry = 'tearsheet-launch'

export interface SessionResponse {
  /** The session accepts `Authorization: Bearer` until the program ends. */
  readonly admitted: true
}

export interface TicketResponse {
  /** For one WebSocket, valid for seconds. */
  readonly ticket: string
}

export interface LinkResponse {
  /** Null when the link must not be opened. */
  readonly link: { readonly url: string; readonly host: string } | null
}

/** Body of every refusal that the page may receive (400, 401, 500, 503). */
export interface RefusalResponse {
  readonly failure: Failure
}
