/** One recording plays at a time in all windows of the program. */

interface PlayedHere {
  readonly playing: boolean
  pause(): void
}

/** Windows of one program, and no others, hear one another on a channel of this name. */
const channelName = 'tearsheet.playing'

/** Pauses this window's player when another window begins to play, and tells the others when this one does. */
export class OnePlayer {
  readonly #channel = new BroadcastChannel(channelName)

  constructor(player: PlayedHere) {
    this.#channel.addEventListener('message', () => {
      if (player.playing) player.pause()
    })
  }

  /** This window plays from now on. */
  begin(): void {
    this.#channel.postMessage(null)
  }

  close(): void {
    this.#channel.close()
  }
}
