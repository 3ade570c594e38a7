import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sentenceOf } from '#contract/failure.ts'
import { DefectLog } from '#core/defect-log.ts'
import { failureOf } from '#core/failure-error.ts'
import { ApiKeys } from '#core/service/api-keys.ts'
import { fileFailure } from '#core/storage/file-system-failure.ts'
import { operationFailure } from '#core/storage/operation-steps.ts'
import { ManualClock } from '../clocks.ts'
import { ownFolder } from '../folders.ts'

const systemError = (code: string) => Object.assign(new Error(code), { code })

test.each([
  ['ENAMETOOLONG', 'a name in it is too long'],
  ['EBUSY', 'another program is using it'],
  ['EIO', 'its disk or network share reports an error (EIO)'],
  ['Unknown system error -78', 'its disk or network share reports an error (Unknown system error -78)'],
])('a user reads why the system refuses a folder: %s', (code, detail) => {
  const failure = failureOf(fileFailure(systemError(code), ownFolder()))
  expect(failure && sentenceOf(failure)).toBe(`The folder cannot be used: ${detail}.`)
})

test.each(['EBADF', 'EEXIST', 'ENOTEMPTY', 'EINVAL'])(
  '%s is a mistake of the program: the log has it, rather than the user a folder to mend',
  (code) => {
    const profile = ownFolder()
    const failure = operationFailure(systemError(code), {
      log: new DefectLog(profile, new ManualClock(), new ApiKeys()),
      operation: 'backup',
      explained: (error) => fileFailure(error, profile),
    })
    expect(failure).toEqual({ kind: 'defect' })
    expect(readFileSync(join(profile, 'logs', 'tearsheet.log'), 'utf8')).toContain(`storage.backup\nError: ${code}`)
  },
)

test('an error of the program is none of the system, and stays a defect', () => {
  for (const error of [new TypeError('a defect'), systemError('ERR_INVALID_ARG_TYPE'), systemError('SQLITE_ERROR')])
    expect(fileFailure(error, ownFolder())).toBe(error)
})
