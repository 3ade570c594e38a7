import { CallPage } from '../e2e/pages/call-page.ts'
import { CompanyPage } from '../e2e/pages/company-page.ts'
import { PlayerBar } from '../e2e/pages/player-bar.ts'
import { expect, test } from './fixtures.ts'

/** Halden Instruments, third quarter of 2026: the sample's call with real speech. */
const speech = 'f143806b-5345-4aa7-a2b3-a4b77d013853'

test('the packed program starts, shows a company, and ends in order', async ({ workspace, program }) => {
  const company = await CompanyPage.open(workspace, 'HLDN')
  await company.showsFigures()
  expect(await program.quit()).toBe(0)
  expect(program.happened).toEqual([
    'name Tearsheet',
    'model com.tearsheet.desktop',
    'schemes app standard secure supportFetchAPI stream',
    'switch disable-http-cache',
    'session window cache false',
    'guard permission requests',
    'guard permission checks',
    'guard devices',
    'guard screens',
    'guard USB',
    'spelling false',
    'handle app',
    'fork Tearsheet sample service',
    'fork Tearsheet library',
    'window at 10,20 1440×900',
    'window.open: deny',
    'zoom 0',
    'window shown',
    'badge 0',
    'progress -1',
    'quit',
    'exit 0',
  ])
  expect(program.printed).toBe('')
})

test('the page has no Node and no Electron, and of the preload script only what it exposes', async ({ workspace }) => {
  const { page } = workspace
  const names = await page.evaluate(() =>
    ['process', 'require', 'module', 'Buffer', 'electron', 'ipcRenderer', 'standInToProgram'].filter(
      (name) => name in window,
    ),
  )
  expect(names).toEqual([])
  expect(await page.evaluate(() => Object.isFrozen(Reflect.get(window, 'tearsheet')))).toBe(true)
})

test('a recording is played and sought through the program’s own scheme, and read in ranges', async ({
  workspace,
  program,
}) => {
  const call = await CallPage.open(workspace, speech)
  await call.isRead()
  const player = new PlayerBar(workspace)
  await call.panel.getByRole('button', { name: 'Play' }).click()
  await player.isHeardBeyond(0)
  const nearEnd = (await player.length()) - 20
  await player.goTo(nearEnd)
  await player.isHeardBeyond(nearEnd + 1)
  expect(program.happened).toContain('media GET bytes=0- 206')

  const parts = await workspace.page.evaluate(async (path) => {
    const part = async (range: string) => {
      const response = await fetch(path, { headers: { Range: range } })
      return {
        status: response.status,
        range: response.headers.get('content-range'),
        bytes: [...new Uint8Array(await response.arrayBuffer())],
      }
    }
    return { first: await part('bytes=0-99'), middle: await part('bytes=90-99') }
  }, `/media/${speech}`)
  expect(parts.first.status).toBe(206)
  expect(parts.first.range).toMatch(/^bytes 0-99\/\d{6}$/)
  expect(parts.middle.bytes).toEqual(parts.first.bytes.slice(90))
})
