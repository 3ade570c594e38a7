import { join } from 'node:path'
import { replaceElectron } from '../../replace-electron.ts'

replaceElectron(join(import.meta.dirname, 'electron.ts'))
