/**
 * Connects the window to the browser shell, which serves it on 127.0.0.1: exchanges the launch
 * token for a session, and opens WebSockets to the core.
 */

import { mount, unmount } from 'svelte'
import { launchEntry, loopbackPaths, socketReady } from '#contract/loopback.ts'
import type { KeyEntry, KeyProtection, KeyState, ShellBridge } from '#contract/shell.ts'
import { RequestFailed, failureToShow } from '../core-client/request-failed.ts'

/**
 * Of this tab only, and deleted with it; a reload finds it again, and a tab that this page opens has a copy. Another program's page does not
 * find it.
 */
const sessionEntry = 'tearsheet-session'

/**
 * The page's side of the loopback shell. Takes the launch token out of the address, turns it into a session and forgets it.
 * Always resolves: a page that was not let in learns so from `connect`, in words.
 */
export async function openBrowserBridge(): Promise<{ bridge: ShellBridge; connect(): Promise<WebSocket> }> {
  const id = windowInAddress()
  await enter()
  return {
    bridge: {
      kind: 'browser',
      keyState: async (workspace) => keyStateIn(await post(loopbackPaths.keyState, { workspace })),
      setKey: async ({ workspace, origin, key, keeping }: KeyEntry) =>
        keyStateIn(await post(loopbackPaths.setKey, { workspace, origin, key, keeping })),
      forgetKey: async (workspace) => keyStateIn(await post(loopbackPaths.forgetKey, { workspace })),
      publishKeyState: async (workspace) => keyStateIn(await post(loopbackPaths.publishKeyState, { workspace })),
      setPublishKeys: async ({ workspace, origin, accessKeyId, secretAccessKey, keeping }) =>
        keyStateIn(
          await post(loopbackPaths.setPublishKeys, { workspace, origin, accessKeyId, secretAccessKey, keeping }),
        ),
      forgetPublishKeys: async (workspace) => keyStateIn(await post(loopbackPaths.forgetPublishKeys, { workspace })),
      openExternal: async (url) => {
        const link = linkIn(await post(loopbackPaths.openExternal, { url }))
        return link !== null && (await confirmLeave(link))
      },
      thisWindow: async () => ({ id, others: [] }),
      openWindow: async (newId) => openTab(newId),
    },
    connect,
  }
}

/** Where this page tells a tab that it opens which window it is. */
const windowEntry = 'window'
const windowIdPattern = /^[\w-]{1,64}$/

/**
 * Another tab of the browser. Its storage begins as a copy of this one's, which lets it in with the same session. False where the browser
 * blocked it.
 */
function openTab(id: string): boolean {
  const opened = open(`/#${windowEntry}=${id}`)
  if (opened === null) return false
  // Each has the core to itself.
  opened.opener = null
  return true
}

/** The id that the opener chose; what else it left in the copied storage belongs to its own window. Null: nothing of ours opened this tab. */
function windowInAddress(): string | null {
  const id = new URLSearchParams(location.hash.slice(1)).get(windowEntry)
  if (id === null || !windowIdPattern.test(id)) return null
  for (const entry of Object.keys(sessionStorage)) if (entry !== sessionEntry) sessionStorage.removeItem(entry)
  history.replaceState(null, '', location.pathname)
  return id
}

async function enter(): Promise<void> {
  addEventListener('hashchange', enterAnew)
  const token = launchToken()
  if (token === null) return
  const session = sessionStorage.getItem(sessionEntry) ?? newSession()
  // Stored before it is requested: a reload that overtakes the response finds it, and the token still in the tab's storage.
  sessionStorage.setItem(sessionEntry, session)
  try {
    await post(loopbackPaths.session, { token, session })
  } catch (error) {
    if (failureToShow(error)?.kind === 'program-ended') return
    // The token was used before or has expired. A tab with a session continues; for any other `connect` reports the failure.
  }
  sessionStorage.removeItem(launchEntry)
}

/** 32 random bytes, as a server would hand them out. */
function newSession(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return btoa(String.fromCharCode(...bytes)).replace(/[+/=]/g, (letter) => ({ '+': '-', '/': '_' })[letter] ?? '')
}

/** A token in the window's own address changes only its fragment, which loads nothing. */
function enterAnew(): void {
  if (new URLSearchParams(location.hash.slice(1)).has('t')) location.reload()
}

/** From the tab's storage, where the opening page puts it; one in this page's address is removed from it first. */
function launchToken(): string | null {
  const inAddress = new URLSearchParams(location.hash.slice(1)).get('t')
  if (inAddress !== null) {
    sessionStorage.setItem(launchEntry, inAddress)
    history.replaceState(null, '', location.pathname)
  }
  return sessionStorage.getItem(launchEntry)
}

/** Rejects with `RequestFailed`: the profile cannot be opened, this page was not let in, or the program has ended. */
async function connect(): Promise<WebSocket> {
  const response = await post(loopbackPaths.ticket, {})
  if (!isRecord(response) || typeof response['ticket'] !== 'string') throw new RequestFailed({ kind: 'defect' })
  const { ticket } = response
  const socket = new WebSocket(`ws://${location.host}${loopbackPaths.api}`)
  const settled = new AbortController()
  const { signal } = settled
  try {
    return await new Promise<WebSocket>((resolve, reject) => {
      const lost = () => reject(new RequestFailed({ kind: 'core-stopped' }))
      socket.addEventListener('open', () => socket.send(ticket), { signal })
      socket.addEventListener('close', lost, { signal })
      socket.addEventListener('message', ({ data }) => (data === socketReady ? resolve(socket) : lost()), { signal })
    })
  } finally {
    settled.abort()
  }
}

/** POSTs with the session in a header, which no other page can add. Rejects with `RequestFailed`. */
async function post(path: string, body: Readonly<Record<string, string>>): Promise<unknown> {
  const session = sessionStorage.getItem(sessionEntry)
  const response = await fetch(path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(session !== null && { Authorization: `Bearer ${session}` }),
    },
    body: JSON.stringify(body),
    // Nothing is sent by it (the cookie's path is the recordings'); without it the browser would not keep the pass to them.
    credentials: 'same-origin',
    redirect: 'error',
  }).catch((error: unknown) => {
    throw new RequestFailed({ kind: 'program-ended' }, error)
  })
  const content: unknown = await response.json().catch(() => null)
  if (response.ok) return content
  throw new RequestFailed(failureToShow(content) ?? { kind: 'defect' })
}

/** Shows the host and lets the user click a link to it, which no browser blocks as a pop-up. */
async function confirmLeave(link: { readonly url: string; readonly host: string }): Promise<boolean> {
  const { default: LeaveDialog } = await import('./LeaveDialog.svelte')
  return new Promise((resolve) => {
    const dialog = mount(LeaveDialog, {
      target: document.body,
      props: {
        ...link,
        onchoice: (opened: boolean) => {
          void unmount(dialog)
          resolve(opened)
        },
      },
    })
  })
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function linkIn(response: unknown): { readonly url: string; readonly host: string } | null {
  const link = isRecord(response) ? response['link'] : null
  if (!isRecord(link)) return null
  const { url, host } = link
  return typeof url === 'string' && typeof host === 'string' && url.startsWith('https://') ? { url, host } : null
}

/** A key that the browser shell stores is for this session only, whatever a response says. */
function keyStateIn(response: unknown): KeyState {
  if (!isRecord(response) || typeof response['present'] !== 'boolean') throw new RequestFailed({ kind: 'defect' })
  const { present, origin, lastFour } = response
  const keeping: KeyProtection | null = present ? 'session' : null
  return {
    present,
    origin: typeof origin === 'string' ? origin : null,
    lastFour: typeof lastFour === 'string' ? lastFour : null,
    keeping,
    isFromFile: response['isFromFile'] === true,
    canRemember: ['session'],
    problem: null,
  }
}
