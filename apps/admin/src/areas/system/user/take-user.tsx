import { useQuery } from '@tanstack/react-query'
import { type RowOf, user, userView } from '@timbermark/contract'
import { pathLabel } from '@timbermark/phrases'
import { Form, Select, Typography } from 'antd'
import { leaveByTab } from '../../../entity/form/leave-by-tab.ts'
import { DictControl } from '../../../entity/controls/choice-control.tsx'
import { ReferenceControl } from '../../../entity/controls/reference-control.tsx'
import { DialogForm } from '../../../entity/dialogs/dialog-form.tsx'
import { FieldItem } from '../../../entity/form/field-item.tsx'
import { useRefresh } from '../../../entity/use-entity.ts'
import { useFeedback } from '../../../entity/actions/use-feedback.ts'
import { useClient, useT } from '../../../shell/index.ts'
import { userTypeOfRoles } from './user-type-of-roles.ts'
import { searchOptions } from '../../../entity/controls/search-options.ts'

interface Acceptance {
  deptId: number
  /** Entry of the dictionary. */
  userType: string
  roleIds?: number[]
}

/** Accepts a person who registered: their department, type and roles. */
export function TakeUser({ row, onClose }: { row: RowOf<typeof userView>; onClose: () => void }) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const refresh = useRefresh(userView)
  const [form] = Form.useForm<Acceptance>()
  const { data } = useQuery({
    queryKey: ['entity', 'system/user', 'facts'],
    queryFn: ({ signal }) => client.call('GET /system/user', { signal }),
  })

  return (
    <DialogForm<Acceptance>
      form={form}
      title={t('system.user.takeTitle', { name: row.userName })}
      ok={t('system.user.take')}
      initial={{ userType: String(row.userType) }}
      label={field => pathLabel(t, field, 'system.user')}
      onClose={onClose}
      send={async ({ deptId, userType, roleIds }, headersFor) => {
        const body = { userId: row.id, deptId, userType, roleIds: roleIds ?? [] }
        await client.call('PUT /system/user/take', { body, headers: headersFor(body) })
        feedback.done(t('system.user.taken', { name: row.userName }))
        await refresh()
      }}
    >
      <Typography.Paragraph type="secondary">{t('system.user.takeText')}</Typography.Paragraph>
      <FieldItem
        entity={user}
        name="deptId"
        control={props => <ReferenceControl {...(props as object)} entity="system/dept" tree />}
      />
      <FieldItem
        entity={user}
        name="userType"
        field={userView.fields.userType}
        control={props => <DictControl {...(props as object)} type="user_type" required />}
      />
      <Form.Item name="roleIds" label={t('system.user.roleIds')}>
        <Select
          mode="multiple"
          onChange={(ids: number[]) => {
            const chosen = (data?.roles ?? []).filter(role => ids.includes(role.roleId))
            const type = userTypeOfRoles(chosen.map(role => role.roleKey))
            if (type && !form.isFieldTouched('userType')) form.setFieldValue('userType', type)
          }}
          onInputKeyDown={leaveByTab}
          placeholder={t('common.choose')}
          loading={data === undefined}
          options={(data?.roles ?? []).map(role => ({
            value: role.roleId,
            label: role.roleName,
            disabled: !role.grantable,
          }))}
          showSearch={searchOptions}
        />
      </Form.Item>
    </DialogForm>
  )
}
