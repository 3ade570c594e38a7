import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium, type Browser } from '@playwright/test'
import { findBrowser } from '../../scripts/find-browser.mjs'
import { nodeOptions } from '../../scripts/start/node-options.mjs'

const root = join(import.meta.dirname, '../..')

export interface RunningShell {
  /** With the launch token. */
  readonly address: string
  readonly pid: number
  stop(): Promise<void>
}

/** The built browser shell on a profile, as `npm start` runs it. */
export async function startShell(profile: string, ...args: readonly string[]): Promise<RunningShell> {
  const program = [...nodeOptions, join(root, 'out/main/loopback.js'), '--no-open', '--profile', profile, ...args]
  const child = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'inherit'] })
  return { address: await printedAddress(child), pid: child.pid ?? 0, stop: () => ended(child) }
}

async function printedAddress(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('the shell has no output')
  for await (const line of createInterface(child.stdout)) {
    const address = /http:\/\/127\.0\.0\.1:\S+/.exec(line)?.[0]
    if (address) return address
  }
  throw new Error('the shell ended without an address')
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

/** Flags keep Chromium from calling home; the sandbox cannot run as root. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = findBrowser()
  if (executablePath === null) throw new Error('no Chromium found: npm test installs one')
  return chromium.launch({
    executablePath,
    chromiumSandbox: process.getuid?.() !== 0,
    args: ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
  })
}
