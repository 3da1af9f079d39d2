import { ApiOutlined, DeleteOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { reasonText } from '@timbermark/client'
import type { MessagingAccount } from '@timbermark/contract/calls'
import { Alert, Button, Card, Descriptions, Form, Input, Switch } from 'antd'
import { useEffect, useState } from 'react'
import { ActionButton } from '../../entity/actions/action-button.tsx'
import { useLeaveGuard } from '../../entity/form/use-leave-guard.ts'
import { showIssues } from '../../entity/form/show-issues.ts'
import { useSendOnce } from '../../entity/form/use-send-once.ts'
import { LoadingOrFailure, NoPermission } from '../../entity/list/list-states.tsx'
import { Copyable } from '../../entity/values/long-text.tsx'
import { useFeedback } from '../../entity/actions/use-feedback.ts'
import { useClient, useSession, useT } from '../../shell/index.ts'
import './account.css'

interface Values {
  enabled: boolean
  signIn?: boolean
  verifyFile?: string
  appId: string
  secret: string
  codeKey: string
  miniAppId: string
  miniSecret: string
  miniPath: string
}

const key = ['entity', 'wechat/account']

/** The enterprise's account at the messaging platform; of its secrets only whether they are stored. */
export default function AccountScreen() {
  const client = useClient()
  const { can } = useSession()
  const { data, error, refetch } = useQuery({
    queryKey: [...key, 'one'],
    queryFn: ({ signal }) => client.call('GET /wechat/account', { signal }),
    enabled: can('wechat:account:list'),
    staleTime: 0,
  })
  if (!can('wechat:account:list')) return <NoPermission />
  if (!data) return <LoadingOrFailure error={error} onRetry={refetch} />
  return <AccountForm account={data} mayEdit={can('wechat:account:edit')} />
}

function AccountForm({ account, mayEdit }: { account: MessagingAccount; mayEdit: boolean }) {
  const t = useT()
  const client = useClient()
  const queries = useQueryClient()
  const feedback = useFeedback()
  const [form] = Form.useForm<Values>()
  const [dirty, setDirty] = useState(false)
  const { sending, inertProps, send } = useSendOnce()
  const [checkResult, setCheckResult] = useState<CheckResult>()
  useLeaveGuard(dirty)
  const isNew = account.updatedAt === null
  const refresh = () => queries.invalidateQueries({ queryKey: key })

  useEffect(() => {
    if (dirty) return
    const { enabled, signIn, verifyFile, appId, miniAppId, miniPath } = account
    form.setFieldsValue({
      enabled,
      signIn: signIn ?? undefined,
      verifyFile: verifyFile ?? undefined,
      appId,
      miniAppId,
      miniPath,
      secret: '',
      codeKey: '',
      miniSecret: '',
    })
  }, [account, dirty, form])

  const finish = (values: Values) => {
    setCheckResult(undefined)
    return send(
      async () => {
        await client.call('PUT /wechat/account', { body: values })
        feedback.done(t('entity.saved'))
        await refresh()
        // From here on the form follows the loaded values, which now are the saved ones.
        setDirty(false)
      },
      error => showIssues(form, t, error, 'wechat.account') || feedback.fail(error),
      true,
    )
  }

  return (
    <div className="tm-account">
      {isNew && <Alert type="info" showIcon title={t('wechat.account.none')} />}
      <Card>
        <Form
          {...inertProps}
          form={form}
          name="platform-account"
          layout="vertical"
          disabled={!mayEdit}
          onValuesChange={() => setDirty(true)}
          onFinish={finish}
        >
          <Form.Item
            name="enabled"
            label={t('wechat.account.enabled')}
            valuePropName="checked"
            extra={t('wechat.account.enabledHint')}
          >
            <Switch />
          </Form.Item>
          {account.signIn !== null && (
            <Form.Item
              name="signIn"
              label={t('wechat.account.signIn')}
              valuePropName="checked"
              extra={t('wechat.account.signInHint')}
            >
              <Switch />
            </Form.Item>
          )}
          {account.verifyFile !== null && (
            <Form.Item
              name="verifyFile"
              label={t('wechat.account.verifyFile')}
              extra={t('wechat.account.verifyFileHint', { host: account.host })}
            >
              <Input autoComplete="off" maxLength={80} />
            </Form.Item>
          )}
          <div className="tm-account-halves">
            <fieldset>
              <legend>{t('wechat.account.service')}</legend>
              <PlainItem name="appId" />
              <SecretItem name="secret" isStored={account.hasSecret} hint={t('wechat.account.secretHint')} />
              <SecretItem name="codeKey" isStored={account.hasCodeKey} hint={t('wechat.account.codeKeyHint')} />
            </fieldset>
            <fieldset>
              <legend>{t('wechat.account.mini')}</legend>
              <PlainItem name="miniAppId" />
              <SecretItem name="miniSecret" isStored={account.hasMiniSecret} hint={t('wechat.account.secretHint')} />
              <PlainItem name="miniPath" />
            </fieldset>
          </div>
          {mayEdit && (
            <div className="tm-account-buttons">
              <Button type="primary" htmlType="submit" loading={sending} disabled={!dirty}>
                {t('action.save')}
              </Button>
              <AccountActions
                account={account}
                dirty={dirty}
                onCheck={setCheckResult}
                onForgotten={async () => {
                  setDirty(false)
                  setCheckResult(undefined)
                  feedback.done(t('wechat.account.forgotten'))
                  await refresh()
                }}
              />
            </div>
          )}
        </Form>
        <CheckResultAlert result={checkResult} />
      </Card>
      <ConsoleCard account={account} />
    </div>
  )
}

interface CheckResult {
  ok: boolean
  text: string
}

interface AccountActionsProps {
  account: MessagingAccount
  /** Whether the form has unsaved changes. */
  dirty: boolean
  /** Called with undefined when a check starts. */
  onCheck: (result: CheckResult | undefined) => void
  onForgotten: () => Promise<void>
}

/** Checks the stored account at the platform, or removes it. */
function AccountActions({ account, dirty, onCheck, onForgotten }: AccountActionsProps) {
  const t = useT()
  const client = useClient()
  if (account.updatedAt === null) return null
  const check = async () => {
    onCheck(undefined)
    const answer = await client.call('POST /wechat/account/check', { allowDoubleSubmit: true })
    const reason = reasonText(t, answer.error ?? '')
    onCheck({
      ok: answer.ok,
      text: answer.code === null ? reason : t('code.platform-request.withCode', { reason, code: String(answer.code) }),
    })
  }
  return (
    <>
      {account.enabled && !dirty && (
        <ActionButton action={{ key: 'check', label: t('wechat.account.check'), icon: <ApiOutlined />, run: check }} />
      )}
      <ActionButton
        action={{
          key: 'forget',
          label: t('wechat.account.forget'),
          icon: <DeleteOutlined />,
          danger: true,
          confirm: {
            title: t('wechat.account.forgetTitle'),
            text: t('wechat.account.forgetText'),
            ok: t('action.remove'),
          },
          run: async () => {
            await client.call('DELETE /wechat/account', {})
            await onForgotten()
          },
        }}
      />
    </>
  )
}

function PlainItem({ name }: { name: 'appId' | 'miniAppId' | 'miniPath' }) {
  const t = useT()
  return (
    <Form.Item name={name} label={t(`wechat.account.${name}`)}>
      <Input autoComplete="off" maxLength={name === 'miniPath' ? 200 : 32} />
    </Form.Item>
  )
}

interface SecretItemProps {
  name: 'secret' | 'codeKey' | 'miniSecret'
  isStored: boolean
  hint: string
}

/** A secret; the stored value is never shown. */
function SecretItem({ name, isStored, hint }: SecretItemProps) {
  const t = useT()
  return (
    <Form.Item name={name} label={t(`wechat.account.${name}`)} extra={hint}>
      <Input.Password
        autoComplete="new-password"
        maxLength={128}
        placeholder={isStored ? t('wechat.account.kept') : undefined}
      />
    </Form.Item>
  )
}

function CheckResultAlert({ result }: { result: CheckResult | undefined }) {
  const t = useT()
  return (
    <div role="status">
      {result && (
        <Alert
          className="tm-account-told"
          type={result.ok ? 'success' : 'error'}
          showIcon
          title={t(result.ok ? 'wechat.account.checkOk' : 'wechat.account.checkFailed')}
          description={result.text || undefined}
        />
      )}
    </div>
  )
}

/** The values to enter in the platform's console. */
function ConsoleCard({ account }: { account: MessagingAccount }) {
  const t = useT()
  return (
    <Card title={t('wechat.account.console')}>
      <Descriptions
        className="tm-detail"
        bordered
        size="small"
        column={1}
        items={[
          { key: 'host', label: t('wechat.account.host'), children: <Copyable text={account.host} /> },
          { key: 'callback', label: t('wechat.account.callback'), children: <Copyable text={account.callback} /> },
          {
            key: 'entrance',
            label: t('wechat.account.entrance'),
            children: account.entrance ? <Copyable text={account.entrance} /> : '–',
          },
        ]}
      />
      <p className="tm-muted tm-hint">{t('wechat.account.entranceHint')}</p>
    </Card>
  )
}
