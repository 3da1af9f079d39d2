import { describe, expect, it } from 'vitest'
import type { Row } from '../../../entity/types.ts'
import { toUserBody, userValues } from './user-body.ts'

const row: Row = {
  id: 15,
  userName: 'clerk-1',
  nickName: 'Clerk',
  userType: 1,
  deptId: 3,
  phonenumber: '13800138000',
  email: 'clerk@example.org',
  sex: '0',
  status: '0',
  remark: null,
  roleIds: [4, 5],
  postIds: [],
}

describe('user form (ENT-19)', () => {
  it('adds a user with password, roles and posts, the type as a number', () => {
    const values = {
      ...userValues(undefined, { deptId: 3 }),
      userName: ' clerk-2 ',
      nickName: 'Two',
      password: 'abcd-EFGH-2345',
    }
    expect(
      toUserBody({ ...values, phonenumber: '13800138001', email: 'two@example.org', roleIds: [4] }, undefined),
    ).toEqual({
      userName: 'clerk-2',
      nickName: 'Two',
      deptId: 3,
      userType: 1,
      phonenumber: '13800138001',
      email: 'two@example.org',
      sex: '0',
      status: '0',
      roleIds: [4],
      password: 'abcd-EFGH-2345',
    })
  })

  it('sends nothing when nothing changed, whatever the order of the ticked roles', () => {
    const values = userValues(row)
    expect(toUserBody(values, row)).toBeUndefined()
    expect(toUserBody({ ...values, roleIds: [5, 4] }, row)).toBeUndefined()
  })

  it('sends only changed fields, never the account or a password', () => {
    const values = { ...userValues(row), nickName: 'Head clerk', userName: 'other', password: 'ignored', userType: '5' }
    expect(toUserBody(values, row)).toEqual({ id: 15, nickName: 'Head clerk', userType: 5 })
  })

  it('replaces roles as a whole when they differ', () => {
    expect(toUserBody({ ...userValues(row), roleIds: [5] }, row)).toEqual({ id: 15, roleIds: [5] })
  })
})
