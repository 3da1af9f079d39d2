import { menuIconNames } from '@timbermark/contract'
import { Button, Empty, Input, Popover } from 'antd'
import { useState } from 'react'
import type { ControlProps } from '../../../entity/controls/control-props.ts'
import { MenuIcon } from '../../../shell/theme/icons.tsx'
import { useT } from '../../../shell/index.ts'
import { useClearableInput } from '../../../entity/controls/use-clearable.tsx'

/** Chooses an icon from a grid. */
export function IconControl({ id, value, onChange, disabled, ...aria }: ControlProps<string>) {
  const t = useT()
  const clearableInput = useClearableInput()
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const matches = menuIconNames.filter(name => name.includes(typed.trim().toLowerCase()))
  const choose = (name: string | null) => {
    onChange?.(name)
    setOpen(false)
  }
  const grid = (
    <div className="tm-icons">
      <Input
        allowClear={clearableInput}
        value={typed}
        placeholder={t('system.menu.findIcon')}
        aria-label={t('system.menu.findIcon')}
        onChange={event => setTyped(event.target.value)}
      />
      {matches.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('entity.nothingFound')} />
      ) : (
        <div className="tm-icon-grid">
          {matches.map(name => (
            <Button
              key={name}
              type={name === value ? 'primary' : 'text'}
              title={name}
              aria-label={name}
              aria-pressed={name === value}
              icon={<MenuIcon name={name} />}
              onClick={() => choose(name)}
            />
          ))}
        </div>
      )}
      <Button size="small" type="link" onClick={() => choose(null)}>
        {t('system.menu.noIcon')}
      </Button>
    </div>
  )
  return (
    <Popover open={open && !disabled} onOpenChange={setOpen} trigger="click" placement="bottomLeft" content={grid}>
      <Button id={id} {...aria} disabled={disabled} icon={value ? <MenuIcon name={value} /> : undefined}>
        {value || t('common.choose')}
      </Button>
    </Popover>
  )
}
