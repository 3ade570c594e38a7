type Locks = Pick<LockManager, 'request'>

const storageKey = 'tearsheet.window'

/**
 * The id of this window, which a reload keeps. A duplicated window gets another one: its storage is a copy, but the lock of the id is
 * held by the first.
 *
 * @param given by the shell; null: none
 */
export async function windowId(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  locks: Locks,
  given: string | null = null,
): Promise<string> {
  const stored = storage.getItem(storageKey)
  if (given === null && stored !== null && (await hold(locks, stored))) return stored
  const id = given ?? crypto.randomUUID()
  await hold(locks, id)
  storage.setItem(storageKey, id)
  return id
}

/** False when another window holds it. */
function hold(locks: Locks, id: string): Promise<boolean> {
  return new Promise((resolve) => {
    const granted = locks.request(`${storageKey}.${id}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null)
      // As long as the window exists.
      return lock === null ? null : new Promise<never>(() => {})
    })
    granted.catch(() => resolve(false))
  })
}
