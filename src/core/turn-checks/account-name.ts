import { userInfo } from 'node:os'

/** The name of the user's account on this computer; empty where the system has none. */
export function accountName(): string {
  try {
    return userInfo().username.slice(0, 256)
  } catch {
    return ''
  }
}
