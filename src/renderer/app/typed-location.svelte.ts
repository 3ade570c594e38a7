import { untrack } from 'svelte'
import { sameLocation, type TabLocation } from './tab-locations.ts'

interface TypedLocationOptions<Location> {
  /** The tab's location. */
  readonly location: () => Location
  /** Changes the tab's location without a step in the history. */
  readonly refine: (location: Location) => void
  /** The palette or the browser's history changed the location. */
  readonly onchange: (location: Location, previous: Location) => void
}

/** The location of a screen that changes it itself while the user types. It is followed until the component ends. */
export class TypedLocation<Location extends TabLocation> {
  readonly #refine: (location: Location) => void
  /** As the screen left it, or was last sent to. */
  #latest: Location

  constructor({ location, refine, onchange }: TypedLocationOptions<Location>) {
    this.#refine = refine
    this.#latest = untrack(location)
    $effect(() => {
      const next = location()
      const previous = this.#latest
      if (sameLocation(next, previous)) return
      this.#latest = next
      untrack(() => onchange(next, previous))
    })
  }

  set(location: Location): void {
    this.#latest = location
    this.#refine(location)
  }
}
