import { readdir, readFile } from 'node:fs/promises'

/** The children of a process and theirs, by their parents' ids in Linux's `/proc`. */
export async function descendants(pid: number): Promise<number[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const parents = await Promise.all(
    ids.map(async (id) => {
      const line = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '')
      return [id, Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[1])] as const
    }),
  )
  const below = (parent: number): number[] =>
    parents.filter(([, one]) => one === parent).flatMap(([id]) => [id, ...below(id)])
  return below(pid)
}

/** What other programs see of a process and of those that it started: arguments and environment. Empty on other systems than Linux. */
export async function processList(pid: number): Promise<Buffer> {
  if (process.platform !== 'linux') return Buffer.alloc(0)
  const ids = [pid, ...(await descendants(pid))]
  const files = ids.flatMap((id) => [`/proc/${id}/cmdline`, `/proc/${id}/environ`])
  // A process may have ended meanwhile.
  return Buffer.concat(await Promise.all(files.map((file) => readFile(file).catch(() => Buffer.alloc(0)))))
}
