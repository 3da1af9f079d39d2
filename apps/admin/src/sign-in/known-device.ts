import { readLocal, writeLocal } from '../shell/storage.ts'

/**
 * Token that the server gave this browser when an account signed in here. It marks a known device, so that failed
 * attempts by others elsewhere do not delay the owner. It grants no access by itself.
 */
const key = 'known-devices'
const most = 10

function read(): Record<string, string> {
  try {
    const stored: unknown = JSON.parse(readLocal(key) ?? '{}')
    return stored && typeof stored === 'object' ? (stored as Record<string, string>) : {}
  } catch {
    return {}
  }
}

const nameOf = (account: string) => account.trim().toLowerCase()

/** Headers of a sign-in by this account. */
export function deviceHeaders(account: string): Record<string, string> {
  const token = read()[nameOf(account)]
  return typeof token === 'string' ? { 'x-known-device': token } : {}
}

export function storeDevice(account: string, token: string | undefined): void {
  if (!token) return
  const { [nameOf(account)]: _, ...others } = read()
  const devices = [...Object.entries(others).slice(1 - most), [nameOf(account), token]]
  writeLocal(key, JSON.stringify(Object.fromEntries(devices)))
}
