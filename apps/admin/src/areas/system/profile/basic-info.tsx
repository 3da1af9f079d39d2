import { user } from '@timbermark/contract'
import { Button, Form, Input } from 'antd'
import { useEffect, useState } from 'react'
import { useFeedback } from '../../../entity/actions/use-feedback.ts'
import { useLeaveGuard } from '../../../entity/form/use-leave-guard.ts'
import { showIssues } from '../../../entity/form/show-issues.ts'
import { useSendOnce } from '../../../entity/form/use-send-once.ts'
import { dropDraft, storeDraft, readDraft } from '../../../shell/drafts.ts'
import { useClient, useSession, useT } from '../../../shell/index.ts'
import { FieldItem } from '../../../entity/form/field-item.tsx'
import type { Profile } from './profile.tsx'

type Basic = Pick<Profile, 'nickName' | 'email' | 'phonenumber' | 'sex'> & { password?: string }

/** Name, addresses and gender of the current user. */
export function BasicInfo({ profile, onSaved }: { profile: Profile; onSaved: () => Promise<{ isSuccess: boolean }> }) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const { reload } = useSession()
  const [form] = Form.useForm<Basic>()
  const { sending, inertProps, send } = useSendOnce()
  const { nickName, email, phonenumber, sex } = profile
  const draftName = `${useSession().user.userId}:profile`
  // The draft is valid only for these stored values.
  const storedValues = JSON.stringify([nickName, email, phonenumber, sex])
  const [draft] = useState(() => readDraft(draftName, storedValues))
  const [dirty, setDirty] = useState(draft !== undefined)
  useLeaveGuard(dirty)
  useEffect(() => {
    if (!dirty) form.setFieldsValue({ nickName, email, phonenumber, sex })
  }, [form, dirty, nickName, email, phonenumber, sex])

  const typed = Form.useWatch([], form) as Partial<Basic> | undefined
  const contactChanged =
    typed !== undefined && ((typed.email ?? '') !== (email ?? '') || (typed.phonenumber ?? '') !== (phonenumber ?? ''))

  const finish = (values: Basic) =>
    send(
      async headersFor => {
        await client.call('PUT /system/user/profile', { body: values, headers: headersFor(values) })
        form.resetFields(['password'])
        dropDraft(draftName)
        feedback.done(t('entity.saved'))
        // The form follows the loaded values again only when they are the saved ones.
        if ((await onSaved()).isSuccess) setDirty(false)
        // The header shows the name too.
        await reload()
      },
      error => showIssues(form, t, error, 'system.profile') || feedback.fail(error),
      true,
    )
  return (
    <Form
      {...inertProps}
      form={form}
      name="profile-basic"
      layout="vertical"
      className="tm-narrow-form"
      initialValues={{ nickName, email, phonenumber, sex, ...draft?.values }}
      onValuesChange={(_changed, all) => {
        setDirty(true)
        storeDraft(draftName, all, storedValues)
      }}
      onFinish={finish}
    >
      <FieldItem entity={user} name="nickName" label={t('system.profile.nickName')} />
      {/* People who have none need not enter one to change the name. */}
      <FieldItem
        entity={user}
        name="phonenumber"
        field={{ ...user.fields.phonenumber, required: Boolean(phonenumber) }}
        label={t('system.profile.phonenumber')}
      />
      <FieldItem
        entity={user}
        name="email"
        field={{ ...user.fields.email, required: Boolean(email) }}
        label={t('system.profile.email')}
      />
      <FieldItem
        entity={user}
        name="sex"
        field={{ ...user.fields.sex, required: true }}
        label={t('system.profile.sex')}
      />
      {contactChanged ? (
        <>
          <input type="text" name="username" autoComplete="username" value={profile.userName} readOnly hidden />
          <Form.Item
            name="password"
            label={t('shell.factor.password')}
            extra={t('system.profile.contactPassword')}
            rules={[{ required: true, message: t('shell.login.passwordRequired') }]}
          >
            <Input.Password autoComplete="current-password" />
          </Form.Item>
        </>
      ) : null}
      <Button type="primary" htmlType="submit" loading={sending} disabled={!dirty}>
        {t('action.save')}
      </Button>
    </Form>
  )
}
