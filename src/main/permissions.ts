/** Denies all web permissions of the page except a few. */

import type { Session } from 'electron'
import { isWindowAddress, isWindowOrigin } from './navigation.ts'

/** All that the page may do beside drawing: write to the clipboard, go to full screen (docs/promises.md E4). */
const granted: ReadonlySet<string> = new Set(['clipboard-sanitized-write', 'fullscreen'])

interface PermissionRequest {
  readonly permission: string
  /** Origin or address of the requester; undefined when Electron does not say. */
  readonly questioner: string | undefined
  readonly isMainFrame: boolean
}

/** Everything that is not on the list is denied, to everyone; what is on it, to everyone but the window's own main frame. */
export function allowPermission({ permission, questioner, isMainFrame }: PermissionRequest): boolean {
  if (!granted.has(permission) || !isMainFrame || questioner === undefined) return false
  return isWindowOrigin(questioner) || isWindowAddress(questioner)
}

type GuardedSession = Pick<
  Session,
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setDisplayMediaRequestHandler'
  | 'setUSBProtectedClassesHandler'
>

/**
 * Both the request and the check handler: a page asks the second first, and Electron's default for each is yes. Devices, screens
 * and USB have handlers of their own; Bluetooth pairing is cancelled where no handler is set.
 */
export function guardPermissions(session: GuardedSession): void {
  session.setPermissionRequestHandler((_contents, permission, respond, details) => {
    respond(allowPermission({ permission, questioner: details.requestingUrl, isMainFrame: details.isMainFrame }))
  })
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin, details) =>
    allowPermission({ permission, questioner: requestingOrigin, isMainFrame: details.isMainFrame }),
  )
  session.setDevicePermissionHandler(() => false)
  session.setDisplayMediaRequestHandler((_request, respond) => respond(null))
  // The returned list is the list of classes that stay protected: all of them.
  session.setUSBProtectedClassesHandler(({ protectedClasses }) => protectedClasses)
}
