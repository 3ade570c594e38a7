import { expect, test } from 'vitest'
import { defaultProfileFolder, type ProcessEnvironment } from '#core/window/profile-folder.ts'

const linux: ProcessEnvironment = { platform: 'linux', environment: {}, home: '/home/ada' }
const windows: ProcessEnvironment = { platform: 'win32', environment: {}, home: 'C:\\Users\\ada' }

test.each<[string, ProcessEnvironment, string]>([
  ['Linux', linux, '/home/ada/.local/share/tearsheet'],
  ['Linux with XDG', { ...linux, environment: { XDG_DATA_HOME: '/data/ada' } }, '/data/ada/tearsheet'],
  [
    'a relative XDG path, which the specification ignores',
    { ...linux, environment: { XDG_DATA_HOME: 'data' } },
    '/home/ada/.local/share/tearsheet',
  ],
  ['an empty XDG path', { ...linux, environment: { XDG_DATA_HOME: '' } }, '/home/ada/.local/share/tearsheet'],
  [
    'macOS',
    { ...linux, platform: 'darwin', home: '/Users/ada' },
    '/Users/ada/Library/Application Support/Tearsheet/profile',
  ],
  ['Windows', windows, 'C:\\Users\\ada\\AppData\\Roaming\\Tearsheet\\profile'],
  [
    'Windows with a roaming folder',
    { ...windows, environment: { APPDATA: 'D:\\Roaming' } },
    'D:\\Roaming\\Tearsheet\\profile',
  ],
])('on %s the library is found again after an update, in either shell', (_, surroundings, folder) => {
  expect(defaultProfileFolder(surroundings)).toBe(folder)
})
