import type { BrowserContext, Page } from '@playwright/test'

/** What no test may see, whatever it is about: collected while the page lives, looked at when the test ends. */
export interface Sightings {
  /** Of the content security policy (docs/promises.md E5: none in the whole run). */
  readonly violations: string[]
  /** Requests that left the machine (R2: none). */
  readonly foreign: string[]
  /** Errors that nobody caught. */
  readonly uncaught: string[]
}

const sign = 'policy violated: '

/** Has the page say what its policy refused; before it loads. */
export async function watchPolicy(context: BrowserContext): Promise<void> {
  await context.addInitScript((words) => {
    document.addEventListener(
      'securitypolicyviolation',
      ({ violatedDirective, blockedURI, sourceFile, lineNumber }) => {
        console.error(`${words}${violatedDirective} ${blockedURI} at ${sourceFile}:${lineNumber}`)
      },
    )
  }, sign)
}

export function watchPage(page: Page, sightings: Sightings): void {
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
