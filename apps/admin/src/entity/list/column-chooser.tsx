import { ArrowDownOutlined, ArrowUpOutlined, SettingOutlined } from '@ant-design/icons'
import { Button, Checkbox, Popover, Tooltip } from 'antd'
import { useT } from '../../shell/index.ts'
import { isVisible, type Preferences, toggleColumn } from './preferences.ts'

/** A column that can be switched on and off. */
export interface ColumnChoice {
  name: string
  label: string
  isDefault: boolean
}

interface ColumnChooserProps {
  columns: readonly ColumnChoice[]
  preferences: Preferences
  onChange: (part: Partial<Preferences>) => void
}

/** Chooses the columns of a list and their order; stored per user. */
export function ColumnChooser({ columns, preferences, onChange }: ColumnChooserProps) {
  const t = useT()
  const names = columns.map(({ name }) => name)
  const visible = columns.filter(column => isVisible(column, preferences))
  const move = (index: number, by: -1 | 1) => {
    const order = [...names]
    const [name] = order.splice(index, 1)
    if (name) order.splice(index + by, 0, name)
    onChange({ order })
  }
  const list = (
    <div className="tm-columns">
      <ul>
        {columns.map((column, index) => {
          const { name, label } = column
          return (
            <li key={name}>
              <Checkbox
                checked={isVisible(column, preferences)}
                // A table without columns would have no chooser to undo it.
                disabled={visible.length === 1 && visible[0] === column}
                onChange={event => onChange(toggleColumn(column, preferences, event.target.checked))}
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
          )
        })}
      </ul>
      <Button size="small" onClick={() => onChange({ order: [], hidden: [], added: [] })}>
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
