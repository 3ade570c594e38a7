import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { allowPermission, guardPermissions } from '#main/permissions.ts'

const typings = readFileSync(
  createRequire(import.meta.url)
    .resolve('electron/package.json')
    .replace('package.json', 'electron.d.ts'),
  'utf8',
)

/** Every permission that this version of Electron can ask about, as its typings list them. */
const documented = [
  ...new Set(
    [
      ...(
        /setPermissionRequestHandler\(handler: \(\(webContents: WebContents, permission: ([^,]+),/.exec(typings)?.[1] ??
        ''
      ).matchAll(/'([\w-]+)'/g),
    ].map(([, name]) => name!),
  ),
]
const harmless = ['clipboard-sanitized-write', 'fullscreen']

test('the typings name the permissions this test is about', () => {
  expect(documented.length).toBeGreaterThan(40)
  expect(documented).toEqual(
    expect.arrayContaining([...harmless, 'unknown', 'openExternal', 'media', 'clipboard-read']),
  )
})

describe('the page (E4)', () => {
  test.each(documented.filter((name) => !harmless.includes(name)))('is never given %s', (permission) => {
    expect(allowPermission({ permission, questioner: 'app://bundle/', isMainFrame: true })).toBe(false)
  })

  test.each(harmless)('is given %s in its own main frame only', (permission) => {
    expect(allowPermission({ permission, questioner: 'app://bundle/', isMainFrame: true })).toBe(true)
    expect(allowPermission({ permission, questioner: 'app://bundle', isMainFrame: true })).toBe(true)
    expect(allowPermission({ permission, questioner: 'app://bundle/', isMainFrame: false })).toBe(false)
    expect(allowPermission({ permission, questioner: 'https://bundle/', isMainFrame: true })).toBe(false)
    expect(allowPermission({ permission, questioner: 'null', isMainFrame: true })).toBe(false)
    expect(allowPermission({ permission, questioner: undefined, isMainFrame: true })).toBe(false)
  })

  test('gets nothing by a name that no list knows', () => {
    expect(allowPermission({ permission: 'constructor', questioner: 'app://bundle/', isMainFrame: true })).toBe(false)
  })
})

type Guarded = Parameters<typeof guardPermissions>[0]
type Handlers = { [Setter in keyof Guarded]?: Parameters<Guarded[Setter]>[0] }

test('a session denies requests, checks, devices, screens and USB, each by a handler of its own (E4)', () => {
  const handlers: Handlers = {}
  guardPermissions({
    setPermissionRequestHandler: (handler) => void (handlers.setPermissionRequestHandler = handler),
    setPermissionCheckHandler: (handler) => void (handlers.setPermissionCheckHandler = handler),
    setDevicePermissionHandler: (handler) => void (handlers.setDevicePermissionHandler = handler),
    setDisplayMediaRequestHandler: (handler) => void (handlers.setDisplayMediaRequestHandler = handler),
    setUSBProtectedClassesHandler: (handler) => void (handlers.setUSBProtectedClassesHandler = handler),
  })
  const answers: unknown[] = []
  const page = { isMainFrame: true, requestingUrl: 'app://bundle/' }
  // The web contents are not looked at: the origin decides.
  const contents = null as never
  handlers.setPermissionRequestHandler?.(contents, 'geolocation', (granted) => answers.push(granted), page)
  handlers.setPermissionRequestHandler?.(contents, 'fullscreen', (granted) => answers.push(granted), page)
  answers.push(handlers.setPermissionCheckHandler?.(null, 'media', 'app://bundle/', page))
  answers.push(handlers.setPermissionCheckHandler?.(null, 'clipboard-sanitized-write', 'app://bundle/', page))
  answers.push(
    handlers.setDevicePermissionHandler?.({ deviceType: 'usb', origin: 'app://bundle', device: null as never }),
  )
  handlers.setDisplayMediaRequestHandler?.(null as never, (streams) => answers.push(streams))
  answers.push(handlers.setUSBProtectedClassesHandler?.({ protectedClasses: ['audio', 'hid'] }))
  expect(answers).toEqual([false, true, false, true, false, null, ['audio', 'hid']])
})
