import type { Locator } from '@playwright/test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PreloadApi } from '#contract/electron.ts'
import type { ProgramActivity } from '#contract/shell.ts'
import { CallPage } from '../e2e/pages/call-page.ts'
import { ComparePage } from '../e2e/pages/compare-page.ts'
import { CompanyPage } from '../e2e/pages/company-page.ts'
import { ConnectPage } from '../e2e/pages/connect-page.ts'
import { ExportDialog } from '../e2e/pages/export-dialog.ts'
import { Palette } from '../e2e/pages/palette.ts'
import { ScatterPage } from '../e2e/pages/scatter-page.ts'
import { SettingsPage } from '../e2e/pages/settings-page.ts'
import { WorkspacePage } from '../e2e/pages/workspace-page.ts'
import { expect, test } from './fixtures.ts'
import { keyTexts, textsOf } from './planted-key.ts'

/** Halden Instruments, third quarter of 2026: the sample's call with real speech. */
const speech = 'f143806b-5345-4aa7-a2b3-a4b77d013853'

test('the library comes back after its process was killed, and a reload opens the window again (W6)', async ({
  workspace,
  program,
}) => {
  const company = await CompanyPage.open(workspace, 'HLDN')
  await company.showsFigures()
  program.tell({ is: 'kill', process: 'Tearsheet library' })
  await expect.poll(() => program.happened.filter((what) => what === 'fork Tearsheet library')).toHaveLength(2)
  await (await CompanyPage.open(workspace, 'KSTM')).showsFigures()
  const reloaded = workspace.page.waitForEvent('load')
  program.tell({ is: 'press-menu', item: 'Reload Window' })
  await reloaded
  await expect(workspace.activeTab).toContainText('KSTM')
  expect(await program.quit()).toBe(0)
})

test('the menu acts on the page', async ({ workspace, program }) => {
  program.tell({ is: 'press-menu', item: 'settings' })
  await expect(workspace.activeTab).toHaveText('Settings')
  program.tell({ is: 'press-menu', item: 'check-for-updates' })
  await expect(workspace.page.getByRole('heading', { name: 'Updates' })).toBeVisible()
  program.tell({ is: 'press-menu', item: 'Zoom Out' })
  await expect.poll(() => program.happened).toContain('zoom -0.5')
})

/** As far as another program: the system has the file by then. */
async function dragOut({ page }: WorkspacePage, handle: Locator): Promise<void> {
  // Where it stays once its page is drawn.
  await handle.hover()
  const box = (await handle.boundingBox())!
  await page.mouse.down()
  await page.mouse.move(box.x - 80, box.y + 60, { steps: 6 })
}

test('charts are dragged into another program as files, which are gone when the program ends', async ({
  workspace,
  program,
}) => {
  const { page } = workspace
  // Other programs may have some too.
  const all = () => readdirSync(tmpdir()).filter((name) => name.startsWith('tearsheet-drag-'))
  const before = all()
  const folders = () => all().filter((name) => !before.includes(name))
  const isDragged = async (handle: Locator, file: string) => {
    await dragOut(workspace, handle)
    await expect.poll(() => program.happened).toContain(`drag ${file} \u0089PNG`)
    await page.mouse.up()
  }
  for (const symbol of ['KSTM', 'HLDN']) await (await CompanyPage.open(workspace, symbol)).showsFigures()
  const strip = page.getByRole('tabpanel').locator('[draggable=true]').first()
  await isDragged(strip, 'HLDN Revenue, Operating margin.png')
  const compare = await ComparePage.open(workspace, 'HLDN', 'KSTM')
  await compare.showsFigures('HLDN', 'KSTM')
  const trends = compare.screen.getByRole('region', { name: 'Quarterly trends' })
  await isDragged(trends.locator('[draggable=true]'), 'HLDN KSTM, quarterly.png')
  const scatter = await ScatterPage.open(workspace, 'HLDN', 'KSTM')
  await scatter.shows('HLDN', 'KSTM')
  const options = scatter.screen.getByRole('region', { name: 'Copy picture' })
  await isDragged(options.locator('[draggable=true]'), 'HLDN KSTM, scatter.png')
  expect(folders()).toHaveLength(1)
  expect(await program.quit()).toBe(0)
  expect(folders()).toEqual([])
})

test('the recording of a call is dragged into another program, the words selected in it or the whole', async ({
  workspace,
  program,
}) => {
  const call = await CallPage.open(workspace, speech)
  await call.isRead()
  await call.panel.getByRole('button', { name: 'Download' }).click()
  await workspace.page.getByRole('menuitem', { name: /MP3/ }).click()
  await expect(call.panel).toContainText(/On disk, 782 KB/)
  await call.turn(4).focus()
  const dragged = () => program.happened.filter((what) => what.startsWith('drag ')).map((what) => what.slice(5))
  for (const [handle, file] of [
    [call.screen.locator('header').locator('[draggable=true]'), /^HLDN 2026-\d\d-\d\d [\d.]+\.mp3 /],
    [call.panel.locator('[draggable=true]'), /^HLDN.*\.mp3 ID3/],
  ] as const) {
    await dragOut(workspace, handle)
    await expect.poll(() => dragged().at(-1)).toMatch(file)
    await workspace.page.mouse.up()
  }
})

test('About shows the versions of what the program runs on', async ({ program, workspace }) => {
  await workspace.isOpen()
  program.tell({ is: 'press-menu', item: 'About Tearsheet' })
  await expect.poll(() => program.happened).toContain('about shown')
  expect(program.happened.find((what) => what.startsWith('about '))).toMatch(
    /^about MIT License, Electron \S+, Chromium \S+, Node \d+\.\d+\.\d+, SQLite 3\.\d+\.\d+$/,
  )
})

test('the menu clears what the icon, Home and the palette show as recent, and that can be undone', async ({
  workspace,
  program,
}) => {
  const palette = new Palette(workspace)
  const recent = async () => {
    await palette.open()
    const count = await palette.group('Recent').getByRole('option', { name: /HLDN/ }).count()
    await workspace.press('Escape')
    return count
  }
  await (await CompanyPage.open(workspace, 'HLDN')).showsFigures()
  await workspace.tab('Home').click()
  await expect.poll(recent).toBe(1)
  program.tell({ is: 'press-menu', item: 'clear-recent' })
  await expect(workspace.status).toContainText('1 recent item cleared.')
  await workspace.status.getByRole('button', { name: 'Undo' }).click()
  await expect(workspace.status).toContainText('Recent items restored.')
  await expect.poll(recent).toBe(1)
})

test('a click on a notification opens what it announces', async ({ workspace, program }) => {
  const sentence = '2 alerts on your lists'
  await workspace.page.evaluate(
    (body) => (Reflect.get(window, 'tearsheet') as PreloadApi).notify(body, 'alerts'),
    sentence,
  )
  expect(program.happened).toContain(`notification Tearsheet: ${sentence}`)
  program.tell({ is: 'click-notification', body: sentence })
  await expect(workspace.activeTab).toHaveText('Alerts')
})

test('the program’s icon shows new alerts and how far a download has come', async ({ workspace, program }) => {
  await expect.poll(() => program.happened).toContain('badge 0')
  const show = (activity: ProgramActivity) =>
    workspace.page.evaluate((shown) => (Reflect.get(window, 'tearsheet') as PreloadApi).showActivity(shown), activity)
  await show({ unseen: 3, progress: 0.42 })
  await show({ unseen: 0, progress: null })
  expect(program.happened).toEqual(expect.arrayContaining(['badge 3', 'progress 0.42', 'progress -1']))
})

test('the program opens at login once its user wants it, and no longer when not', async ({ workspace, folder }) => {
  const entry = join(folder, 'config/autostart/tearsheet.desktop')
  await new SettingsPage(workspace).open('Appearance')
  const atLogin = workspace.page.getByRole('radiogroup', { name: 'At login' })
  await expect(atLogin.getByRole('radio', { name: 'Do not open' })).toBeChecked()
  expect(existsSync(entry)).toBe(false)
  await atLogin.getByText('Open Tearsheet').click()
  // The control shows the new choice before the system has it.
  await expect.poll(() => existsSync(entry)).toBe(true)
  expect(readFileSync(entry, 'utf8')).toContain(`TryExec=${process.execPath}\n`)
  await expect(atLogin.getByRole('radio', { name: 'Open Tearsheet' })).toBeChecked()
  await atLogin.getByText('Do not open').click()
  await expect.poll(() => existsSync(entry)).toBe(false)
  await expect(atLogin.getByRole('radio', { name: 'Do not open' })).toBeChecked()
})

test('formats are those of the system’s region, whatever language Chromium is in', async ({ start }) => {
  const workspace = new WorkspacePage(await start([], { STAND_IN_LOCALE: 'de-DE' }).page())
  await workspace.isOpen()
  await new SettingsPage(workspace).open('Appearance')
  await expect(workspace.page.getByRole('table', { name: 'Preview' })).toContainText('1.296,8')
})

test('the program’s icon gets what was opened last in the workspace, and nothing at first', async ({
  workspace,
  program,
}) => {
  const sent = () =>
    program.tape.filter(({ line }) => line === 'page to main, shell:show-recent').map(({ data }) => data)
  await expect.poll(sent).toEqual([[[]]])
  await (await CompanyPage.open(workspace, 'HLDN')).showsFigures()
  await expect.poll(() => sent().at(-1)).toEqual([[{ title: 'HLDN', link: 'tearsheet://company/HLDN' }]])
})

test('a second start hands its link to the first, and ends (P7)', async ({ workspace, program, start }) => {
  const second = start(['tearsheet://company/kstm'])
  expect(await second.ended).toBe(0)
  expect(second.handedOver).toEqual({ link: 'tearsheet://company/KSTM' })
  program.tell({ is: 'second-instance', data: second.handedOver })
  await expect(workspace.activeTab).toContainText('KSTM')
  expect(program.happened).toContain('window focused')
})

test('an export goes through the download guard to where the user wants it', async ({ workspace, program, saves }) => {
  const company = await CompanyPage.open(workspace, 'HLDN')
  await company.showsFigures()
  const files = await (await ExportDialog.open(workspace)).save('Workbook', 'CSV', 'JSON')
  expect(files.size).toBe(3)
  await expect.poll(() => program.tape.filter(({ line }) => line === 'main to page, page:saved')).toHaveLength(3)
  for (const [name, content] of files) expect(readFileSync(join(saves, name)).equals(content)).toBe(true)
})

test('of a key that was entered only its last four characters come back (E8)', async ({
  workspace,
  program,
  service,
}) => {
  const connect = await ConnectPage.open(workspace)
  await connect.connect(service, 'Meridian')
  await expect(connect.screen.getByText('•••• 6789')).toBeVisible()
  expect(await program.quit()).toBe(0)
  const forms = keyTexts(service.key)
  const carried = program.tape.filter(({ data }) => {
    const texts = textsOf(data)
    return forms.some((form) => texts.some((text) => text.includes(form)))
  })
  expect(new Set(carried.map(({ line }) => line))).toEqual(
    new Set(['page to main, shell:set-key', 'main to Tearsheet library']),
  )
  expect(forms.filter((form) => program.printed.includes(form))).toEqual([])
})
