import { describe, expect, test } from 'vitest'
import { Drafts, type DraftSubject } from '../../../src/renderer/app/drafts.svelte.ts'
import { lastStep } from '../../core/storage/steps.ts'
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
  /** Resolves when every window knows what the change did, and has read again what it offers. */
  const afterChange = async (ended: boolean, change: () => unknown) => {
    const heard = new Promise<void>((resolve) => {
      const unlisten = changes.listen((each) => {
        if (each.kind !== 'draft' || each.ended !== ended) return
        unlisten()
        resolve()
      })
    })
    await change()
    await heard
    await core.status.ping()
  }
  return { core, time, drafts, stored, reloaded, afterChange }
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

describe('a draft that two windows offer', () => {
  async function offeredTwice() {
    const opened = await drafting()
    const { title, key } = subject
    await opened.core.drafts.save({ key, title, text: 'old', location: JSON.stringify(subject.location) })
    return { ...opened, one: await opened.reloaded(), other: await opened.reloaded() }
  }
  const offers = ({ recovered }: Drafts) => recovered.map(({ key }) => key)

  test('is offered in neither when it was finished in one, so that its old text never replaces the new one', async () => {
    const { core, one, other, afterChange } = await offeredTwice()
    const draft = one.begin(subject, '')
    draft.text = 'finished'
    await afterChange(true, () => draft.settle((key) => core.search.setSynonyms({ sets: [], draft: key })))
    expect([offers(other), other.begin(subject, 'finished').text]).toEqual([[], 'finished'])
  })

  test('is offered in neither when it was discarded in one', async () => {
    const { one, other, afterChange } = await offeredTwice()
    await afterChange(true, () => one.discard(subject.key))
    expect(offers(other)).toEqual([])
  })

  test('is resumed with what was typed last in either', async () => {
    const { one, other, afterChange } = await offeredTwice()
    const draft = one.begin(subject, '')
    draft.text = 'old and more'
    await afterChange(false, () => draft.leave())
    expect(other.begin(subject, '').text).toBe('old and more')
  })

  test('that one window left and the other finished is no longer offered by the first', async () => {
    const { core, one, other, afterChange } = await offeredTwice()
    one.begin(subject, '').leave()
    expect(offers(one)).toEqual([subject.key])
    const draft = other.begin(subject, '')
    await afterChange(true, () => draft.settle((key) => core.search.setSynonyms({ sets: [], draft: key })))
    expect(offers(one)).toEqual([])
  })

  test('stays stored for the window that is typing it when the other one discards it', async () => {
    const { one, other, stored, afterChange } = await offeredTwice()
    one.begin(subject, '')
    await afterChange(true, () => other.discard(subject.key))
    expect(await stored()).toEqual(['note:one old'])
  })

  test('is not offered by a window that never did while another one types it', async () => {
    const { drafts, one, afterChange } = await offeredTwice()
    const draft = one.begin(subject, '')
    draft.text = 'more'
    await afterChange(false, () => draft.store())
    expect(offers(drafts)).toEqual([])
  })
})

test('a draft on a page that goes to another window is continued there, and not offered here', async () => {
  const { drafts, stored } = await drafting()
  const draft = drafts.begin(subject, '')
  draft.text = 'typed'
  await drafts.flush()
  drafts.handOver(() => draft.leave())
  expect([drafts.recovered, await stored()]).toEqual([[], ['note:one typed']])
})

test('a draft that a restore set aside is stored again with all that was typed', async () => {
  const { core, drafts, stored } = await drafting()
  const backup = await lastStep(core.storage.createBackup({ folder: null }))
  if (backup.kind !== 'done') throw new Error(JSON.stringify(backup))
  drafts.begin(subject, '').text = 'typed'
  await drafts.flush()
  expect(await lastStep(core.storage.restore({ path: backup.path }))).toMatchObject({ kind: 'done' })
  expect(await stored()).toEqual([])
  expect([await drafts.storeAgain(), await stored()]).toEqual([true, ['note:one typed']])
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
