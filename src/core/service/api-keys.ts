/**
 * The API keys of this session, each bound to one origin. Also removes keys from texts and
 * responses.
 */

/** A key and the one origin it was entered for. */
export interface ApiKey {
  readonly workspace: string
  readonly origin: string
  readonly key: string
}

/**
 * The keys of this session, in memory. The shell stores them; only the function that sends a request reads one, and only for the
 * origin it was entered for, so that an edited base URL never receives a key meant for another host.
 */
export class ApiKeys {
  readonly #keys = new Map<string, ApiKey>()
  readonly #changed: (workspace: string) => void

  constructor(changed: (workspace: string) => void = () => undefined) {
    this.#changed = changed
  }

  hold(key: ApiKey): void {
    this.#keys.set(key.workspace, key)
    this.#changed(key.workspace)
  }

  drop(workspace: string): void {
    this.#keys.delete(workspace)
    this.#changed(workspace)
  }

  holds(workspace: string, origin: string): boolean {
    return this.#keys.get(workspace)?.origin === origin
  }

  keyFor(workspace: string, origin: string): string | undefined {
    const stored = this.#keys.get(workspace)
    return stored?.origin === origin ? stored.key : undefined
  }

  /** The text without any stored key, in the forms that URLs and headers give it. */
  redact(text: string): string {
    return withoutKeys(
      text,
      [...this.#keys.values()].map(({ key }) => key),
    )
  }

  /**
   * A response without any stored key, nor the one it was requested with, which may have been replaced meanwhile: a service that
   * repeats its input must not write a key into the library.
   */
  strip(body: Buffer, requestedWith?: string): Buffer {
    let clean = body
    for (const form of this.#forms(requestedWith)) {
      if (!clean.includes(form)) continue
      // One character a byte, so that a body that is no text comes out as it went in.
      const inBytes = Buffer.from(form).toString('latin1')
      clean = Buffer.from(clean.toString('latin1').replaceAll(inBytes, redacted), 'latin1')
    }
    return clean
  }

  #forms(besides = ''): Set<string> {
    return formsOfAll([besides, ...[...this.#keys.values()].map(({ key }) => key)])
  }
}

/** The text without these keys, in the forms that URLs and headers give them. */
export function withoutKeys(text: string, keys: readonly string[]): string {
  let clean = text
  for (const form of formsOfAll(keys)) clean = clean.replaceAll(form, redacted)
  return clean
}

function formsOfAll(keys: readonly string[]): Set<string> {
  return new Set(keys.filter((key) => key.length >= shortestKey).flatMap(formsOf))
}

const redacted = '[key]'

/** Shorter ones occur in any text by chance; no service issues such keys. */
const shortestKey = 6

/** Unchanged; as escaped in a path, a query and JSON; as in a header. */
function formsOf(key: string): string[] {
  return [
    key,
    encodeURIComponent(key),
    new URLSearchParams({ key }).toString().slice('key='.length),
    JSON.stringify(key).slice(1, -1),
    Buffer.from(key).toString('base64'),
    Buffer.from(key).toString('base64url'),
  ]
}
