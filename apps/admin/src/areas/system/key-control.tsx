import { Input } from 'antd'
import type { ControlProps } from '../../entity/controls/control-props.ts'
import { useT } from '../../shell/index.ts'

/** A key by which programs find a record: closed when the record was delivered with the product. */
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
