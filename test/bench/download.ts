import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { median, times, type Measured } from './measure.ts'

const bytes = 300_000_000
const callId = '0b7f6a51-1c2d-4e3f-8a9b-0c1d2e3f4a5b'
const printed = z.object({ milliseconds: z.number(), grown: z.number() })

const rounds = 5

/**
 * A recording of 300 MB from this machine: as a download, verified and on the disk, against `curl` of the same file, which leaves it
 * in the memory of the system; and against `curl` followed by `sync` of the file, which is as safe as ours.
 */
export async function download(): Promise<Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tearsheet-bench-'))
  const program = (name: string) => join(import.meta.dirname, name)
  const service = spawn(process.execPath, [program('serve-recording.ts'), String(bytes), callId], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [baseUrl] = (await once(createInterface(service.stdout), 'line')) as [string]
    let grown = 0
    const ours = () => {
      const profile = mkdtempSync(join(folder, 'profile-'))
      const child = spawnSync(process.execPath, [program('download-in-core.ts'), profile, baseUrl, callId], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const measured = printed.parse(JSON.parse(child.stdout))
      grown = Math.max(grown, measured.grown)
      rmSync(profile, { recursive: true })
      return measured.milliseconds
    }
    const theirs = () => {
      const target = join(folder, 'curl')
      const began = performance.now()
      spawnSync('curl', ['--silent', '--fail', '--output', target, `${baseUrl}/files/a.mp3`])
      const fetched = performance.now() - began
      spawnSync('sync', [target])
      const synced = performance.now() - began
      if (statSync(target).size !== bytes) throw new Error('curl did not fetch the whole file')
      rmSync(target)
      return { fetched, synced }
    }
    const taken: { mine: number; fetched: number; synced: number }[] = []
    for (let round = 0; round <= rounds; round += 1) taken.push({ mine: ours(), ...theirs() })
    const counted = taken.slice(1)
    const mine = median(counted.map((round) => round.mine))
    const fetched = median(counted.map((round) => round.fetched))
    const synced = median(counted.map((round) => round.synced))
    return [
      {
        what: `download of a 300 MB recording from loopback, ${Math.round(mine)} ms against ${Math.round(fetched)} ms for curl`,
        figure: `${times(fetched / mine)} of its speed`,
        bar: '≥ 0.7×',
        held: fetched / mine >= 0.7,
      },
      {
        what: `the same against curl with its file on the disk as ours is, ${Math.round(synced)} ms`,
        figure: `${times(synced / mine)} of its speed`,
        bar: '',
        held: null,
      },
      {
        what: 'growth of the core’s memory meanwhile',
        figure: `${(grown / 1_000_000).toFixed(0)} MB`,
        bar: '≤ 50 MB',
        held: grown <= 50_000_000,
      },
    ]
  } finally {
    service.kill()
    rmSync(folder, { recursive: true })
  }
}
