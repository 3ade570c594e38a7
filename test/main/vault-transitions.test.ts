import fc from 'fast-check'
import { expect, test } from 'vitest'
import { protectionOf } from '#main/key-protection.ts'
import { closedVault, type VaultCommand, type VaultEvent, type VaultState } from '#main/vault-state.ts'
import { stepVault } from '#main/vault-transitions.ts'

const workspace = fc.constantFrom('one', 'two')
const key = fc.constantFrom('first-key-of-all', 'second-key-of-all')
const ciphertext = fc
  .tuple(fc.constantFrom('v10', 'v11', 'v12', 'v99'), key)
  .map(([tag, text]) => Buffer.from(tag + text))

const request: fc.Arbitrary<VaultEvent> = fc.oneof(
  fc.record({ is: fc.constant('look' as const) }),
  fc.record({ is: fc.constant('unlock' as const), workspace }),
  fc.record({ is: fc.constant('forget' as const), workspace }),
  fc.record({
    is: fc.constant('keep' as const),
    at: fc.constant(1),
    entry: fc.record({
      workspace,
      origin: fc.constant('https://service.example'),
      key,
      keeping: fc.constantFrom('session' as const, 'keyring' as const, 'unprotected' as const),
    }),
  }),
)

/** A result that fits the command, as good or as bad as a keyring, a disk or a user can give it. */
function responseTo(command: VaultCommand): fc.Arbitrary<VaultEvent> | null {
  switch (command.do) {
    case 'seal':
      return fc.oneof(
        ciphertext.map((bytes): VaultEvent => ({ is: 'sealed', ciphertext: bytes })),
        fc.constantFrom<VaultEvent>({ is: 'not-sealed', why: 'no-keyring' }, { is: 'not-sealed', why: 'no-response' }),
      )
    case 'open':
      return fc.oneof(
        fc.record({ is: fc.constant('opened' as const), key, renew: fc.boolean() }),
        fc.record({
          is: fc.constant('not-opened' as const),
          why: fc.constantFrom('locked' as const, 'no-response' as const, 'unreadable' as const),
        }),
      )
    case 'confirm-unprotected':
      return fc.constantFrom<VaultEvent>({ is: 'agreed' }, { is: 'declined' })
    case 'write':
      return fc.constantFrom<VaultEvent>({ is: 'written' }, { is: 'not-written' })
    case 'hold':
    case 'drop':
    case 'tell-change':
      return null
    default:
      return command satisfies never
  }
}

interface Life {
  readonly asked: VaultEvent
  readonly log: readonly (VaultEvent | VaultCommand)[]
  readonly before: VaultState
  readonly after: VaultState
}

/** One request and everything that follows, with results taken from the generator. */
function live(state: VaultState, asked: VaultEvent, gen: fc.GeneratorValue): Life {
  const log: (VaultEvent | VaultCommand)[] = []
  let event: VaultEvent | null = asked
  let now = state
  while (event !== null) {
    log.push(event)
    const step = stepVault(now, event)
    now = step.state
    event = null
    for (const command of step.commands) {
      log.push(command)
      const answer = responseTo(command)
      if (answer !== null) event = gen(() => answer)
    }
  }
  return { asked, log, before: state, after: now }
}

function isCommand<Name extends VaultCommand['do']>(
  line: VaultEvent | VaultCommand,
  name: Name,
): line is Extract<VaultCommand, { do: Name }> {
  return 'do' in line && line.do === name
}

/** Shrinking a life replays it thousands of times, each with other results, and runs out of memory: the first one that fails is reported. */
const runs = { numRuns: 3000, endOnFailure: true }

/** What an earlier run of the program left on the disk: nothing of it is held yet. */
const leftOnDisk = fc.dictionary(workspace, ciphertext).map(
  (keys) =>
    new Map(
      Object.entries(keys).map(([name, bytes]) => [
        name,
        {
          origin: 'https://service.example',
          tag: bytes.toString('latin1', 0, 3),
          ciphertext: bytes.toString('base64'),
          lastFour: null,
          savedAt: 0,
        },
      ]),
    ),
)

function everyLife(check: (life: Life) => void, allowsUnprotected = true): void {
  fc.assert(
    fc.property(leftOnDisk, fc.array(request, { minLength: 1, maxLength: 6 }), fc.gen(), (left, requests, gen) => {
      let state = closedVault({ platform: 'linux', exposedBy: [], stored: left, allowsUnprotected })
      for (const asked of requests) {
        const life = live(state, asked, gen)
        check(life)
        state = life.after
      }
    }),
    runs,
  )
}

test('whatever the keyring returns, nothing is written that was not decrypted again to the very same key (S5)', () => {
  everyLife(({ log, before }) => {
    for (const [place, line] of log.entries()) {
      if (!isCommand(line, 'write')) continue
      const unseen = [...line.keys].filter(([name, stored]) => before.stored.get(name) !== stored)
      for (const [, stored] of unseen) {
        const reopened = log[place - 1]
        const opening = log[place - 2]
        const sealed = log.slice(0, place).findLast((each) => isCommand(each, 'seal'))
        expect(reopened).toMatchObject({ is: 'opened', key: sealed?.text })
        expect(opening).toEqual({ do: 'open', ciphertext: stored.ciphertext })
      }
    }
  })
})

test('nothing unprotected is written without a yes, or another unprotected one before it (S2)', () => {
  everyLife(({ log, before }) => {
    for (const line of log) {
      if (!isCommand(line, 'write')) continue
      for (const [name, stored] of line.keys) {
        const old = before.stored.get(name)
        if (old === stored || stored.tag === 'v11' || stored.tag === 'v12') continue
        const agreed = log.some((one) => 'is' in one && one.is === 'agreed')
        const wasOpen =
          old !== undefined && protectionOf('linux', Buffer.from(old.ciphertext, 'base64')).protection === 'unprotected'
        expect(agreed || wasOpen).toBe(true)
      }
    }
  })
})

test('nothing unprotected is written by a vault that may not, even with a yes (S10)', () => {
  everyLife(({ log, before }) => {
    for (const line of log) {
      if (!isCommand(line, 'write')) continue
      const written = [...line.keys].filter(([name, stored]) => before.stored.get(name) !== stored)
      for (const [, { tag }] of written) expect(['v11', 'v12']).toContain(tag)
    }
  }, false)
})

test('a stored key leaves the disk only when the user forgets it or enters another (S3)', () => {
  everyLife(({ asked, before, after }) => {
    for (const [name, stored] of before.stored) {
      if (after.stored.get(name)?.ciphertext === stored.ciphertext) continue
      const byUser =
        (asked.is === 'forget' && asked.workspace === name) || (asked.is === 'keep' && asked.entry.workspace === name)
      const renewed = asked.is === 'unlock' && asked.workspace === name && after.stored.has(name)
      expect(byUser || renewed).toBe(true)
    }
  })
})

test('every request comes to an end, and what the user entered can be used at once', () => {
  everyLife(({ asked, after, log }) => {
    expect(after.task).toBeNull()
    if (asked.is !== 'keep') return
    expect(after.held.get(asked.entry.workspace)?.key).toBe(asked.entry.key)
    expect(log.some((line) => isCommand(line, 'hold') && line.key.key === asked.entry.key)).toBe(true)
  })
})
