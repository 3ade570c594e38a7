import { expect, test } from 'vitest'
import { noPolicy } from '#core/policy/policy-file.ts'
import { openedCore } from '../../../core/opened-core.ts'
import { forbiddenBy } from '../../../../src/renderer/app/policy-reasons.ts'
import { removeRecording, transferOff } from '../../../../src/renderer/app/transfers/transfer-actions.ts'
import { ManualTime } from '../../manual-time.ts'
import { openTestCore } from '../../open-test-core.ts'

const onDisk = { callId: 'a', state: 'on-disk' } as const

test('a recording is said to be removed when it was, and only then', async () => {
  const client = await openTestCore(new ManualTime())
  const said: string[] = []
  const workspace = {
    core: client.core,
    player: { callId: null, unload: () => {} },
    say: (sentence: string) => void said.push(sentence),
    fail: () => void said.push('failed'),
  }
  await removeRecording(workspace, onDisk)
  await removeRecording(workspace, { ...onDisk, state: 'paused' })
  client.close()
  await removeRecording(workspace, onDisk)
  expect(said).toEqual(['Recording removed from disk.', 'Download canceled.', 'failed'])
})

test('a download is not continued where the administrator forbids recordings, and is still removed', async () => {
  const { api } = openedCore({ policy: { ...noPolicy, recordings: false } })
  const forbidden = forbiddenBy(await api.policy.read())
  expect(transferOff({ forbidden, status: { readOnlyReason: null } })).toEqual({
    resume: 'your administrator does not allow recordings',
    change: null,
  })
})

test('nothing of a download is changed on a read-only profile', () => {
  const status = { readOnlyReason: 'the profile is read-only' }
  expect(transferOff({ forbidden: forbiddenBy(noPolicy), status })).toEqual({
    resume: 'the profile is read-only',
    change: 'the profile is read-only',
  })
})
