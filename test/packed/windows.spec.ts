import type { Page } from '@playwright/test'
import type { PreloadApi } from '#contract/electron.ts'
import type { ShellWindow } from '#contract/shell.ts'
import { CallPage } from '../e2e/pages/call-page.ts'
import { CompanyPage } from '../e2e/pages/company-page.ts'
import { ExportDialog } from '../e2e/pages/export-dialog.ts'
import { PlayerBar } from '../e2e/pages/player-bar.ts'
import { WorkspacePage } from '../e2e/pages/workspace-page.ts'
import { expect, test } from './fixtures.ts'
import type { PackedProgram } from './packed-program.ts'

/** Halden Instruments, third quarter of 2026: the sample's call with real speech. */
const speech = 'f143806b-5345-4aa7-a2b3-a4b77d013853'

async function opened(page: Page): Promise<WorkspacePage> {
  const workspace = new WorkspacePage(page)
  await workspace.isOpen()
  return workspace
}

async function openWindow(program: PackedProgram): Promise<WorkspacePage> {
  return opened(await program.pageOpenedBy(() => program.tell({ is: 'press-menu', item: 'new-window' })))
}

/** What the program told the page about its window. */
async function shellWindow({ page }: WorkspacePage): Promise<ShellWindow> {
  const answer = await page.evaluate(() => (Reflect.get(window, 'tearsheet') as PreloadApi).thisWindow())
  return (answer as { readonly value: ShellWindow }).value
}

/** The windows that come back at the next start. */
async function restored(program: PackedProgram, count: number): Promise<readonly WorkspacePage[]> {
  return Promise.all((await program.pages(count)).map(opened))
}

test('a second window begins at Home; menu and links reach the window that has the focus; closed, its tabs can be opened in the other', async ({
  workspace,
  program,
}) => {
  await CompanyPage.open(workspace, 'HLDN')
  const second = await openWindow(program)
  await expect(second.tabs).toHaveText(['Home'])
  program.tell({ is: 'press-menu', item: 'settings' })
  await expect(second.activeTab).toHaveText('Settings')
  program.tell({ is: 'second-instance', data: { link: 'tearsheet://company/KSTM' } })
  await expect(second.activeTab).toContainText('KSTM')
  await expect(workspace.activeTab).toContainText('HLDN')

  await program.focus(workspace.page)
  program.tell({ is: 'press-menu', item: 'previous-tab' })
  await expect(workspace.activeTab).not.toContainText('HLDN')
  await expect(second.activeTab).toContainText('KSTM')

  await program.focus(second.page)
  const closed = second.page.waitForEvent('close')
  program.tell({ is: 'press-menu', item: 'close' })
  await closed
  await expect(workspace.tabs).not.toContainText(['KSTM'])
  await expect(async () => {
    await workspace.press('Alt+Shift+W')
    await expect(workspace.activeTab).toContainText('KSTM', { timeout: 500 })
  }).toPass()
  expect(await program.quit()).toBe(0)
})

test('a tab that is moved is in the new window as it was and gone here, and both windows come back where they were', async ({
  workspace,
  program,
  start,
}) => {
  await (await CompanyPage.open(workspace, 'HLDN')).showsFigures()
  await expect(workspace.activeTab).toHaveText('HLDN Financials')
  const second = await opened(await program.pageOpenedBy(() => workspace.press('Alt+Shift+N')))
  await expect(second.activeTab).toHaveText('HLDN Financials')
  await new CompanyPage(second, 'HLDN').showsFigures()
  await expect(workspace.tab(/HLDN/)).toHaveCount(0)

  const files = await (await ExportDialog.open(second)).save('CSV')
  await expect(second.status).toContainText([...files.keys()][0] ?? '')
  await expect(workspace.status).not.toContainText('Saved')

  const bounds = { x: 400, y: 60, width: 1200, height: 800 }
  program.tell({ is: 'move', window: await program.numberOf(second.page), bounds })
  expect(await program.quit()).toBe(0)

  // What a link names opens in the window that had the focus.
  const again = start(['tearsheet://company/KSTM'])
  const [first, other] = await restored(again, 2)
  await expect(other!.activeTab).toContainText('KSTM')
  await expect(other!.tab('HLDN Financials')).toBeVisible()
  await expect(first!.tab(/HLDN|KSTM/)).toHaveCount(0)
  // Whichever asks the core first keeps the tabs of the other.
  const [one, two] = await Promise.all([first!, other!].map(shellWindow))
  expect([one!.others, two!.others]).toEqual([[two!.id], [one!.id]])
  await expect
    .poll(() => again.happened.filter((what) => /^window (?:shown|at)/.test(what)).sort())
    .toEqual(['window at 10,20 1440×900', 'window at 400,60 1200×800', 'window shown', 'window shown behind'])
  expect(await again.quit()).toBe(0)
})

test('quitting asks for unsaved text in the second window; Stay keeps both windows with their tabs', async ({
  workspace,
  program,
}) => {
  await CompanyPage.open(workspace, 'HLDN')
  const second = await openWindow(program)
  const call = await CallPage.open(second, speech)
  await call.isRead()
  await expect.poll(() => second.focusedRegion()).toBe('page')
  await second.press('m')
  const note = second.page.getByRole('textbox', { name: 'Note' })
  await note.pressSequentially('Ask about the guide')
  program.tell({ is: 'answer-boxes', buttons: ['Stay'] })
  const back = await opened(await program.pageOpenedBy(() => program.tell({ is: 'press-menu', item: 'quit' })))
  expect(program.happened).toContain('box Leave with unsaved changes? Stay')
  await expect(back.activeTab).toHaveText('HLDN Financials')
  await expect(note).toHaveValue('Ask about the guide')
  await note.press('Control+Enter')
  await expect(call.turn(1)).toContainText('Ask about the guide')
  expect(await program.quit()).toBe(0)
})

test('a window that begins to play pauses the other; each notification is shown once', async ({
  workspace,
  program,
}) => {
  const play = async (window: WorkspacePage) => {
    const call = await CallPage.open(window, speech)
    await call.isRead()
    await call.panel.getByRole('button', { name: 'Play', exact: true }).click()
    const player = new PlayerBar(window)
    await player.isHeardBeyond(0)
    return player
  }
  const first = await play(workspace)
  const second = await openWindow(program)
  const other = await play(second)
  await expect(first.play).toBeVisible()
  await expect(other.pause).toBeVisible()

  const sentence = '2 alerts on your lists'
  for (const { page } of [workspace, second]) {
    await page.evaluate((body) => (Reflect.get(window, 'tearsheet') as PreloadApi).notify(body, 'alerts'), sentence)
  }
  expect(program.happened.filter((what) => what.startsWith('notification'))).toHaveLength(1)
  await program.focus(workspace.page)
  program.tell({ is: 'click-notification', body: sentence })
  await expect(workspace.activeTab).toHaveText('Alerts')
})
