import {
  BugOutlined,
  FontSizeOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  GlobalOutlined,
  MoonOutlined,
  QuestionCircleOutlined,
  SearchOutlined,
  SunOutlined,
} from '@ant-design/icons'
import { languages } from '@timbermark/contract'
import { App, Badge, Dropdown } from 'antd'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import screenfull from 'screenfull'
import { useErrorLog } from '../notices/error-log.ts'
import { switchLanguage } from '../language.ts'
import { setSize, sizes, toggleDark, useFrame, useLayout } from '../theme/settings.ts'
import { useT } from '../texts.tsx'

const ErrorLogPanel = lazy(() => import('../notices/error-log-panel.tsx'))

interface ToolProps {
  label: string
  icon: ReactNode
  onClick?: () => void
  pressed?: boolean
  keys?: string
  className?: string
}

/** A button of the header: an icon with an accessible name. */
export function Tool({ label, icon, onClick, pressed, keys, className, ...rest }: ToolProps) {
  return (
    <button
      type="button"
      className={className ? `tool ${className}` : 'tool'}
      title={label}
      aria-label={label}
      aria-pressed={pressed}
      aria-keyshortcuts={keys}
      onClick={onClick}
      {...rest}
    >
      {icon}
    </button>
  )
}

const searchKeys = 'Control+K Meta+K /'

/** Opens the search: looks like its field, a mere button where there is no room. */
export function SearchTool({ small, open }: { small: boolean; open: () => void }) {
  const t = useT()
  if (small) return <Tool label={t('search.open')} icon={<SearchOutlined />} keys={searchKeys} onClick={open} />
  return (
    <button
      type="button"
      className="search-field"
      aria-label={t('search.open')}
      aria-keyshortcuts={searchKeys}
      onClick={open}
    >
      <SearchOutlined />
      <span>{t('search.open')}</span>
      <kbd>Ctrl K</kbd>
    </button>
  )
}

/** Opens the help on the page; stands behind its title. */
export function HelpTool({ open }: { open: () => void }) {
  const t = useT()
  return (
    <Tool
      label={t('shell.help.open')}
      icon={<QuestionCircleOutlined />}
      className="help-tool"
      keys="Shift+?"
      onClick={open}
    />
  )
}

export function FullScreenTool() {
  const t = useT()
  const { message } = App.useApp()
  const [full, setFull] = useState(screenfull.isFullscreen)
  useEffect(() => {
    if (!screenfull.isEnabled) return
    const changed = () => setFull(screenfull.isFullscreen)
    screenfull.on('change', changed)
    return () => screenfull.off('change', changed)
  }, [])
  const toggle = () => {
    if (!screenfull.isEnabled) message.warning(t('shell.fullscreen.unsupported'))
    else screenfull.toggle().catch(() => message.warning(t('shell.fullscreen.unsupported')))
  }
  return (
    <Tool
      label={t(full ? 'shell.fullscreen.off' : 'shell.fullscreen.on')}
      icon={full ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
      onClick={toggle}
    />
  )
}

export function SizeTool() {
  const t = useT()
  const { size } = useFrame()
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectable: true,
        selectedKeys: [size],
        items: sizes.map(key => ({ key, label: t(`shell.size.${key}`) })),
        onClick: ({ key }) => setSize(key as typeof size),
      }}
    >
      <Tool label={t('shell.size.title')} icon={<FontSizeOutlined />} />
    </Dropdown>
  )
}

export function LanguageTool() {
  const t = useT()
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectable: true,
        selectedKeys: [t.language],
        items: languages.map(key => ({ key, label: <span lang={key}>{t(`language.${key}`)}</span> })),
        onClick: ({ key }) => {
          const language = languages.find(language => language === key)
          if (language && language !== t.language) switchLanguage(language)
        },
      }}
    >
      <button
        type="button"
        className="tool tool-wide"
        aria-label={`${t('shell.nav.language')}: ${t(`language.${t.language}`)}`}
      >
        <GlobalOutlined /> <span>{t(`language.${t.language}`)}</span>
      </button>
    </Dropdown>
  )
}

export function DarkTool() {
  const t = useT()
  const { darkMode } = useLayout()
  return (
    <Tool
      label={t(darkMode ? 'shell.nav.light' : 'shell.nav.dark')}
      icon={darkMode ? <SunOutlined /> : <MoonOutlined />}
      onClick={toggleDark}
    />
  )
}

export function ErrorLogTool() {
  const t = useT()
  const [open, setOpen] = useState(false)
  const count = useErrorLog(log => log.entries.length)
  return (
    <>
      <Tool
        label={`${t('shell.errors.title')} (${count})`}
        icon={
          <Badge count={count} size="small" offset={[2, -2]}>
            <BugOutlined />
          </Badge>
        }
        onClick={() => setOpen(true)}
      />
      {open ? (
        <Suspense>
          <ErrorLogPanel close={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
