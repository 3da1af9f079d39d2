import { ArrowDownOutlined, ArrowUpOutlined, SettingOutlined } from '@ant-design/icons'
import { Button, Checkbox, Popover, Tooltip } from 'antd'
import { useT } from '../../shell/index.ts'
import type { Preferences } from './preferences.ts'

interface ColumnChooserProps {
  columns: readonly { name: string; label: string }[]
  hidden: readonly string[]
  onChange: (part: Partial<Preferences>) => void
}

/** Chooses the columns of a list and their order; stored per user. */
export function ColumnChooser({ columns, hidden, onChange }: ColumnChooserProps) {
  const t = useT()
  const names = columns.map(({ name }) => name)
  const visible = names.filter(name => !hidden.includes(name))
  const move = (index: number, by: -1 | 1) => {
    const order = [...names]
    const [name] = order.splice(index, 1)
    if (name) order.splice(index + by, 0, name)
    onChange({ order })
  }
  const toggle = (name: string, show: boolean) =>
    onChange({ hidden: show ? hidden.filter(other => other !== name) : [...hidden, name] })
  const list = (
    <div className="tm-columns">
      <ul>
        {columns.map(({ name, label }, index) => (
          <li key={name}>
            <Checkbox
              checked={!hidden.includes(name)}
              // A table without columns would have no chooser to undo it.
              disabled={visible.length === 1 && visible[0] === name}
              onChange={event => toggle(name, event.target.checked)}
            >
              {label}
            </Checkbox>
            <span>
              <Button
                size="small"
                type="text"
                icon={<ArrowUpOutlined />}
                aria-label={t('entity.moveUp', { name: label })}
                disabled={index === 0}
                onClick={() => move(index, -1)}
              />
              <Button
                size="small"
                type="text"
                icon={<ArrowDownOutlined />}
                aria-label={t('entity.moveDown', { name: label })}
                disabled={index === columns.length - 1}
                onClick={() => move(index, 1)}
              />
            </span>
          </li>
        ))}
      </ul>
      <Button size="small" onClick={() => onChange({ order: [], hidden: [] })}>
        {t('action.reset')}
      </Button>
    </div>
  )
  return (
    <Popover trigger="click" placement="bottomRight" title={t('entity.columns')} content={list}>
      <Tooltip title={t('entity.columns')}>
        <Button icon={<SettingOutlined />} aria-label={t('entity.columns')} />
      </Tooltip>
    </Popover>
  )
}
