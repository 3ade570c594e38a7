import { spawnSync } from 'node:child_process'

const asItself = ['--mount']
/** What most systems grant to everybody: the program is root in a namespace of its own. */
const asRootOfItsOwn = ['--user', '--map-root-user', '--mount']

/** Options of `unshare` for a program that may mount a small file system, seen by that program only. Null: the system grants none. */
export const mountNamespace =
  [asItself, asRootOfItsOwn].find(
    (options) => spawnSync('unshare', [...options, 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0,
  ) ?? null
