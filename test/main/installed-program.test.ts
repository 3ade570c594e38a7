import { describe, expect, test } from 'vitest'
import { appImageOf, commandLineOf } from '../../src/main/installed-program.ts'

describe('the program that an assistant starts', () => {
  const installed = {
    platform: 'linux',
    execPath: '/opt/Tearsheet/tearsheet',
    appImage: undefined,
    mountedAt: undefined,
    developing: false,
  } as const

  test('is the installed one, by its path', () => {
    expect(commandLineOf(installed)).toEqual({ words: ['/opt/Tearsheet/tearsheet'] })
    const execPath = '/Applications/Tearsheet.app/Contents/MacOS/Tearsheet'
    expect(commandLineOf({ ...installed, platform: 'darwin', execPath })).toEqual({ words: [execPath] })
  })

  test('is the AppImage, not what it is mounted as', () => {
    const environment = { appImage: '/home/ada/Tearsheet.AppImage', mountedAt: '/tmp/.mount_TearsheetX1' }
    const mounted = { ...installed, ...environment, execPath: '/tmp/.mount_TearsheetX1/tearsheet' }
    expect(commandLineOf(mounted)).toEqual({ words: ['/home/ada/Tearsheet.AppImage'] })
    expect(appImageOf(mounted)).toBe('/home/ada/Tearsheet.AppImage')
  })

  test('is never the AppImage of the terminal that it was started from', () => {
    const environment = { appImage: '/home/ada/Terminal.AppImage', mountedAt: '/tmp/.mount_TerminX1' }
    expect(commandLineOf({ ...installed, ...environment })).toEqual({ words: ['/opt/Tearsheet/tearsheet'] })
    expect(appImageOf({ ...installed, ...environment })).toBeUndefined()
  })

  test('is none where it could not be started, and that is said', () => {
    expect(commandLineOf({ ...installed, platform: 'win32' })).toEqual({ missing: 'windows' })
    expect(commandLineOf({ ...installed, developing: true })).toEqual({ missing: 'repository' })
    for (const execPath of [
      '/private/var/folders/x/AppTranslocation/1A2B/d/Tearsheet.app/Contents/MacOS/Tearsheet',
      '/Volumes/Tearsheet/Tearsheet.app/Contents/MacOS/Tearsheet',
    ])
      expect(commandLineOf({ ...installed, platform: 'darwin', execPath })).toEqual({ missing: 'temporary' })
  })
})
