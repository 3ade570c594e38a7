import { expect, test } from 'vitest'
import { aboutPanel } from '#main/about-panel.ts'

test.each([
  ['linux', 'copyright'],
  ['darwin', 'credits'],
  ['win32', 'credits'],
] as const)('the About panel has the versions of what the program runs on, on %s in its %s', (platform, field) => {
  const versions = { electron: '45.4.1', chrome: '150.0.1', node: '24.2.0' }
  const panel = aboutPanel({ version: '0.1.0', versions, sqlite: '3.51.0', platform })
  expect(panel).toMatchObject({ applicationName: 'Tearsheet', applicationVersion: '0.1.0' })
  expect(panel[field]).toContain('Electron 45.4.1\nChromium 150.0.1\nNode 24.2.0\nSQLite 3.51.0')
})
