import { storageKeys } from '@timbermark/contract'
import { readLocal, writeLocal } from './storage.ts'

export const h5UserType = 2
/** Told to the phone page and the trace page, which share the storage of this site. */
export const userTypeKey = 'user-type'

export const storedToken = (): string | null => readLocal(storageKeys.token)

export function keepToken(token: string): void {
  writeLocal(storageKeys.token, token)
}

/** The user type as last heard of; null when nobody is known. */
export function rememberedUserType(): number | null {
  const remembered = readLocal(userTypeKey)
  return remembered === null ? null : Number(remembered)
}
