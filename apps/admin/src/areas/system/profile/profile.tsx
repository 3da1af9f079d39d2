import { useQuery } from '@tanstack/react-query'
import { type AnswerTo, formatDateTime } from '@timbermark/client'
import { Card, Descriptions, Tabs } from 'antd'
import { LoadingOrFailure } from '../../../entity/list/list-states.tsx'
import { useAddressParam } from '../../../entity/list/use-list-state.ts'
import { useClient, useSession, useT } from '../../../shell/index.ts'
import { AvatarUpload } from './avatar-upload.tsx'
import { BasicInfo } from './basic-info.tsx'
import { Identities } from './identities.tsx'
import { PasswordForm } from './password-form.tsx'
import { SecondFactor } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'
import '../../../entity/entity.css'
import '../system.css'
import './profile.css'

const tabs = ['password', 'factor', 'identities', 'sessions']

/** The current user's account. */
export type Profile = AnswerTo<'GET /system/user/profile'>

/** Personal Center: `/user/profile`. */
export default function ProfileScreen() {
  const t = useT()
  const client = useClient()
  const { user } = useSession()
  const [tab, setTab] = useAddressParam('tab')
  const { data, error, refetch } = useQuery({
    queryKey: ['entity', 'system/user', 'profile', user.userId],
    queryFn: ({ signal }) => client.call('GET /system/user/profile', { signal }),
    staleTime: 0,
  })
  if (!data) return <LoadingOrFailure error={error} onRetry={refetch} avatar paragraph={{ rows: 8 }} />
  const text = (value: string | null | undefined) => value || '–'
  return (
    <div className="tm-profile">
      <Card>
        <AvatarUpload profile={data} onChanged={() => void refetch()} />
        <Descriptions
          column={1}
          size="small"
          className="tm-profile-facts"
          items={[
            { key: 'userName', label: t('system.user.userName'), children: data.userName },
            { key: 'enterpriseName', label: t('system.user.enterpriseName'), children: text(data.enterpriseName) },
            { key: 'deptName', label: t('system.user.deptId'), children: text(data.deptName) },
            { key: 'roleGroup', label: t('system.user.roleIds'), children: text(data.roleGroup) },
            { key: 'postGroup', label: t('system.user.postIds'), children: text(data.postGroup) },
            { key: 'loginDate', label: t('system.user.loginDate'), children: text(formatDateTime(data.loginDate)) },
            { key: 'loginIp', label: t('system.user.loginIp'), children: text(data.loginIp) },
            { key: 'createTime', label: t('common.createTime'), children: text(formatDateTime(data.createTime)) },
          ]}
        />
      </Card>
      <Card>
        <Tabs
          className="tm-profile-tabs"
          activeKey={tabs.find(key => key === tab) ?? 'basic'}
          onChange={key => setTab(key === 'basic' ? undefined : key)}
          items={[
            {
              key: 'basic',
              label: t('system.profile.basic'),
              children: <BasicInfo profile={data} onSaved={refetch} />,
            },
            { key: 'password', label: t('system.profile.password'), children: <PasswordForm profile={data} /> },
            { key: 'factor', label: t('shell.factor.title'), children: <SecondFactor /> },
            { key: 'identities', label: t('system.profile.identities'), children: <Identities /> },
            { key: 'sessions', label: t('system.profile.sessions'), children: <Sessions /> },
          ]}
        />
      </Card>
    </div>
  )
}
