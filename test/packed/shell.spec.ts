import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PreloadApi } from '#contract/electron.ts'
import type { ProgramActivity } from '#contract/shell.ts'
import { CompanyPage } from '../e2e/pages/company-page.ts'
import { ConnectPage } from '../e2e/pages/connect-page.ts'
import { ExportDialog } from '../e2e/pages/export-dialog.ts'
import { expect, test } from './fixtures.ts'
import { keyTexts, textsOf } from './planted-key.ts'

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
  program.tell({ is: 'press-menu', item: 'Zoom Out' })
  await expect.poll(() => program.happened.at(-1)).toBe('zoom -0.5')
})

test('a click on a notification opens what it announces', async ({ workspace, program }) => {
  const sentence = '2 alerts on your lists'
  await workspace.page.evaluate(
    (body) => (Reflect.get(window, 'tearsheet') as PreloadApi).notify(body, 'alerts'),
    sentence,
  )
  expect(program.happened.at(-1)).toBe(`notification Tearsheet: ${sentence}`)
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
