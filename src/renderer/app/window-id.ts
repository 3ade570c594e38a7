type Locks = Pick<LockManager, 'request'>

const storageKey = 'tearsheet.window'

/**
 * The id of this window. A reload finds it again; a copy of the window, whose storage is a copy too, gets another one, since the
 * lock of an id is held as long as its window exists.
 */
export async function windowId(storage: Pick<Storage, 'getItem' | 'setItem'>, locks: Locks): Promise<string> {
  const stored = storage.getItem(storageKey)
  if (stored !== null && (await hold(locks, stored))) return stored
  const id = crypto.randomUUID()
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
