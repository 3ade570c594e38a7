import { expect, test } from 'vitest'
import type { PreferencePatch } from '#contract/api/api.ts'
import { defaultPreferences } from '#contract/api/default-preferences.ts'
import { patched } from '#contract/api/preference-patch.ts'
import { PaperChoices } from '../../../src/renderer/paper/paper-choices.svelte.ts'

/** The user’s preferences, and what of them was changed. */
function preferencesWith(stored: PreferencePatch) {
  const changed: PreferencePatch[] = []
  const preferences = {
    now: patched(defaultPreferences, stored),
    set: (change: PreferencePatch) => {
      changed.push(change)
      return Promise.resolve()
    },
  }
  const fail = (error: unknown) => {
    throw error
  }
  return { workspace: { preferences, fail, locale: 'en-GB' }, changed }
}

test('a section that is left out of one kind of document stays in the others', () => {
  const { workspace, changed } = preferencesWith({ paperSectionsOff: ['brief.news'] })
  const [sheet, brief] = [new PaperChoices('tear-sheet', null, workspace), new PaperChoices('brief', null, workspace)]
  expect([sheet.shows('news'), brief.shows('news')]).toEqual([true, false])
  sheet.toggle('news', false)
  brief.toggle('news', true)
  expect(changed).toEqual([{ paperSectionsOff: ['brief.news', 'tear-sheet.news'] }, { paperSectionsOff: [] }])
})

test('a header that is being typed is on the pages at once, and stored for the next document when it is finished', () => {
  const { workspace, changed } = preferencesWith({ paperHeader: 'Example Capital' })
  const choices = new PaperChoices('tear-sheet', null, workspace)
  const stored = choices.header
  choices.header = 'Example Research'
  const whileTyping = [...changed]
  choices.keepHeader()
  expect([stored, choices.header, whileTyping, changed]).toEqual([
    'Example Capital',
    'Example Research',
    [],
    [{ paperHeader: 'Example Research' }],
  ])
})
