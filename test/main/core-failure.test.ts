import { expect, test } from 'vitest'
import { CoreFailure } from '#main/core-failure.ts'

const givenUp = { phase: 'given-up', deaths: [1, 2, 3] } as const

/** A user who gives these answers, one after the other. */
function answering(...answers: readonly ('again' | 'other-profile' | 'quit')[]) {
  const left = [...answers]
  const done: string[] = []
  const folders = [false, true]
  const failure = new CoreFailure({
    ask: (deaths) => {
      done.push(`asked after ${deaths}`)
      return Promise.resolve(left.shift() ?? 'quit')
    },
    startCore: () => void done.push('started'),
    startElsewhere: () => {
      const isChosen = folders.shift() ?? true
      done.push(isChosen ? 'restarting' : 'no folder')
      return Promise.resolve(isChosen)
    },
    quit: () => void done.push('quitting'),
  })
  return { failure, done }
}

test('a core that died too often starts again when its user wants that, and no dialog is shown while it runs', async () => {
  const { failure, done } = answering('again')
  await failure.follow({ phase: 'up', deaths: [] })
  await failure.follow(givenUp)
  expect(done).toEqual(['asked after 3', 'started'])
})

test('who chooses no other profile sees the dialog again', async () => {
  const { failure, done } = answering('other-profile', 'again')
  await failure.follow(givenUp)
  expect(done).toEqual(['asked after 3', 'no folder', 'asked after 3', 'started'])
})

test.each(['other-profile', 'quit'] as const)(
  'who chose %s and stays for unsaved work sees the dialog again, since it cannot be saved without the core',
  async (choice) => {
    const { failure, done } = answering(choice, choice, 'again')
    await failure.follow(givenUp)
    done.length = 0
    await failure.follow(givenUp)
    expect(done.at(0)).toBe('asked after 3')
  },
)

test('one dialog is shown at a time, however many windows stay', async () => {
  const { failure, done } = answering('again')
  await Promise.all([failure.follow(givenUp), failure.follow(givenUp)])
  expect(done).toEqual(['asked after 3', 'started'])
})
