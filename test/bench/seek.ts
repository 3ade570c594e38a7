import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRouterClient } from '@orpc/server'
import type { Page } from '@playwright/test'
import { systemClock } from '#core/clock.ts'
import { openCore, type Core } from '#core/core.ts'
import { newToken } from '#loopback/one-use-tokens.ts'
import { openLoopback, defaultLimits, type LoopbackServer } from '#loopback/server.ts'
import { SessionKeys } from '#loopback/session-keys.ts'
import { sessionPublishKeys } from '#loopback/session-publish-keys.ts'
import { callId, startRecordingService, type RecordingService } from '../core/recordings/recording-service.ts'
import { launchBrowser } from './browser-shell.ts'
import { milliseconds, percentile, type Measured } from './measure.ts'
import { tone } from './tone.ts'

const seeks = 40

/** From a click on a turn to sound: a downloaded recording in Chromium, over the media route of the browser shell. */
export async function seek(): Promise<Measured[]> {
  const profile = mkdtempSync(join(tmpdir(), 'tearsheet-bench-'))
  const sound = tone(3600)
  const service = await startRecordingService(sound.length, sound)
  const core = openCore({ profile, version: 'bench' })
  const server = await serve(core)
  const browser = await launchBrowser()
  try {
    await downloadSound(core, service)
    const page = await browser.newPage()
    await page.goto(`${server.address.origin}/`)
    await enter(page, server.launchToken())
    const took = await page.evaluate(seekAround, { path: `/media/${callId}`, seeks })
    const p95 = percentile(took, 0.95)
    return [
      {
        what: `seek in a downloaded recording of an hour (115 MB), click to sound, p95 of ${seeks} (p50 ${milliseconds(percentile(took, 0.5))})`,
        figure: milliseconds(p95),
        bar: '≤ 100 ms',
        held: p95 <= 100,
      },
    ]
  } finally {
    await browser.close()
    await server.close()
    await core.close()
    await service.close()
    rmSync(profile, { recursive: true })
  }
}

function serve(core: Core): Promise<LoopbackServer> {
  const html = new TextEncoder().encode('<!doctype html><title>Tearsheet</title>')
  return openLoopback({
    port: 0,
    assets: new Map([['/index.html', { bytes: html, contentType: 'text/html; charset=utf-8' }]]),
    clock: systemClock,
    limits: defaultLimits,
    openCore: async () => ({
      keys: new SessionKeys(core.keys),
      publishKeys: sessionPublishKeys(core),
      serve: async () => undefined,
      media: (asked, question, signal) => core.openMedia(asked, question, signal),
      close: async () => undefined,
    }),
    leave: () => undefined,
    entered: () => undefined,
    report: (error) => {
      throw error
    },
  })
}

async function downloadSound(core: Core, { baseUrl }: RecordingService): Promise<void> {
  const api = createRouterClient(core.router)
  const search = { query: 'q', type: 'query_by', page: 'page', key: 'unknown' } as const
  const { id } = await api.workspaces.create({ name: 'Bench', baseUrl, search })
  core.keys.hold({ workspace: id, origin: baseUrl, key: 'bench-key' })
  await api.workspaces.activate({ id })
  const changes = await api.status.changes()
  await api.recordings.download({ callId })
  while (!(await api.recordings.read({ callId })).local) await changes.next()
}

async function enter(page: Page, token: string): Promise<void> {
  await page.evaluate(
    async (body) => {
      const headers = { 'Content-Type': 'application/json' }
      await fetch('/session', { method: 'POST', headers, body: JSON.stringify(body) })
    },
    { token, session: newToken() },
  )
}

/** In the page: jumps about while it plays. Milliseconds from setting the time to the element's clock running on from there. */
async function seekAround({ path, seeks: count }: { path: string; seeks: number }): Promise<number[]> {
  const audio = document.createElement('audio')
  document.body.append(audio)
  const heard = (name: string) => new Promise((resolve) => audio.addEventListener(name, resolve, { once: true }))
  const moving = (from: number) =>
    new Promise<void>((resolve) => {
      const look = () => (audio.currentTime > from && !audio.seeking ? resolve() : setTimeout(look, 1))
      look()
    })
  audio.muted = true
  audio.src = path
  await heard('loadedmetadata')
  await audio.play()
  await moving(0)
  const took: number[] = []
  for (let turn = 0; turn < count; turn += 1) {
    // All over the recording, never near where it plays.
    const target = (audio.duration - 2) * ((turn * 0.618) % 1)
    const began = performance.now()
    const sought = heard('seeked')
    audio.currentTime = target
    await sought
    // Its clock runs: five milliseconds of sound are heard.
    await moving(target + 0.005)
    took.push(performance.now() - began)
  }
  return took
}
