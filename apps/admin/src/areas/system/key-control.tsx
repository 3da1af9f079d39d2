import { Input } from 'antd'
import type { ControlProps } from '../../entity/controls/control-props.ts'
import { useT } from '../../shell/index.ts'

/** A key by which programs find a record: read-only when the record belongs to the bootstrap. */
export function KeyControl({ value, onChange, closed, ...props }: ControlProps<string> & { closed: boolean }) {
  const t = useT()
  return (
    <Input
      {...props}
      value={value ?? ''}
      disabled={closed}
      autoComplete="off"
      placeholder={t('common.enter')}
      onChange={event => onChange?.(event.target.value)}
    />
  )
}
