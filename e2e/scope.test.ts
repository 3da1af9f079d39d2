import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeJourney, type Visit } from './support/journey.ts'
import { act, field, openForm, openMenu, save } from './support/office.ts'
import { makePerson, type Person } from './support/people.ts'
import { button, words } from './support/words.ts'

const t = words('en')
const journey = makeJourney({ lasting: true })

const yard = 'Sawmill yard'
const roleName = 'Yard overseer'

let office: Visit
let yardOffice: Visit
let admin: Person
/** Holds the role; belongs to another department than the one it reaches. */
let overseer: Person
let inYard: Person[]

/** An account without any role, in the department that is given. */
const colleague = (tenantId: number, deptId: number, nickName: string) =>
  makePerson(journey.site, { id: tenantId, deptId }, 'none', { nickName, userType: 1 })

async function call(page: Page, method: string, path: string, data?: unknown) {
  const token = await page.evaluate(() => localStorage.getItem('admin-token'))
  const headers = { authorization: `Bearer ${token}` }
  const answer = await page.request.fetch(`${journey.site.url}/api${path}`, { method, headers, data })
  return (await answer.json()) as { code: number; rows: { userName: string }[]; total: number; data: { id: number } }
}

/** Login accounts that the list on the screen shows. */
async function readAccounts(page: Page): Promise<string[]> {
  const list = page.getByRole('main').locator('[data-entity="system/user"]')
  await list.getByRole('row').nth(1).waitFor()
  const rows = await list.getByRole('row').allInnerTexts()
  const everybody = await journey.site.world.admin.query<{ user_name: string }>('select user_name from account')
  return everybody.rows
    .map(row => row.user_name)
    .filter(name => rows.some(row => row.includes(name)))
    .sort()
}

beforeAll(async () => {
  const { world } = journey.site
  const [tenant, stranger] = [await world.makeTenant('SCOPE'), await world.makeTenant('SCOPE2')]
  admin = await makePerson(journey.site, tenant, 'enterpriseAdmin')
  const boss = await world.signIn(tenant, ['enterpriseAdmin'])
  const dept = async (parentId: number, deptName: string) => {
    const answer = await boss.post<{ id: number }>('/system/dept', { parentId, deptName, orderNum: 1, status: '0' })
    if (answer.code !== 200) throw new Error(answer.msg)
    return answer.data.id
  }
  const yardId = await dept(tenant.deptId, yard)
  const belowYard = await dept(yardId, 'Drying kiln')
  const forestId = await dept(tenant.deptId, 'Forest camp')
  inYard = [await colleague(tenant.id, yardId, 'Yard one'), await colleague(tenant.id, yardId, 'Yard two')]
  overseer = await colleague(tenant.id, forestId, 'Overseer')
  await colleague(tenant.id, forestId, 'Camp one')
  await colleague(tenant.id, belowYard, 'Kiln one')
  await colleague(stranger.id, stranger.deptId, 'Stranger')
})

describe('a role that reaches one department (SYS-07)', () => {
  test('is built by the enterprise’s administrator, who sees everybody himself', async () => {
    office = await journey.enter(admin, '/index')
    const { page } = office
    await openMenu(page, t, t('menu.system'), t('menu.system.user'))
    await expect
      .poll(() => readAccounts(page))
      .toEqual(expect.arrayContaining([overseer.userName, ...inYard.map(p => p.userName)]))

    await openMenu(page, t, t('menu.system'), t('menu.system.role'))
    const form = await openForm(page, t, t('system.role'))
    await field(form, t('system.role.roleName')).fill(roleName)
    await field(form, t('system.role.roleKey')).fill('yard:overseer')
    await field(form, t('system.role.roleSort')).fill('20')
    await form.getByRole('button', { name: t('system.tree.expandAll') }).click()
    // The page alone: neither the rest of system administration nor the buttons below it.
    await form.getByRole('checkbox', { name: t('system.tree.linked') }).uncheck()
    const menus = form.getByRole('tree', { name: t('system.role.menuIds') })
    await tick(menus, t('menu.system.user'))
    await save(form, t)
    await page.getByRole('row', { name: roleName }).waitFor()
  })

  test('is narrowed to that department and given to a user', async () => {
    const { page } = office
    await act(page, t, roleName, t('system.role.dataScope'))
    const scope = page.getByRole('dialog', { name: t('system.role.scopeTitle', { name: roleName }) })
    await scope.getByRole('radio', { name: t('system.role.dataScope.2') }).check()
    // Together with its parent the department below would be ticked too.
    await scope.getByRole('checkbox', { name: t('system.tree.linked') }).uncheck()
    await tick(scope.getByRole('tree', { name: t('system.role.deptIds') }), yard)
    await save(scope, t)

    await act(page, t, roleName, t('system.role.authUser'))
    await page.getByRole('button', { name: t('system.role.addUsers') }).click()
    const choice = page.getByRole('dialog', { name: t('system.role.addUsersTo', { name: roleName }) })
    await choice.getByRole('row', { name: overseer.userName }).getByRole('checkbox').check()
    await choice.getByRole('button', { name: button(t('system.role.addUsersCount', { n: 1 })) }).click()
    await choice.waitFor({ state: 'hidden' })
    await page.getByRole('row', { name: overseer.userName }).waitFor()
  })

  test('shows its holder the users of that department and nobody else, himself included', async () => {
    yardOffice = await journey.enter(overseer, '/index')
    const { page } = yardOffice
    await openMenu(page, t, t('menu.system'), t('menu.system.user'))
    const wanted = inYard.map(person => person.userName).sort()
    await expect.poll(() => readAccounts(page)).toEqual(wanted)

    const answer = await call(page, 'GET', '/system/user/list?pageSize=100')
    expect(answer).toMatchObject({ code: 200, total: wanted.length })
    expect(answer.rows.map(row => row.userName).sort()).toEqual(wanted)
  })

  test('ends with the very next call after it was taken away', async () => {
    const { page } = office
    await page
      .getByRole('row', { name: overseer.userName })
      .getByRole('button', { name: t('system.role.revoke'), exact: true })
      .click()
    await page
      .getByRole('button', { name: t('system.role.revoke'), exact: true })
      .last()
      .click()
    await page.getByText(t('system.role.revoked', { n: 1 })).waitFor()
    expect(await call(yardOffice.page, 'GET', '/system/user/list')).toMatchObject({ code: 403 })
    await yardOffice.page.reload()
    await yardOffice.page.getByText(t('shell.notFound.title')).waitFor()
  })
})

test('ST-01: a department is disabled and enabled where it stands, the one above it not before those below', async () => {
  const { page } = office
  await openMenu(page, t, t('menu.system'), t('menu.system.dept'))
  const state = (name: string) => page.getByRole('main').getByRole('switch', { name: `${t('common.status')}: ${name}` })
  const turn = async (name: string, title: 'entity.disableTitle' | 'entity.enableTitle') => {
    await state(name).click()
    const question = page.getByRole('dialog', { name: t(title, { name }) })
    await question.getByRole('button', { name: button(t('action.confirm')) }).click()
    await question.waitFor({ state: 'hidden' })
  }
  // It says why not, and neither asks nor sends.
  await expect.poll(() => state(yard).getAttribute('aria-disabled')).toBe('true')
  await state(yard).focus()
  await page.getByRole('tooltip', { name: t('error.system.dept.childrenEnabled') }).waitFor()
  await state(yard).press('Space')
  await turn('Drying kiln', 'entity.disableTitle')
  await expect.poll(() => state('Drying kiln').getAttribute('aria-checked')).toBe('false')
  await turn(yard, 'entity.disableTitle')
  await expect.poll(() => state(yard).getAttribute('aria-checked')).toBe('false')
  // Enabling one enables what is above it.
  await turn('Drying kiln', 'entity.enableTitle')
  await expect.poll(() => state(yard).getAttribute('aria-checked')).toBe('true')
})

/** Ticks the entry of a tree that is open. */
async function tick(tree: ReturnType<Page['getByRole']>, entry: string): Promise<void> {
  const node = tree.getByRole('treeitem').filter({ has: tree.page().getByText(entry, { exact: true }) })
  await node.getByRole('checkbox').check()
}
