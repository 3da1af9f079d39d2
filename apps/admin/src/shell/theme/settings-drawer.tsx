import { CheckOutlined } from '@ant-design/icons'
import { limits, themeColors } from '@timbermark/contract'
import { App, Button, Divider, Drawer, Switch } from 'antd'
import { useId, useState } from 'react'
import { clearLayout, type Layout, saveLayout, setLayout, useLayout } from './settings.ts'
import { inkOn } from './color.ts'
import { useT } from '../texts.tsx'

const switches = ['topNav', 'tagsView', 'fixedHeader', 'sidebarLogo', 'dynamicTitle', 'darkMode', 'errorLog'] as const

const frames = (count: number): Promise<void> =>
  new Promise(resolve => {
    const next = (left: number) => (left === 0 ? resolve() : requestAnimationFrame(() => next(left - 1)))
    next(count)
  })
const pause = (milliseconds: number) => new Promise<void>(resolve => setTimeout(resolve, milliseconds))

/** Layout settings: they apply at once and are stored by saving. */
export default function SettingsDrawer() {
  const t = useT()
  const { message } = App.useApp()
  const layout = useLayout()
  const [busy, setBusy] = useState<'save' | 'reset' | null>(null)

  /** Recolours the interface; the message stays until the page has been drawn in the new colour. */
  const recolour = async (theme: string) => {
    const key = 'compiling'
    message.loading({ key, content: t('shell.settings.compiling'), duration: 0 })
    await frames(2)
    setLayout({ theme })
    await frames(2)
    await pause(400)
    message.destroy(key)
  }

  const save = async () => {
    setBusy('save')
    message.loading({ key: 'settings', content: t('shell.settings.saving'), duration: 0 })
    await pause(limits.settingsDelayMs)
    saveLayout()
    message.success({ key: 'settings', content: t('shell.settings.saved') })
    setBusy(null)
    setLayout({ showSettings: false })
  }

  const reset = async () => {
    setBusy('reset')
    message.loading({ key: 'settings', content: t('shell.settings.resetting'), duration: 0 })
    clearLayout()
    await pause(limits.settingsDelayMs)
    location.reload()
  }

  return (
    <Drawer
      open={layout.showSettings}
      size={300}
      title={t('shell.settings.title')}
      onClose={() => setLayout({ showSettings: false })}
      footer={
        <div className="settings-buttons">
          <Button type="primary" block loading={busy === 'save'} disabled={busy === 'reset'} onClick={save}>
            {t('shell.settings.save')}
          </Button>
          <Button block loading={busy === 'reset'} disabled={busy === 'save'} onClick={reset}>
            {t('shell.settings.reset')}
          </Button>
        </div>
      }
    >
      <SideThemes value={layout.sideTheme} />
      <ThemeColors value={layout.theme} choose={recolour} />
      <Divider />
      <h3 className="settings-heading">{t('shell.settings.layout')}</h3>
      {switches.map(key => (
        <SwitchRow key={key} name={key} on={layout[key]} />
      ))}
    </Drawer>
  )
}

function SideThemes({ value }: { value: Layout['sideTheme'] }) {
  const t = useT()
  const id = useId()
  const themes = [
    ['theme-dark', t('shell.settings.sideDark')],
    ['theme-light', t('shell.settings.sideLight')],
  ] as const
  return (
    <fieldset className="settings-group side-themes">
      <legend className="settings-heading">{t('shell.settings.sideTheme')}</legend>
      {themes.map(([theme, label]) => (
        <label key={theme} className={theme} title={label}>
          <input type="radio" name={id} checked={value === theme} onChange={() => setLayout({ sideTheme: theme })} />
          <span className="unseen">{label}</span>
          {value === theme ? <CheckOutlined /> : null}
        </label>
      ))}
    </fieldset>
  )
}

function ThemeColors({ value, choose }: { value: string; choose: (color: string) => void }) {
  const t = useT()
  const id = useId()
  const isPreset = themeColors.some(color => color === value)
  return (
    <fieldset className="settings-group theme-colors">
      <legend className="settings-heading">{t('shell.settings.theme')}</legend>
      {themeColors.map(color => (
        <label key={color} style={{ background: color, color: inkOn(color) }} title={color}>
          <input type="radio" name={id} value={color} checked={value === color} onChange={() => choose(color)} />
          <span className="unseen">{color}</span>
          {value === color ? <CheckOutlined /> : null}
        </label>
      ))}
      <label
        className="own-color"
        title={t('shell.settings.themeCustom')}
        style={isPreset ? undefined : { background: value, color: inkOn(value) }}
      >
        <input
          type="color"
          value={value}
          aria-label={t('shell.settings.themeCustom')}
          // React's onChange follows every move in the picker; the choice is made when it closes.
          onBlur={event => event.target.value.toLowerCase() !== value.toLowerCase() && choose(event.target.value)}
          onChange={event => choose(event.target.value)}
        />
        {isPreset ? '+' : <CheckOutlined />}
      </label>
    </fieldset>
  )
}

function SwitchRow({ name, on }: { name: (typeof switches)[number]; on: boolean }) {
  const t = useT()
  const id = useId()
  return (
    <div className="settings-row">
      <label htmlFor={id}>
        {t(`shell.settings.${name}`)}
        {name === 'errorLog' ? <small>{t('shell.settings.errorLogHint')}</small> : null}
      </label>
      <Switch id={id} checked={on} onChange={checked => setLayout({ [name]: checked })} />
    </div>
  )
}
