import { createTranslator } from '@timbermark/client'
import { describe, expect, it } from 'vitest'
import { all } from '@timbermark/phrases/all'
import { rowVerb } from './row-verb.ts'

const { en } = all

const t = createTranslator(en, 'en')
const action = { label: 'Reset password', run: () => {} }

describe('buttons of a row (SEC-13, SEC-14)', () => {
  it('are absent without the permission, whatever the row says', () => {
    expect(rowVerb(t, { id: 1, can: ['resetPwd'] }, 'resetPwd', false, action)).toEqual([])
  })

  it('are open when the row names the verb', () => {
    expect(rowVerb(t, { id: 1, can: ['resetPwd'] }, 'resetPwd', true, action)).toEqual([{ ...action, key: 'resetPwd' }])
  })

  it('stay, disabled with the reason, when the row says why not', () => {
    const row = { id: 1, can: [], why: { resetPwd: 'system.user.self' as const } }
    expect(rowVerb(t, row, 'resetPwd', true, action)[0]?.reason).toBe(en['error.system.user.self'])
  })

  it('are absent when the row is out of reach', () => {
    expect(rowVerb(t, { id: 1, can: ['edit'] }, 'resetPwd', true, action)).toEqual([])
  })
})
