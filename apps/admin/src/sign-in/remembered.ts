import { readLocal, writeLocal } from '../shell/storage.ts'

/**
 * "Remember password" without ever storing a password. Any script that gets into the page, and the next user of the
 * machine, can read what a page writes into its storage; encrypting it there does not help, because the key is next to
 * it. So this page stores only the account name and hands the password to the browser's own password manager, which
 * asks the user, keeps the password in the system's vault and gives it to this site alone: through the fields'
 * autocomplete attributes everywhere, and through the Credential Management API where it exists.
 */
const key = 'remembered-account'

export const rememberedAccount = (): string | null => readLocal(key)

interface StoredPassword {
  id: string
  password: string
}
interface PasswordVault {
  get(options: { password: true; mediation: 'silent' }): Promise<unknown>
  store(credential: unknown): Promise<unknown>
}
type MakeCredential = new (data: { id: string; password: string; name: string }) => unknown

const vault = (): PasswordVault | undefined =>
  'PasswordCredential' in window ? (navigator.credentials as unknown as PasswordVault) : undefined

/** Account and password from the browser's password manager, if it gives them without asking; else null. */
export async function storedPassword(): Promise<StoredPassword | null> {
  try {
    const credential = (await vault()?.get({ password: true, mediation: 'silent' })) as
      | Partial<StoredPassword>
      | null
      | undefined
    return typeof credential?.id === 'string' && typeof credential.password === 'string'
      ? { id: credential.id, password: credential.password }
      : null
  } catch {
    return null
  }
}

/** Stores the account and offers the password to the browser; or removes the account again. */
export async function remember(account: string, password: string, wanted: boolean): Promise<void> {
  writeLocal(key, wanted ? account : null)
  if (!wanted) return
  try {
    const Credential = (window as unknown as { PasswordCredential?: MakeCredential }).PasswordCredential
    if (Credential) await vault()?.store(new Credential({ id: account, name: account, password }))
  } catch {
    // The password manager may refuse; the autocomplete attributes still let it offer to save.
  }
}
