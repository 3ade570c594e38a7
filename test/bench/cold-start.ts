import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchBrowser, startShell } from './browser-shell.ts'
import { cached, fill, securityRows } from './cached-securities.ts'
import { median, milliseconds, type Measured } from './measure.ts'
import { newLibrary } from './new-library.ts'

const starts = 7

/** From starting the browser shell's process, with a large library, to Home. */
export async function coldStart(): Promise<Measured[]> {
  const profile = mkdtempSync(join(tmpdir(), 'tearsheet-bench-'))
  const browser = await launchBrowser()
  try {
    await prepare(profile)
    const took: number[] = []
    for (let start = 0; start < starts; start += 1) {
      const context = await browser.newContext()
      const page = await context.newPage()
      const began = performance.now()
      const shell = await startShell(profile)
      await page.goto(shell.address)
      await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
      took.push(performance.now() - began)
      await context.close()
      await shell.stop()
    }
    const half = median(took)
    return [
      {
        what: `cold start of the browser shell, ${cached.toLocaleString('en')} securities in the library, process start to Home (slowest of ${starts}: ${milliseconds(Math.max(...took))})`,
        figure: `p50 ${milliseconds(half)}`,
        bar: '≤ 1.5 s',
        held: half <= 1500,
      },
    ]
  } finally {
    await browser.close()
    rmSync(profile, { recursive: true })
  }
}

async function prepare(profile: string): Promise<void> {
  const library = await newLibrary(profile)
  if (library.writer) fill(library.writer, securityRows().rows)
  library.close()
}
