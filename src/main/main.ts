/**
 * Entry point of the Electron program: sets the profile folder, ensures a single instance, and
 * starts the shell.
 */

import { app, crashReporter, dialog, protocol, safeStorage, session } from 'electron'
import { mkdtempSync, rmSync } from 'node:fs'
import { homedir, release, tmpdir } from 'node:os'
import { join } from 'node:path'
import { readPolicy } from '#core/policy/policy-file.ts'
import { policyPath } from '#core/policy/policy-path.ts'
import { defaultProfileFolder } from '#core/window/profile-folder.ts'
import { registerAppScheme } from './app-protocol.ts'
import { guardContents, guardTraffic } from './web-contents-guard.ts'
import { removeOldDumps } from './crash-dumps.ts'
import { platformOf } from './key-protection.ts'
import { guardPermissions } from './permissions.ts'
import { openSettings } from './settings-store.ts'
import { ElectronShell } from './shell.ts'
import { endAfterFailure } from './start-failure.ts'
import { help, startArguments } from './start-arguments.ts'
import { handoverOf, linkOfHandover, readLink } from './deep-link.ts'
import { windowFolder } from './user-data-folder.ts'
import { windowPartition } from './window-preferences.ts'

// First the profile folder, set before anything is named after it (docs/promises.md P6), then the lock: a second program has
// opened nothing and passes on its link (P7).
const developing = !app.isPackaged
try {
  start()
} catch (error) {
  startFailed(error)
}

function start(): void {
  const chosen = startArguments(process.argv.slice(developing ? 2 : 1), process.cwd())
  switch (chosen.kind) {
    case 'help':
      return end(0, help)
    case 'version':
      return end(0, `Tearsheet ${app.getVersion()}`)
    case 'mistake':
      console.error(chosen.says)
      return app.exit(2)
    case 'doctor':
      return diagnose(chosen.profile ?? usualProfile())
    case 'command':
      return run(chosen.words)
    case 'open':
      return open(chosen.profile ?? usualProfile(), chosen.link)
    default:
      return chosen satisfies never
  }
}

function usualProfile(): string {
  return defaultProfileFolder({ platform: process.platform, environment: process.env, home: homedir() })
}

/** Ends only when the text was written, whatever the output is connected to. */
function end(code: number, text: string): void {
  process.stdout.write(`${text.trimEnd()}\n`, () => app.exit(code))
}

/** For a start that opens no window and hands nothing over to a running Tearsheet: Chromium’s own files go into a folder that is removed. */
function startWithoutWindow(): void {
  const folder = mkdtempSync(join(tmpdir(), 'tearsheet-'))
  app.setPath('userData', folder)
  // The keyring knows the program by this name.
  app.setName('Tearsheet')
  if (process.platform === 'darwin') app.setActivationPolicy('accessory')
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
}

/** Runs a command of the command line. */
function run(words: readonly string[]): void {
  startWithoutWindow()
  // Loaded here alone: a window has no use for the commands.
  import('#command-line/run-in-process.ts')
    .then(({ runInProcess }) => runInProcess(words, { version: app.getVersion(), folder: process.cwd() }))
    .then(
      (code) => process.stdout.write('', () => app.exit(code)),
      (error: unknown) => {
        console.error('Tearsheet cannot run this command:', error)
        app.exit(1)
      },
    )
}

/** Prints what works on this computer. */
function diagnose(profile: string): void {
  startWithoutWindow()
  const policyFile = policyPath(process.platform)
  app
    .whenReady()
    .then(async () => {
      // Loaded here alone: the main process has no other use for SQLite.
      const { runShellDoctor } = await import('./doctor.ts')
      return runShellDoctor({
        profile,
        title: `Tearsheet ${app.getVersion()} on ${process.platform} ${release()}, ${process.arch}`,
        versions: process.versions,
        policy: readPolicy(policyFile),
        policyFile,
        platform: platformOf(process.platform),
        encryption: safeStorage,
        resolveProxy: (origin) => session.fromPartition(windowPartition, { cache: false }).resolveProxy(origin),
        environment: process.env,
        after: (milliseconds, run) => void setTimeout(run, milliseconds),
        now: () => Date.now(),
      })
    })
    .then(
      ({ text, isHealthy }) => end(isHealthy ? 0 : 1, text),
      (error: unknown) => {
        console.error('Tearsheet cannot check this computer:', error)
        app.exit(1)
      },
    )
}

function open(profile: string, link: string | null): void {
  const folder = windowFolder(profile)
  app.setPath('userData', folder)
  if (app.requestSingleInstanceLock({ ...handoverOf(link) })) return begin(profile, folder, link)
  console.error(`Tearsheet is already open with this profile. If you see no window, delete ${folder}/SingletonLock.`)
  app.exit(0)
}

function startFailed(error: unknown): void {
  endAfterFailure(error, {
    showErrorBox: (title, content) => dialog.showErrorBox(title, content),
    exit: (code) => app.exit(code),
  })
}

/** Settings that must be made before the application is ready. */
function begin(profile: string, folder: string, linked: string | null): void {
  app.setName('Tearsheet')
  // As in the installer: Windows then groups the window with its shortcut.
  app.setAppUserModelId('com.tearsheet.desktop')
  app.enableSandbox()
  protocol.registerSchemesAsPrivileged([registerAppScheme])
  // The window's session has no cache; this is for every other one (docs/promises.md S9).
  app.commandLine.appendSwitch('disable-http-cache')

  const settings = openSettings(folder, new Date(), (what, error) => console.error(`${what}:`, error))
  const { hardwareAcceleration, crashDumps } = settings.read()
  if (!hardwareAcceleration) app.disableHardwareAcceleration()
  if (crashDumps) crashReporter.start({ uploadToServer: false })
  removeOldDumps(app.getPath('crashDumps'), Date.now())

  app.on('web-contents-created', (_event, contents) => guardContents(contents))
  const policy = readPolicy(policyPath(process.platform))
  const shell = new ElectronShell({
    profile,
    settings,
    policy,
    developing,
    isDefaultProfile: profile === usualProfile(),
  })
  app.on('session-created', (session) => {
    guardPermissions(session)
    guardTraffic(session, { developing, exports: policy.exports }, (item, contents) => shell.follow(item, contents))
  })

  if (linked !== null) shell.openLink(linked)
  app.on('second-instance', (_event, _argv, _folder, handover) => {
    shell.bringToFront()
    const link = linkOfHandover(handover)
    if (link !== null) shell.openLink(link)
  })
  app.on('open-url', (event, url) => {
    event.preventDefault()
    const link = readLink(url)
    if (link !== null) shell.openLink(link)
  })
  app.on('activate', () => shell.bringToFront())
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  app.on('before-quit', () => shell.quitting())
  app.on('will-quit', (event) => {
    event.preventDefault()
    void shell.close().finally(() => app.exit(0))
  })
  app
    .whenReady()
    .then(() => shell.open())
    // The library may be open already.
    .catch((error: unknown) => shell.close().finally(() => startFailed(error)))
}
