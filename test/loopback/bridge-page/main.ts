import { openBrowserBridge } from '../../../src/renderer/bridge/browser-bridge.ts'

/** What a test can do from outside with the page's side of the shell. */
export interface BridgeOnPage {
  readonly shell: ReturnType<typeof openBrowserBridge>
  readonly violations: string[]
}

declare global {
  interface Window {
    onPage: BridgeOnPage
  }
}

const violations: string[] = []
document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
  violations.push(`${effectiveDirective} ${blockedURI}`)
})
window.onPage = { shell: openBrowserBridge(), violations }
