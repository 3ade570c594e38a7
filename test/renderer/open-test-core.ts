import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openCore } from '#core/core.ts'
import { serveMessagePort } from '#core/serve-api.ts'
import { openCoreClient, type CoreClient } from '../../src/renderer/core-client/client.ts'
import type { ManualTime } from './manual-time.ts'

/** The real core on a profile of the test's own, and the window's line to it over a message port, as in Electron. */
export async function openTestCore(time: ManualTime): Promise<CoreClient> {
  const folder = mkdtempSync(join(tmpdir(), 'tearsheet-window-'))
  const core = openCore({ profile: folder, version: '1.2.3' })
  const ports: MessagePort[] = []
  const client = await openCoreClient(
    {
      bridge: {
        kind: 'electron',
        keyState: () => Promise.reject(new Error('no keys here')),
        setKey: () => Promise.reject(new Error('no keys here')),
        forgetKey: () => Promise.reject(new Error('no keys here')),
        publishKeyState: () => Promise.reject(new Error('no keys here')),
        setPublishKeys: () => Promise.reject(new Error('no keys here')),
        forgetPublishKeys: () => Promise.reject(new Error('no keys here')),
        openExternal: () => Promise.resolve(false),
      },
      connect: () => {
        const { port1, port2 } = new MessageChannel()
        serveMessagePort(core, port2)
        port2.start()
        ports.push(port2)
        return Promise.resolve(port1)
      },
    },
    'window',
    time.after,
  )
  onTestFinished(async () => {
    client.close()
    ports.forEach((port) => port.close())
    await core.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return client
}
