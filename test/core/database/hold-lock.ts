import { lockProfile } from '#core/database/profile-lock.ts'
import { failureOf } from '#core/failure-error.ts'

// Takes a profile's lock in a process of its own, says how that went, and holds it until it is ended.
try {
  const lock = lockProfile(process.argv[2] ?? '')
  process.stdout.write('held\n')
  process.once('SIGTERM', () => {
    lock.release()
    process.exit(0)
  })
  setInterval(() => undefined, 60_000)
} catch (error) {
  process.stdout.write(`${failureOf(error)?.kind ?? String(error)}\n`)
}
