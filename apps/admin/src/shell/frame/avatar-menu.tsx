import {
  DownOutlined,
  FontSizeOutlined,
  GlobalOutlined,
  LogoutOutlined,
  MoonOutlined,
  SettingOutlined,
  SunOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { languages } from '@timbermark/contract'
import { App, Avatar, Dropdown } from 'antd'
import { useNavigate } from 'react-router'
import { useMobile } from '../theme/device.ts'
import { signInAddress } from '../session/guard.ts'
import { leaveTo } from '../session/session-end.ts'
import { signOut, useSession } from '../session/session.ts'
import { switchLanguage } from '../language.ts'
import { setLayout, setSize, sizes, toggleDark, useFrame, useLayout } from '../theme/settings.ts'
import { useT } from '../texts.tsx'

/** The signed-in user, with the account's actions. */
export function AvatarMenu() {
  const t = useT()
  const { user } = useSession()
  const { modal } = App.useApp()
  const mobile = useMobile()
  const { darkMode } = useLayout()
  const { size } = useFrame()
  const navigate = useNavigate()
  const name = user.nickName || user.userName

  const confirmSignOut = () =>
    modal.confirm({
      title: t('shell.logout.title'),
      content: t('shell.logout.text'),
      okText: t('action.confirm'),
      cancelText: t('action.cancel'),
      onOk: async () => {
        await signOut()
        leaveTo(signInAddress('/index'))
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
          // On a phone the header has no room for these.
          ...(mobile
            ? [
                { type: 'divider' as const },
                {
                  key: 'language',
                  icon: <GlobalOutlined />,
                  label: <MenuItemWithValue what={t('shell.nav.language')} now={t(`language.${t.language}`)} />,
                  children: languages.map(key => ({
                    key: `language ${key}`,
                    label: <span lang={key}>{t(`language.${key}`)}</span>,
                  })),
                },
                {
                  key: 'size',
                  icon: <FontSizeOutlined />,
                  label: <MenuItemWithValue what={t('shell.size.title')} now={t(`shell.size.${size}`)} />,
                  children: sizes.map(key => ({ key: `size ${key}`, label: t(`shell.size.${key}`) })),
                },
                {
                  key: 'look',
                  icon: darkMode ? <SunOutlined /> : <MoonOutlined />,
                  label: t(darkMode ? 'shell.nav.light' : 'shell.nav.dark'),
                },
              ]
            : []),
          { type: 'divider' },
          { key: 'logout', icon: <LogoutOutlined />, label: t('shell.logout.title') },
        ],
        onClick: ({ key }) => {
          if (key === 'profile') navigate('/user/profile')
          else if (key === 'settings') setLayout({ showSettings: true })
          else if (key === 'logout') confirmSignOut()
          else if (key === 'look') toggleDark()
          const language = languages.find(one => key === `language ${one}`)
          if (language && language !== t.language) switchLanguage(language)
          const chosen = sizes.find(one => key === `size ${one}`)
          if (chosen) setSize(chosen)
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

/** The label of a choice, with its present value. */
function MenuItemWithValue({ what, now }: { what: string; now: string }) {
  return (
    <>
      {what} <span className="chosen-now">{now}</span>
    </>
  )
}
