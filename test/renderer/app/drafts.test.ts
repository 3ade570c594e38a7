import { describe, expect, test } from 'vitest'
import { Drafts, type DraftSubject } from '../../../src/renderer/app/drafts.svelte.ts'
import { ManualTime } from '../manual-time.ts'
import { openTestCore } from '../open-test-core.ts'

const subject: DraftSubject = {
  key: 'note:one',
  title: 'note on HLDN',
  location: { screen: 'call', callId: 'a', title: 'HLDN', turn: -1 },
}

/** The window's drafts on a real core. */
async function drafting() {
  const time = new ManualTime()
  const { core, changes } = await openTestCore(time)
  const made = () => new Drafts({ core, changes, after: time.after, now: () => 1000 })
  const drafts = made()
  await drafts.read()
  /** As the core has them. */
  const stored = async () => (await core.drafts.all()).map(({ key, text }) => `${key} ${text}`)
  /** As a page that was loaded again finds them. */
  const reloaded = async () => {
    const again = made()
    await again.read()
    return again
  }
  return { core, time, drafts, stored, reloaded }
}

describe('a draft', () => {
  test('is stored a moment after the first change, with all that was typed by then', async () => {
    const { time, drafts, stored } = await drafting()
    const draft = drafts.begin(subject, 'saved')
    draft.text = 'saved a'
    time.pass(299)
    draft.text = 'saved and more'
    expect(await stored()).toEqual([])
    time.pass(1)
    expect(await stored()).toEqual(['note:one saved and more'])
  })

  test('is stored at once when the page goes', async () => {
    const { drafts, stored } = await drafting()
    drafts.begin(subject, '').text = 'typed'
    void drafts.flush()
    expect(await stored()).toEqual(['note:one typed'])
  })

  test('is there after a reload, with where it belongs, and stands in its field again', async () => {
    const { drafts, reloaded } = await drafting()
    drafts.begin(subject, '').text = 'typed'
    void drafts.flush()
    const again = await reloaded()
    expect(again.recovered.map(({ title, location }) => [title, location])).toEqual([[subject.title, subject.location]])
    const draft = again.begin(subject, '')
    expect([draft.text, draft.recoveredFrom !== null, again.recovered]).toEqual(['typed', true, []])
  })

  test('goes when it was saved, when it was discarded, and when the text is as saved again', async () => {
    const { core, time, drafts, stored } = await drafting()
    for (const end of [
      () => drafts.begin(subject, 'saved').settle((draft) => core.search.setSynonyms({ sets: [], draft })),
      () => Promise.resolve(drafts.begin(subject, 'saved').discard()),
      () => {
        drafts.begin(subject, 'saved').text = 'saved'
        time.pass(300)
        return Promise.resolve()
      },
    ]) {
      const draft = drafts.begin(subject, 'saved')
      draft.text = 'typed'
      void drafts.flush()
      expect(await stored()).toEqual(['note:one typed'])
      draft.leave()
      await end()
      expect([await stored(), drafts.isDirty]).toEqual([[], false])
    }
  })

  test('stays when saving fails, and is reported once its field is gone', async () => {
    const { drafts, stored } = await drafting()
    const draft = drafts.begin(subject, '')
    draft.text = 'typed'
    const saving = draft.settle(() => Promise.reject(new Error('no line')))
    draft.leave()
    expect(drafts.recovered).toEqual([])
    await expect(saving).rejects.toThrow('no line')
    expect([await stored(), drafts.recovered.map(({ key }) => key)]).toEqual([['note:one typed'], ['note:one']])
  })

  test('is not stored again by what was typed just before it was saved', async () => {
    const { core, time, drafts, stored } = await drafting()
    const draft = drafts.begin(subject, '')
    draft.text = 'typed'
    const saving = draft.settle((key) => core.search.setSynonyms({ sets: [], draft: key }))
    time.pass(300)
    await saving
    expect(await stored()).toEqual([])
  })

  test('that was discarded can be restored', async () => {
    const { drafts, stored } = await drafting()
    const draft = drafts.begin(subject, '')
    draft.text = 'typed'
    draft.discard()
    drafts.restore(subject, 'typed')
    expect([await stored(), drafts.begin(subject, '').text]).toEqual([['note:one typed'], 'typed'])
  })
})

test('leaving needs a confirmation exactly while there is text on screen that is not saved', async () => {
  const { drafts } = await drafting()
  const asked = [drafts.isDirty]
  const draft = drafts.begin(subject, 'saved')
  for (const text of ['saved', 'typed', 'saved', 'typed again']) {
    draft.text = text
    asked.push(drafts.isDirty)
  }
  void drafts.flush()
  asked.push(drafts.isDirty)
  draft.discard()
  expect([...asked, drafts.isDirty]).toEqual([false, false, true, false, true, true, false])
})
