import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { startSample } from '#loopback/sample-process.ts'
import { ManualClock } from './manual-clock.ts'
import { temporaryFolder } from './shell-process.ts'

const sampleService = join(import.meta.dirname, '..', '..', 'src', 'sample', 'main.ts')

async function program(text: string): Promise<string> {
  const file = join(await temporaryFolder(), 'sample.mjs')
  await writeFile(file, text)
  return file
}

test.each([
  ['ends before it listens', 'process.exit(3)', 'the sample service ended with 3'],
  ['says something else', "process.send({ listening: 'http://evil.example' })", 'did not report its address'],
  ['listens elsewhere', "process.send({ listening: 'http://127.0.0.1.evil.example:1' })", 'did not report its address'],
])('a sample service that %s does not keep the library from opening', async (_, text, reason) => {
  const end = new AbortController()
  await expect(startSample(await program(text), new ManualClock(), end.signal)).rejects.toThrow(reason)
})

test('nor does one that says nothing for a quarter of a minute', async () => {
  const folder = await temporaryFolder()
  const file = join(folder, 'sample.mjs')
  // Silent, and it would stay for ever.
  await writeFile(file, "process.on('message', () => undefined)")
  const clock = new ManualClock()
  const starting = startSample(file, clock, new AbortController().signal)
  expect(clock.pending).toEqual([15_000])
  clock.advance(15_000)
  await expect(starting).rejects.toThrow('the sample service did not respond')
})

test('the sample service of a program that is gone before it listens ends with it, without a word', async () => {
  const child = fork(sampleService, ['--port', '0'], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'], execArgv: [] })
  onTestFinished(() => void child.kill('SIGKILL'))
  if (!child.stderr) throw new Error('it has no output')
  child.disconnect()
  // Not `close`, which never comes once we hung up the channel ourselves.
  expect(await Promise.all([once(child, 'exit'), text(child.stderr)])).toEqual([[0, null], ''])
})
