import { useQuery } from '@tanstack/react-query'
import { accountLength, user, userView } from '@timbermark/contract'
import { Form, Select } from 'antd'
import type { ReactNode } from 'react'
import { leaveByTab } from '../../../entity/form/leave-by-tab.ts'
import { DictControl } from '../../../entity/controls/choice-control.tsx'
import { ReferenceControl } from '../../../entity/controls/reference-control.tsx'
import type { Row } from '../../../entity/types.ts'
import { useClient, useT } from '../../../shell/index.ts'
import { FieldItem } from '../../../entity/form/field-item.tsx'
import { PasswordItem } from '../password/password-item.tsx'
import { RecordDrawer } from '../../../entity/form/record-drawer.tsx'
import { userTypeOfRoles } from './user-type-of-roles.ts'
import { type UserPost, type UserRole, toUserBody, userValues } from './user-body.ts'
import { searchOptions } from '../../../entity/controls/search-options.ts'

interface UserFormProps {
  id: string | undefined
  /** Department to propose for a new user: the one whose users are listed. */
  deptId?: number
  onClose: () => void
}

/** Adds or edits a user, with posts and roles. */
export function UserForm({ id, deptId, onClose }: UserFormProps) {
  return (
    <RecordDrawer
      entity={user}
      id={id}
      onClose={onClose}
      initial={row => userValues(row, { deptId })}
      body={toUserBody}
    >
      {row => <UserFields row={row} />}
    </RecordDrawer>
  )
}

function UserFields({ row }: { row: Row | undefined }) {
  const t = useT()
  const client = useClient()
  const { data } = useQuery({
    queryKey: ['entity', 'system/user', 'facts'],
    queryFn: ({ signal }) => client.call('GET /system/user', { signal }),
    enabled: row === undefined,
  })
  const roles = (row?.roles as UserRole[] | undefined) ?? data?.roles
  const posts = (row?.posts as UserPost[] | undefined) ?? data?.posts
  const assigned = (row?.roleIds as number[] | undefined) ?? []
  const form = Form.useFormInstance()
  const isSelf = row?.why?.authRole === 'system.user.self'
  return (
    <>
      <FieldItem
        entity={user}
        name="userName"
        disabled={row !== undefined}
        hint={row ? undefined : t('system.user.nameHint', accountLength)}
      />
      <FieldItem entity={user} name="nickName" />
      {!row && <PasswordItem name="password" label={t('system.user.password')} kind="given" />}
      <FieldItem
        entity={user}
        name="deptId"
        control={props => <ReferenceControl {...(props as object)} entity="system/dept" tree />}
      />
      <FieldItem entity={user} name="phonenumber" />
      <FieldItem entity={user} name="email" />
      <FieldItem
        entity={user}
        name="userType"
        field={userView.fields.userType}
        disabled={isSelf}
        control={props => <DictControl {...(props as object)} type="user_type" required />}
      />
      <FieldItem entity={user} name="sex" />
      <Choices
        name="postIds"
        label={t('system.user.postIds')}
        options={posts?.map(post => ({
          value: post.postId,
          label: post.postName,
          disabled: post.status === '1',
        }))}
      />
      <Choices
        name="roleIds"
        label={t('system.user.roleIds')}
        hint={isSelf ? t('error.system.user.selfRoles') : undefined}
        disabled={isSelf}
        onChange={ids => {
          const chosen = (roles ?? []).filter(role => ids.includes(role.roleId))
          const type = row ? undefined : userTypeOfRoles(chosen.map(role => role.roleKey))
          if (type && !form.isFieldTouched('userType')) form.setFieldValue('userType', type)
        }}
        options={roles?.map(role => ({
          value: role.roleId,
          label: role.roleName,
          // A user keeps a role that the editor may not grant, until it is removed.
          disabled: !assigned.includes(role.roleId) && (role.grantable === false || role.status === '1'),
        }))}
      />
      <FieldItem entity={user} name="status" disabled={isSelf} />
      <FieldItem entity={user} name="remark" wide />
    </>
  )
}

interface ChoicesProps {
  name: string
  label: string
  hint?: ReactNode
  disabled?: boolean
  onChange?: (ids: number[]) => void
  options: { value: number; label: string; disabled: boolean }[] | undefined
}

function Choices({ name, label, hint, disabled, onChange, options }: ChoicesProps) {
  const t = useT()
  return (
    <Form.Item name={name} label={label} extra={hint}>
      <Select
        mode="multiple"
        onInputKeyDown={leaveByTab}
        placeholder={t('common.choose')}
        disabled={disabled}
        onChange={onChange}
        loading={options === undefined}
        options={options ?? []}
        defaultActiveFirstOption={false}
        showSearch={searchOptions}
      />
    </Form.Item>
  )
}
