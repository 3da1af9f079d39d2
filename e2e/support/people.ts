import { randomBytes } from 'node:crypto'
import type { Language } from '@timbermark/contract'
import type { Page } from 'playwright-core'
import { createAccount } from '../../apps/server/src/areas/tenant/create.ts'
import type { Site } from './site.ts'
import { button, words } from './words.ts'

export interface Person {
  id: number
  tenantId: number
  userName: string
  password: string
}

/** Makes an account that signs in as everybody does; the delivered role decides what it may do. */
export async function makePerson(
  { world }: Site,
  tenant: { id: number; deptId: number | null },
  roleKey: string,
  { userType = roleKey === 'fieldReporter' ? 2 : 1, nickName = 'Demo' } = {},
): Promise<Person> {
  const person = {
    userName: `${roleKey.slice(0, 8)}-${randomBytes(4).toString('hex')}`,
    password: 'Sapelli-and-iroko-7',
  }
  const account = { ...person, nickName, userType, deptId: tenant.deptId, roleKeys: [roleKey] }
  const id = await world.services.database.acrossTenants('seed', db => createAccount(db, tenant.id, account))
  return { id, tenantId: tenant.id, ...person }
}

/** Opens the site in a language for the first time, as if it had been chosen here before. */
export async function speak(page: Page, language: Language): Promise<void> {
  await page.addInitScript(chosen => {
    if (!localStorage.getItem('language')) localStorage.setItem('language', chosen)
  }, language)
}

/** A session of this person, as a sign-in creates it. */
export const openSession = ({ world }: Site, { id, tenantId }: Person): Promise<string> =>
  world.services.database.acrossTenants('seed', db =>
    world.services.sessions.open(db, { id, tenantId }, '127.0.0.1', 'test'),
  )

/** Fills in the sign-in page that is open. */
export async function signIn(page: Page, person: Person, language: Language = 'en'): Promise<void> {
  const t = words(language)
  await page.getByLabel(t('shell.login.account')).fill(person.userName)
  await page.getByLabel(t('shell.login.password'), { exact: true }).fill(person.password)
  await page.getByRole('button', { name: button(t('shell.login.submit')) }).click()
}
