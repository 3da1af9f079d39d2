import { createTranslator } from '@timbermark/client'
import { batch, category, codeRequest, listing, user } from '@timbermark/contract'
import { all } from '@timbermark/phrases/all'
import { describe, expect, it } from 'vitest'
import { verbState, verbAction } from './actions.ts'
import { canUse } from './permissions.ts'

const { en } = all
const t = createTranslator(en, 'en')
const row = { id: 1 }

describe('buttons follow the permissions (SEC-11, SEC-13)', () => {
  it.each(['add', 'edit', 'remove', 'export', 'import', 'query', 'list'])(
    '%s is hidden without its own permission',
    verb => {
      const others = category.operations.filter(other => other !== verb).map(other => `catalog:category:${other}`)
      expect(canUse(category, verb, others)).toBe(false)
      expect(canUse(category, verb, [`catalog:category:${verb}`])).toBe(true)
      expect(verbState(category, row, verb, others)).toEqual({ visible: false })
    },
  )

  it('are all visible to users who hold every permission (SEC-09)', () => {
    for (const verb of category.operations) expect(canUse(category, verb, ['*:*:*'])).toBe(true)
  })

  it('do not exist for operations that the entity does not have', () => {
    expect(canUse(codeRequest, 'import', ['*:*:*'])).toBe(false)
    expect(canUse(category, 'submit', ['*:*:*'])).toBe(false)
  })

  it('of a transition need the permission of its verb, or the common one for states', () => {
    expect(canUse(batch, 'void', ['catalog:batch:state'])).toBe(true)
    expect(canUse(batch, 'void', ['catalog:batch:edit'])).toBe(false)
    expect(canUse(codeRequest, 'submit', ['code:request:submit'])).toBe(true)
    expect(canUse(listing, 'reject', ['trade:listing:audit'])).toBe(true)
    expect(canUse(listing, 'reject', ['trade:listing:shelf'])).toBe(false)
  })

  it('do not exist for transitions that the server makes by itself', () => {
    expect(canUse(codeRequest, 'complete', ['*:*:*'])).toBe(false)
  })
})

describe('buttons of a row', () => {
  it('are disabled with the reason that the server gives', () => {
    const closed = { id: 1, can: [], why: { edit: 'catalog.batchState' as const } }
    expect(verbState(batch, closed, 'edit', ['*:*:*'])).toEqual({
      visible: true,
      enabled: false,
      reason: 'catalog.batchState',
    })
  })

  it('are hidden for a row outside of the user’s scope', () => {
    expect(verbState(batch, { id: 1, can: ['remove'] }, 'edit', ['*:*:*'])).toEqual({ visible: false })
  })

  it('follow the declared states when the list does not answer them', () => {
    const may = (state: string, verb: string) => verbState(batch, { id: 1, status: state }, verb, ['*:*:*'])
    expect(may('draft', 'activate')).toEqual({ visible: true, enabled: true })
    expect(may('voided', 'activate')).toMatchObject({ enabled: false, reason: 'stateRefused' })
    expect(may('active', 'remove')).toMatchObject({ enabled: false })
    expect(may('draft', 'remove')).toMatchObject({ enabled: true })
    expect(may('closed', 'edit')).toMatchObject({ enabled: false })
  })
})

describe('buttons of verbs that the entity does not declare (SEC-13, SEC-14)', () => {
  const action = { key: 'authRole', label: 'Roles', run: () => {} }
  const button = (more: object, held: boolean) =>
    verbAction(t, verbState(user, { id: 1, ...more }, 'authRole', ['*:*:*'], held), action)

  it('are hidden without the permission, whatever the row says', () => {
    expect(button({ can: ['authRole'] }, false)).toEqual([])
  })

  it('are enabled when the row lists the verb', () => {
    expect(button({ can: ['authRole'] }, true)).toEqual([action])
  })

  it('stay, disabled with the reason, when the row says why', () => {
    expect(button({ can: [], why: { authRole: 'system.user.self' } }, true)).toEqual([
      { ...action, reason: en['error.system.user.self'] },
    ])
  })

  it('are hidden when the row is outside of the scope', () => {
    expect(button({ can: ['edit'] }, true)).toEqual([])
  })
})
