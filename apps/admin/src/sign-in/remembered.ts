import { readLocal, writeLocal } from '../shell/storage.ts'

/**
 * "Remember password" without ever storing a password. Whatever a page writes into its own storage can be read by any
 * script that gets into the page, and by the next person at the machine; encrypting it there helps nobody, because the
 * key lies beside it. So this page keeps the account name only, and hands the password to the browser's own manager,
 * which asks the person, keeps it in the system's vault and gives it to this site alone: through the fields' autocomplete
 * marks everywhere, and through the Credential Management API where there is one.
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

/** Account and password as the browser's manager gives them out without asking; null when it does not. */
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

/** Keeps the account, and offers the password to the browser; or forgets the account again. */
export async function remember(account: string, password: string, wanted: boolean): Promise<void> {
  writeLocal(key, wanted ? account : null)
  if (!wanted) return
  try {
    const Credential = (window as unknown as { PasswordCredential?: MakeCredential }).PasswordCredential
    if (Credential) await vault()?.store(new Credential({ id: account, name: account, password }))
  } catch {
    // The manager may refuse; the fields' marks still let it offer to save.
  }
}
