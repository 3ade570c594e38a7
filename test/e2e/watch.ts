import type { BrowserContext, Page } from '@playwright/test'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { holdsKey } from '../core/canary.ts'

/** What no test may see, whatever it is about: collected while the page lives, looked at when the test ends. */
export interface Sightings {
  /** Of the content security policy (docs/promises.md E5: none in the whole run). */
  readonly violations: string[]
  /** Requests that left the machine (R2: none). */
  readonly foreign: string[]
  /** Errors that nobody caught. */
  readonly uncaught: string[]
  /** Where a secret of the test was written or shown (S6, S10: nowhere). */
  readonly keys: string[]
}

const sign = 'policy violated: '
const copySign = 'copied: '

/** Has the page say what its policy refused, and what it puts onto the clipboard; before it loads. */
export async function watchPolicy(context: BrowserContext): Promise<void> {
  await context.addInitScript((words) => {
    document.addEventListener(
      'securitypolicyviolation',
      ({ violatedDirective, blockedURI, sourceFile, lineNumber }) => {
        console.error(`${words}${violatedDirective} ${blockedURI} at ${sourceFile}:${lineNumber}`)
      },
    )
  }, sign)
  await context.addInitScript((words) => {
    const copied = (text: string) => console.debug(`${words}${text}`)
    // A page that is still empty has none.
    if ('clipboard' in navigator) {
      const { clipboard } = navigator
      const [writeText, write] = [clipboard.writeText.bind(clipboard), clipboard.write.bind(clipboard)]
      clipboard.writeText = (text) => {
        copied(text)
        return writeText(text)
      }
      clipboard.write = (items) => {
        for (const item of items)
          for (const type of item.types.filter((each) => each.startsWith('text/')))
            void item.getType(type).then(async (blob) => copied(await blob.text()))
        return write(items)
      }
    }
    // The last to hear of it: a table has put its own text there by then.
    window.addEventListener('copy', ({ clipboardData }) => {
      copied(`${clipboardData?.getData('text/plain') ?? ''} ${clipboardData?.getData('text/html') ?? ''}`)
      copied(String(document.getSelection()))
    })
  }, copySign)
}

/** Looks at all that was told to the page and saved from it. `secrets` may grow meanwhile. */
export function watchPage(page: Page, sightings: Sightings, secrets: readonly string[]): void {
  const look = (where: string, content: string | Buffer) => {
    if (holdsOneOf(secrets, Buffer.from(content))) sightings.keys.push(where)
  }
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => look('a message to the page', payload)))
  page.on('console', (message) => {
    look(message.text().startsWith(copySign) ? 'the clipboard' : 'the console', message.text())
  })
  page.on('framenavigated', (frame) => look('an address', frame.url()))
  page.on('console', (message) => {
    if (message.text().startsWith(sign)) sightings.violations.push(message.text().slice(sign.length))
  })
  page.on('pageerror', (error) => sightings.uncaught.push(error.message))
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    const ours = protocol === 'app:' || protocol === 'blob:' || protocol === 'data:' || hostname === '127.0.0.1'
    if (!ours) sightings.foreign.push(request.url())
  })
}

/** Looks at every file of the profile, free pages of databases included, at what the program printed and at the page as it is. */
export async function lookForKey(
  profile: string,
  secrets: readonly string[],
  shown: readonly (readonly [where: string, content: string | Buffer])[],
): Promise<string[]> {
  const entries = await readdir(profile, { withFileTypes: true, recursive: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const found: string[] = []
  for (const file of files) if (holdsOneOf(secrets, await readFile(file))) found.push(file.slice(profile.length + 1))
  return [...found, ...shown.flatMap(([where, content]) => (holdsOneOf(secrets, Buffer.from(content)) ? [where] : []))]
}

function holdsOneOf(secrets: readonly string[], content: Buffer): boolean {
  return secrets.some((secret) => holdsKey(content, secret))
}
