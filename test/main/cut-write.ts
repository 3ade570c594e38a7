import { realDisk, replaceFile, type Disk } from '#main/atomic-file.ts'

/** Run as a process of its own: replaces a file and is killed, as by a power cut, before the given step. */
const [file = '', text = '', step = ''] = process.argv.slice(2)

function cutBefore<Args extends unknown[]>(name: string, run: (...args: Args) => void): (...args: Args) => void {
  return (...args) => {
    if (name === step) process.kill(process.pid, 'SIGKILL')
    run(...args)
  }
}

const disk: Disk = {
  write: cutBefore('write', (path, content) => realDisk.write(path, content)),
  flush: cutBefore('flush', (path) => realDisk.flush(path)),
  rename: cutBefore('rename', (from, to) => realDisk.rename(from, to)),
}
replaceFile(file, text, disk)
