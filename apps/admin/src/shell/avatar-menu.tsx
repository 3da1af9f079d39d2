import { DownOutlined, LogoutOutlined, SettingOutlined, UserOutlined } from '@ant-design/icons'
import { App, Avatar, Dropdown } from 'antd'
import { useNavigate } from 'react-router'
import { leaveTo } from './session-end.ts'
import { signOut, useSession } from './session.ts'
import { setLayout } from './settings.ts'
import { useT } from './texts.tsx'

/** Who is signed in, and what that person can do about it. */
export function AvatarMenu() {
  const t = useT()
  const { user } = useSession()
  const { modal } = App.useApp()
  const navigate = useNavigate()
  const name = user.nickName || user.userName

  const askToLeave = () =>
    modal.confirm({
      title: t('shell.logout.title'),
      content: t('shell.logout.text'),
      okText: t('action.confirm'),
      cancelText: t('action.cancel'),
      onOk: async () => {
        await signOut()
        leaveTo('/index')
      },
    })

  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: [
          {
            key: 'who',
            type: 'group',
            label: (
              <span className="who">
                <strong>{name}</strong>
                <span>{user.enterpriseName ?? user.userName}</span>
              </span>
            ),
          },
          { type: 'divider' },
          { key: 'profile', icon: <UserOutlined />, label: t('shell.nav.profile') },
          { key: 'settings', icon: <SettingOutlined />, label: t('shell.nav.settings') },
          { type: 'divider' },
          { key: 'logout', icon: <LogoutOutlined />, label: t('shell.logout.title') },
        ],
        onClick: ({ key }) => {
          if (key === 'profile') navigate('/user/profile')
          else if (key === 'settings') setLayout({ showSettings: true })
          else if (key === 'logout') askToLeave()
        },
      }}
    >
      <button type="button" className="tool tool-wide avatar-button" aria-label={`${t('shell.nav.account')}: ${name}`}>
        <Avatar size={28} src={user.avatar || undefined} alt="">
          {[...name][0]?.toUpperCase()}
        </Avatar>
        <span className="avatar-name">{name}</span>
        <DownOutlined />
      </button>
    </Dropdown>
  )
}
