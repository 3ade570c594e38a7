import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sampleKey } from '#sample/options.ts'
import { startSampleService } from '#sample/server.ts'

/** Where rounds of kills take place: what one round leaves is what the next one finds. */
export interface KillPlace {
  readonly folder: string
  /** Empty at first. */
  readonly profile: string
  /** A folder that the library may be moved to. */
  readonly disk: string
  /** A folder that is published into. */
  readonly published: string
  readonly service: { readonly baseUrl: string; readonly key: string }
}

/** An empty place with a service, which restates figures from the second request on. */
export async function openKillPlace() {
  const folder = mkdtempSync(join(tmpdir(), 'tearsheet-kills-'))
  const service = await startSampleService({ restated: 'on-second-request' })
  const place: KillPlace = {
    folder,
    profile: join(folder, 'profile'),
    disk: join(folder, 'disk'),
    published: join(folder, 'published'),
    service: { baseUrl: service.baseUrl, key: sampleKey },
  }
  return {
    place,
    /** Keeps the files where somebody has to look at them. */
    close: async ({ keepFiles }: { readonly keepFiles: boolean }) => {
      await service.close()
      if (!keepFiles) rmSync(folder, { recursive: true, force: true })
    },
  }
}
