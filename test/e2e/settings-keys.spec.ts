import { copyFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from './fixtures.ts'
import { CompanyPage } from './pages/company-page.ts'
import { Listener } from './listen.ts'
import { CallsPage } from './pages/calls-page.ts'
import { KeysPage } from './pages/keys-page.ts'
import { Palette } from './pages/palette.ts'
import { WorkspacePage } from './pages/workspace-page.ts'

test('a command has the keys that the user presses, at once, in its tooltips and after a restart', async ({
  workspace,
  app,
}) => {
  const keys = await KeysPage.open(workspace)
  await keys.press('Home', 'F2', 'Enter')
  await expect(keys.row('Home')).toContainText('F2')
  await workspace.press('F2')
  await expect(workspace.activeTab).toHaveText('Home')
  await workspace.rail.getByRole('button', { name: 'Home' }).hover()
  await expect(workspace.page.getByRole('tooltip')).toContainText('F2')

  const again = new WorkspacePage(await app.reopen())
  await again.isOpen()
  await KeysPage.open(again)
  await again.press('F2')
  await expect(again.activeTab).toHaveText('Home')
  await again.press('Control+k')
  await again.page.keyboard.type('home')
  await expect(again.page.getByRole('option', { name: /Home/ }).first()).toContainText('F2')
})

test('two keys one after another are recorded as one, and both windows know them', async ({ workspace }) => {
  const other = await workspace.newWindow()
  const keys = await KeysPage.open(workspace)
  await keys.press('Term grid', 'g', 'z', 'Enter')
  await expect(keys.row('Term grid')).toContainText('GthenZ')
  await KeysPage.open(other)
  await expect(new KeysPage(other).row('Term grid')).toContainText('GthenZ')
  await other.press('g')
  await other.press('z')
  await expect(other.activeTab).toContainText('Term grid')
})

test('keys of another command are named before anything changes, and are taken only when the user says so', async ({
  workspace,
  app,
}) => {
  const keys = await KeysPage.open(workspace)
  const title = 'This speaker on the previous call'
  await keys.press(title, 'h', 'Enter')
  await expect(keys.editor(title)).toContainText('is already Previous tab, in Call reader.')
  await workspace.press('Escape')
  await expect(keys.row(title).getByRole('cell').first()).toHaveText('B')

  await keys.press(title, 'h')
  await keys.offer(title, 'Replace it')
  await expect(keys.row(title)).toContainText('H')
  // Ctrl+Tab is a browser's own.
  await expect(keys.row('Previous tab').getByRole('cell').first()).toHaveText(
    app.browser ? 'Alt Page Up' : 'Alt Page UporCtrl Shift Tab',
  )

  await keys.press('Copy quote', 'x')
  await keys.offer('Copy quote', 'Keep both')
  await expect(workspace.status).toContainText('1 conflict')
  await keys.shown('Conflicts').check({ force: true })
  await expect(keys.row('Copy quote').getByRole('cell').first()).toContainText('in conflict')
  await keys.press('Copy quote', 'x')
  await keys.offer('Copy quote', /^Use Shift X/)
  await expect(workspace.status).not.toContainText('conflict')
  // The row is no longer listed, and the keyboard still has a place.
  await expect(keys.search).toBeFocused()
  await keys.shown('Changed').check({ force: true })
  await expect(keys.row('Copy quote')).toContainText('Shift X')
  await keys.press('Copy quote')
  await keys.offer('Copy quote', 'Reset')
  await expect(keys.row('Copy quote')).toHaveCount(0)
  await expect(keys.screen.locator('[data-command]:focus')).toHaveCount(1)
})

test('the pressed keys, and how many commands are listed, are read out', async ({ workspace }) => {
  const keys = await KeysPage.open(workspace)
  const listener = await Listener.listen(workspace.page)
  await keys.press('Home', 'F2')
  await listener.hears('F2. Press Enter to set it.')
  await workspace.press('Escape')
  await keys.search.fill('watchlist')
  await listener.hears(/^\d+ commands$/)
  await keys.search.fill('zzzz')
  await listener.hears('No matching commands.')
})

test('keys are removed, reset one by one and together, and every change can be undone', async ({ workspace, app }) => {
  const keys = await KeysPage.open(workspace)
  await keys.row('Close tab').getByRole('button').focus()
  await workspace.press('Delete')
  // Ctrl+W is a browser's own.
  const usual = app.browser ? 'Alt W or X' : 'Alt W or X or Ctrl W'
  await expect(keys.row('Close tab').getByRole('cell')).toHaveText(['–', usual])
  await keys.press('Home', 'F2', 'Enter')
  await expect(workspace.status).toContainText('2 changed')

  await keys.row('Home').getByRole('button').click()
  await keys.offer('Home', 'Reset')
  await expect(keys.row('Home').getByRole('cell')).toHaveText(['GthenH', ''])
  await keys.resetAll.click()
  await expect(workspace.status).toContainText('0 changed')
  // Until then Undo is that of the change before.
  await expect(workspace.status).toContainText('1 command reset to default keys.')
  await workspace.status.getByRole('button', { name: 'Undo' }).click()
  await expect(keys.row('Close tab').getByRole('cell').first()).toHaveText('–')
})

test('without keys a command has no place in the status bar, not even an empty one', async ({ workspace }) => {
  await CallsPage.open(workspace)
  await expect(workspace.status).toContainText('Space plays')
  const keys = await KeysPage.open(workspace)
  await keys.row('Play call').getByRole('button').focus()
  await workspace.press('Delete')
  await expect(keys.row('Play call').getByRole('cell')).toHaveText(['–', 'Space'])
  await CallsPage.open(workspace)
  await expect(workspace.status).toContainText('Enter opens')
  await expect(workspace.status.locator('.right > span')).toHaveText([/^Row 1 of/, 'Enter opens'])
})

test.describe('where the test itself takes the focus away', () => {
  // It blurs a control, and adds elements of its own outside the page.
  test.use({ isFocusWatched: false })

  test('single-letter keys can be switched off: letters then do nothing, and keys with Ctrl, Alt or none of a letter still act', async ({
    workspace,
  }) => {
    const keys = await KeysPage.open(workspace)
    await workspace.press('Escape')
    await keys.characterKeys.setChecked(false, { force: true })
    await workspace.status.getByRole('button', { name: 'Undo' }).click()
    await expect(keys.characterKeys).toBeChecked()
    await keys.characterKeys.setChecked(false, { force: true })
    await expect(keys.screen).toContainText('Single-letter keys are off')
    await keys.characterKeys.evaluate((box) => {
      if (box instanceof HTMLElement) box.blur()
    })
    for (const key of ['g', 'h', '/', '?', 'x']) await workspace.press(key)
    // Those keys would have left this page, or closed it.
    await expect(workspace.activeTab).toHaveText('Settings')
    await workspace.press('F1')
    await expect(workspace.keyboardHelp).toBeVisible()
    await expect(workspace.keyboardHelp).not.toContainText('Gthen')
    await workspace.press('Escape')
    await workspace.press('Alt+PageUp')
    await expect(workspace.activeTab).not.toHaveText('Settings')
  })

  test('letters go to the control that takes letters: a text field, a list box, a choice, a combo box, editable text', async ({
    workspace,
  }) => {
    await KeysPage.open(workspace)
    const controls = [
      ['input', ''],
      ['textarea', ''],
      ['select', ''],
      ['contenteditable', ''],
      ['div', 'combobox'],
      ['div', 'searchbox'],
      ['div', 'listbox'],
      ['div', 'tree'],
    ] as const
    for (const [tag, role] of controls) {
      const control = role === '' ? tag : role
      await workspace.page.evaluate(
        ([name, of]) => {
          document.querySelector('#letters')?.remove()
          const element = document.createElement(name === 'contenteditable' ? 'div' : name)
          element.id = 'letters'
          if (name === 'contenteditable') element.contentEditable = 'true'
          if (of !== '') element.role = of
          if (of !== '') element.tabIndex = 0
          document.body.append(element)
          element.focus()
        },
        [tag, role] as const,
      )
      await expect(workspace.page.locator('#letters')).toBeFocused()
      await workspace.press('x')
      await workspace.press('?')
      await expect(workspace.activeTab, control).toHaveText('Settings')
      await expect(workspace.keyboardHelp, control).toHaveCount(0)
    }
    await workspace.page.evaluate(() => document.querySelector('#letters')?.remove())
    await workspace.press('x')
    await expect(workspace.activeTab).not.toHaveText('Settings')
  })
})

test('keys that were exported are imported in another profile; a file that is none changes nothing and says so', async ({
  workspace,
  app,
}) => {
  const keys = await KeysPage.open(workspace)
  await keys.press('Home', 'F2', 'Enter')
  await expect(keys.row('Home')).toContainText('F2')
  const file = join(tmpdir(), `tearsheet-keys-${process.pid}.json`)
  copyFileSync(await keys.exported(), file)

  const page = await app.reopen(() => {
    for (const name of readdirSync(app.profile))
      if (name.startsWith('profile.db')) rmSync(join(app.profile, name), { force: true })
  })
  const again = new WorkspacePage(page)
  await again.isOpen()
  const others = await KeysPage.open(again)
  await expect(others.row('Home').getByRole('cell').first()).toHaveText('GthenH')
  await others.import({ name: 'keys.json', mimeType: 'application/json', buffer: Buffer.from('{"keys":["A"]}') })
  await expect(others.screen).toContainText(
    'This is not a shortcuts file exported from Tearsheet. Your keys are unchanged.',
  )
  await expect(again.status).toContainText('0 changed')
  await others.import(file)
  await expect(others.row('Home').getByRole('cell').first()).toHaveText('F2')
  rmSync(file)

  // One Undo for all that a file changes.
  const commands = Object.fromEntries(Array.from({ length: 23 }, (_, at) => [`bad.${at}`, 'none']))
  const off = { format: 'tearsheet-keys', version: 1, characterKeys: false, commands }
  await others.import({ name: 'off.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(off)) })
  await expect(others.screen).toContainText('23 entries in the file skipped')
  await expect(others.characterKeys).not.toBeChecked()
  // Until then Undo is that of the file before.
  await expect(again.status).toContainText('Keys of 0 commands imported.')
  await again.status.getByRole('button', { name: 'Undo' }).click()
  await expect(others.characterKeys).toBeChecked()
  await expect(others.row('Home').getByRole('cell').first()).toHaveText('F2')
})

test('the page stands up to WCAG AA, while keys are in conflict too', async ({ workspace }) => {
  const keys = await KeysPage.open(workspace)
  await keys.press('Copy quote', 'x')
  await expect(keys.editor('Copy quote')).toContainText('is already Close tab')
  expect(await workspace.accessibilityFaults()).toEqual([])
})

test('keys that edit text in every field are refused in words, and paste stays paste', async ({ workspace }) => {
  const keys = await KeysPage.open(workspace)
  await keys.press('Copy quote', 'Control+v')
  await expect(keys.editor('Copy quote')).toContainText('edits text and cannot be assigned')
  await workspace.press('Enter')
  await workspace.press('Escape')
  await expect(
    workspace.page.getByRole('button', { name: 'Changed 0' }).or(workspace.page.getByText('Changed 0')).first(),
  ).toBeVisible()
})

test('a tear sheet that is opened over the keys is printed without them', async ({ workspace }) => {
  await CompanyPage.open(workspace, 'HLDN')
  await KeysPage.open(workspace)
  const palette = new Palette(workspace)
  await palette.open('TEAR HLDN')
  await expect(palette.active).toContainText('HLDN')
  await workspace.press('Enter')
  await expect(workspace.page.getByRole('dialog', { name: /Tear sheet/ })).toBeVisible()
  await workspace.page.emulateMedia({ media: 'print' })
  await expect(workspace.page.locator('.key-sheet')).toBeHidden()
  await expect(
    workspace.page
      .getByRole('dialog', { name: /Tear sheet/ })
      .getByText('Halden Instruments')
      .first(),
  ).toBeVisible()
})

test('the printed sheet has every command with its keys, and nothing of the window', async ({ workspace }) => {
  await KeysPage.open(workspace)
  await workspace.page.emulateMedia({ media: 'print' })
  const sheet = workspace.page.locator('.key-sheet')
  await expect(sheet).toBeVisible()
  await expect(sheet).toContainText('Next tie-out break')
  await expect(workspace.title).toBeHidden()
  await workspace.page.emulateMedia({ media: 'screen' })
  await expect(sheet).toBeHidden()
  await expect(workspace.title).toBeVisible()
})
