import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { realDisk, replaceFile, type Disk } from '#main/atomic-file.ts'
import { writeVault } from '#main/vault-file.ts'
import { replaceElectron } from '../replace-electron.ts'

// Changes the settings and the vault of keys again and again, as the installed program does, and says each number when both have it.
replaceElectron(join(import.meta.dirname, '..', 'main', 'stand-in-electron', 'electron.ts'))
const { app } = await import('electron')
const { openSettings } = await import('#main/settings-store.ts')

const [folder = '', from = ''] = process.argv.slice(2)
app.setPath('userData', folder)
const settings = openSettings(folder, new Date(), (what, error) => {
  throw new Error(what, { cause: error })
})
if (settings.notice !== null) throw new Error(settings.notice.kind)
const say = (number: number) => writeSync(1, `${number}\n`)
for (let number = Number(from); ; number += 1) {
  const bounds = { x: number, y: 0, width: 800, height: 600 }
  settings.change({ windows: [{ id: '3f2b0c1e-6c44-4f0e-9f7e-0d8f5f0f7a11', bounds, maximized: false }] })
  // Larger than any vault, and announced by one more line: a kill has to fall into the moment of writing.
  const ciphertext = Buffer.from(`v11${'sealed '.repeat(300_000)}`).toString('base64')
  const stored = { origin: 'https://data.example.com', tag: 'v11', ciphertext, lastFour: null, savedAt: number }
  const disk: Disk = {
    ...realDisk,
    write: (file, content) => {
      say(number - 1)
      realDisk.write(file, content)
    },
  }
  replaceFile(join(folder, 'vault.json'), writeVault(new Map([['live', stored]])), disk)
  say(number)
}
