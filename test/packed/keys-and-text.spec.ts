import { mkdir, readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { credentials } from '../core/publish/s3-store.ts'
import { CallPage } from '../e2e/pages/call-page.ts'
import { CompanyPage } from '../e2e/pages/company-page.ts'
import { Palette } from '../e2e/pages/palette.ts'
import { PublishForm } from '../e2e/pages/publish-form.ts'
import { SettingsPage } from '../e2e/pages/settings-page.ts'
import { WorkspacePage } from '../e2e/pages/workspace-page.ts'
import { expect, test } from './fixtures.ts'
import { keyTexts, textsOf } from './planted-key.ts'
import type { PackedProgram } from './packed-program.ts'

/** Halden Instruments, third quarter of 2026: the sample's call with real speech. */
const speech = 'f143806b-5345-4aa7-a2b3-a4b77d013853'

async function opened(program: PackedProgram): Promise<WorkspacePage> {
  const workspace = new WorkspacePage(await program.page())
  await workspace.isOpen()
  return workspace
}

test('a stored key serves the next start; changed, the new one does; when the keyring lost it, the window says so (E8)', async ({
  workspace,
  program,
  start,
  service,
  profile,
}) => {
  await new SettingsPage(workspace).connectTo(service, 'Meridian')
  expect(await program.quit()).toBe(0)

  const second = start()
  const again = await opened(second)
  await (await CompanyPage.open(again, 'HLDN')).showsFigures()
  const settings = new SettingsPage(again)
  await settings.open('Workspaces')
  await settings.screen.getByRole('button', { name: 'Replace key' }).click()
  await settings.key.fill('mistaken-key-000000001234')
  await settings.save.click()
  await expect(settings.listed('Meridian')).toContainText('ends in 1234')
  expect(await second.quit()).toBe(0)

  const third = start([], { STAND_IN_KEYRING: 'refuses' })
  const last = await opened(third)
  const lost = new SettingsPage(last)
  await lost.open('Workspaces')
  await expect(lost.screen).toContainText('The stored key cannot be read')
  expect(await third.quit()).toBe(0)

  const forms = [service.key, 'mistaken-key-000000001234'].flatMap(keyTexts)
  const files = await readdir(profile, { recursive: true, withFileTypes: true })
  for (const file of files.filter((each) => each.isFile())) {
    const content = (await readFile(join(file.parentPath, file.name))).toString('latin1')
    expect(
      forms.filter((form) => content.includes(form)),
      file.name,
    ).toEqual([])
  }
})

test('keys of an S3-compatible store serve the next start from the vault, cross between two processes only, and are gone once removed (S10)', async ({
  workspace,
  program,
  start,
  store,
  profile,
}) => {
  const first = new PublishForm(workspace)
  await first.open()
  await expect(first.screen).toContainText('On disk')
  await first.chooseS3()
  await first.enterAddress(store)
  await first.enterKeys()
  await first.button('Publish').click()
  await expect(first.screen).toContainText(/Published: \d+ files? of \d+ written/)
  expect(await program.quit()).toBe(0)

  const forms = keyTexts(credentials.AWS_SECRET_ACCESS_KEY)
  const carried = program.tape.filter(({ data }) =>
    textsOf(data).some((text) => forms.some((form) => text.includes(form))),
  )
  expect(new Set(carried.map(({ line }) => line))).toEqual(
    new Set(['page to main, shell:set-publish-keys', 'main to Tearsheet library']),
  )

  const second = start()
  const again = new PublishForm(await opened(second))
  await again.open()
  await expect(again.screen).toContainText(`The access key that ends in TEST is used for ${store.endpoint}.`)
  await again.button('Publish').click()
  await expect(again.screen).toContainText('Nothing has changed since the last publication.')
  await again.button('Remove keys').click()
  await expect(again.secretAccessKey).toHaveValue('')
  expect(await second.quit()).toBe(0)

  const third = start()
  const last = new PublishForm(await opened(third))
  await last.open()
  await expect(last.bucket).toHaveValue('research')
  await expect(last.secretAccessKey).toHaveValue('')
  expect(await third.quit()).toBe(0)
  const files = await readdir(profile, { recursive: true, withFileTypes: true })
  for (const file of files.filter((each) => each.isFile())) {
    const content = (await readFile(join(file.parentPath, file.name))).toString('latin1')
    expect(
      forms.filter((form) => content.includes(form)),
      file.name,
    ).toEqual([])
  }
})

test('quitting with unsaved text asks first; Stay keeps window and text, and what is saved then quits without a question', async ({
  workspace,
  program,
}) => {
  const call = await CallPage.open(workspace, speech)
  await call.isRead()
  await expect.poll(() => workspace.focusedRegion()).toBe('page')
  await workspace.press('m')
  const note = workspace.page.getByRole('textbox', { name: 'Note' })
  await note.pressSequentially('Ask about the guide')
  program.tell({ is: 'answer-boxes', buttons: ['Stay'] })
  program.tell({ is: 'press-menu', item: 'quit' })
  await expect.poll(() => program.happened).toContain('box Leave with unsaved changes? Stay')
  await expect(note).toHaveValue('Ask about the guide')
  await note.press('Control+Enter')
  await expect(call.turn(1)).toContainText('Ask about the guide')
  expect(await program.quit()).toBe(0)
  expect(program.happened.filter((what) => what.startsWith('box '))).toHaveLength(1)
})

test('a link starts the program at what it names', async ({ start }) => {
  const program = start(['tearsheet://company/kstm'])
  const workspace = await opened(program)
  await expect(workspace.activeTab).toContainText('KSTM')
  expect(await program.quit()).toBe(0)
})

test('a link that was copied at a turn of a call opens the call there; one to a comparison or a search opens that', async ({
  workspace,
  program,
}) => {
  const { page } = workspace
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const call = await CallPage.open(workspace, speech)
  await call.isRead()
  await expect.poll(() => workspace.focusedRegion()).toBe('page')
  await workspace.press('Alt+ArrowDown')
  await expect(call.currentTurn).not.toHaveAttribute('aria-posinset', '1')
  const turn = await call.currentTurn.getAttribute('aria-posinset')
  await call.chooseFrom('Quote', /^Copy link to this turn/)
  await expect(workspace.status).toContainText('Link copied.')
  const palette = new Palette(workspace)
  await palette.open()
  await page.keyboard.press('Control+v')
  await expect(palette.field).toHaveValue(new RegExp(`^tearsheet://call/${speech}\\?t=[\\d.]+$`))
  const link = await palette.field.inputValue()
  await page.keyboard.press('Escape')
  await workspace.press('x')
  await expect(call.transcript).toBeHidden()

  program.tell({ is: 'second-instance', data: { link } })
  await call.isRead()
  await expect(call.currentTurn).toHaveAttribute('aria-posinset', turn ?? '')
  program.tell({ is: 'second-instance', data: { link: 'tearsheet://compare/HLDN,KSTM' } })
  await expect(workspace.activeTab).toContainText('Compare')
  await expect(page.getByRole('columnheader', { name: /KSTM/ }).first()).toBeVisible()
  program.tell({ is: 'second-instance', data: { link: 'tearsheet://search?q=pricing' } })
  await expect(workspace.activeTab).toContainText('pricing')
})

test('a backup goes into the folder that was chosen in the system’s dialog, and is restored', async ({
  folder,
  start,
}) => {
  const chosen = join(folder, 'backups')
  await mkdir(chosen)
  const program = start([], { STAND_IN_FOLDER: chosen })
  const workspace = await opened(program)
  const settings = new SettingsPage(workspace)
  await settings.open('Appearance')
  await settings.screen.getByText('Dark', { exact: true }).click()
  await settings.open('Storage')
  const { screen } = settings
  await screen.getByRole('button', { name: 'Choose…' }).first().click()
  await expect(screen.getByRole('textbox', { name: 'Destination folder' })).toHaveValue(chosen)
  await screen.getByRole('textbox', { name: 'Destination folder' }).press('Enter')
  await expect(screen).toContainText('complete and saved')
  const [backup = ''] = await readdir(chosen)
  expect(backup).toMatch(/\.tar$/)
  await settings.open('Appearance')
  await settings.screen.getByText('Light', { exact: true }).click()
  await settings.open('Storage')
  await screen.getByRole('textbox', { name: 'Backup file' }).fill(join(chosen, backup))
  // Off as long as the core is still said to create the backup.
  await expect(screen.getByRole('button', { name: 'Restore…' }).last()).toBeEnabled()
  await workspace.press('Enter')
  const dialog = workspace.page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(dialog).toContainText('The previous data is in')
  await dialog.getByRole('button', { name: 'Reload' }).click()
  await workspace.isOpen()
  await settings.open('Appearance')
  await expect(settings.screen.getByRole('radio', { name: 'Dark' })).toBeChecked()
  expect(await program.quit()).toBe(0)
})
