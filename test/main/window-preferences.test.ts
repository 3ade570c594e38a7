import { expect, test } from 'vitest'
import { printPreferences, windowPreferences } from '#main/window-preferences.ts'

test('the window is sandboxed, isolated and without Node, and has not one preference more than these (E2, E3)', () => {
  expect(windowPreferences('/program/preload.cjs', false)).toStrictEqual({
    preload: '/program/preload.cjs',
    partition: 'window',
    devTools: false,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    contextIsolation: true,
    sandbox: true,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    plugins: false,
    navigateOnDragDrop: false,
    spellcheck: false,
  })
})

test('the window that prints has the same without a preload script: nothing in it can ask for anything (E2)', () => {
  const { preload, ...others } = windowPreferences('/program/preload.cjs', false)
  expect(preload).toBeDefined()
  expect(printPreferences()).toStrictEqual(others)
})

test('nobody changes the preferences afterwards', () => {
  expect(Object.isFrozen(windowPreferences('/program/preload.cjs', true))).toBe(true)
  expect(Object.isFrozen(printPreferences())).toBe(true)
})
