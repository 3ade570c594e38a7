/**
 * Limits open connections to the local server: those without a session share a few places, and one
 * of them is closed when there is no place for another.
 */

import type { Socket } from 'node:net'

type ConnectionState = 'silent' | 'requested' | 'admitted'

/**
 * Who is connected. Anybody on this machine may open connections, so those that prove nothing share a limited number of places: beyond
 * it the oldest that has not requested anything is closed, else the oldest that proved nothing. One that has proved who it is, by a session, a
 * ticket or the pass to recordings, takes none of these places and is never closed for another.
 */
export class Connections {
  readonly #most: number
  /** In the order of arrival. */
  readonly #open = new Map<Socket, ConnectionState>()

  /** @param most connections that have proved nothing */
  constructor(most: number) {
    this.#most = most
  }

  /** A connection was opened. */
  take(socket: Socket): void {
    const unproved = [...this.#open].filter(([, state]) => state !== 'admitted')
    if (unproved.length >= this.#most) {
      const [oldest] = unproved.find(([, state]) => state === 'silent') ?? unproved[0] ?? []
      if (oldest) this.#drop(oldest)
    }
    this.#open.set(socket, 'silent')
    socket.once('close', () => this.#open.delete(socket))
  }

  /** It requested something that our own page requests. */
  requested(socket: Socket): void {
    if (this.#open.get(socket) === 'silent') this.#open.set(socket, 'requested')
  }

  /** It proved that it is a page that was let in. */
  admit(socket: Socket): void {
    if (this.#open.has(socket)) this.#open.set(socket, 'admitted')
  }

  #drop(socket: Socket): void {
    this.#open.delete(socket)
    socket.destroy()
  }
}
