import { ColumnHeightOutlined, PrinterOutlined } from '@ant-design/icons'
import { Button, Dropdown, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { useT } from '../../shell/index.ts'
import { densities, setDensity, useFrame } from '../../shell/theme/settings.ts'
import { ActionButton } from '../actions/action-button.tsx'
import { type ColumnChoice, ColumnChooser } from './column-chooser.tsx'
import type { Preferences } from './preferences.ts'
import { RefreshButton } from './refresh-button.tsx'

interface ListToolsProps {
  columns: readonly ColumnChoice[]
  preferences: Preferences
  refreshing: boolean
  /** Density and columns apply to a table only, not to cards. */
  table: boolean
  onRefresh: () => void
  /** Prints the list; without it there is nothing to print. */
  onPrint?: () => unknown
  onChange: (part: Partial<Preferences>) => void
  /** Further tools, before the columns. */
  children?: ReactNode
}

/** Tools of a list: reload, print, density, columns. */
export function ListTools(props: ListToolsProps) {
  const { columns, preferences, refreshing, table, onRefresh, onPrint, onChange, children } = props
  const t = useT()
  const { density: chosen } = useFrame()
  return (
    <div className="tm-list-tools">
      <RefreshButton refreshing={refreshing} onRefresh={onRefresh} />
      {table && onPrint && (
        <Tooltip title={t('entity.print')}>
          <ActionButton
            action={{ key: 'print', label: '', icon: <PrinterOutlined />, run: onPrint }}
            aria-label={t('entity.print')}
          />
        </Tooltip>
      )}
      {table && (
        <Dropdown
          trigger={['click']}
          menu={{
            selectable: true,
            selectedKeys: [chosen],
            items: densities.map(density => ({ key: density, label: t(`entity.density.${density}`) })),
            onClick: ({ key }) => setDensity(densities.find(density => density === key) ?? chosen),
          }}
        >
          <Tooltip title={t('entity.density')}>
            <Button icon={<ColumnHeightOutlined />} aria-label={t('entity.density')} />
          </Tooltip>
        </Dropdown>
      )}
      {children}
      <ColumnChooser columns={columns} preferences={preferences} onChange={onChange} />
    </div>
  )
}
