import type { Translate } from '@timbermark/client'
import { config, mayBeEmpty, parameterKindOf } from '@timbermark/contract'
import { Form, Input } from 'antd'
import { KindControl } from '../../entity/controls/control.tsx'
import type { ControlProps } from '../../entity/controls/control-props.ts'
import { optionLabel } from '../../entity/labels.ts'
import { useT } from '../../shell/index.ts'

const optionLabelIn = (t: Translate) => (option: string) => optionLabel(t, config, 'configValue', option)

/** The value of a parameter in words, where it is one of a few; undefined for free text. */
export function valueLabel(t: Translate, key: string, value: string | null): string | undefined {
  const { kind } = parameterKindOf(key)
  return value !== null && (kind === 'flag' || kind === 'choice') ? optionLabelIn(t)(value) : undefined
}

/** The control for the parameter whose key is in the same form; the value is always a string. */
export function ValueControl({ value, onChange, ...props }: ControlProps<string>) {
  const t = useT()
  const key = String(Form.useWatch('configKey') ?? '')
  const kind = parameterKindOf(key)
  if (kind.kind === 'flag')
    return (
      <KindControl
        {...props}
        kind={kind}
        required
        labelOf={optionLabelIn(t)}
        value={value === 'true' ? true : value === 'false' ? false : undefined}
        onChange={chosen => onChange?.(chosen === null ? null : String(chosen))}
      />
    )
  if (kind.kind !== 'text')
    return (
      <KindControl
        {...props}
        kind={kind}
        required
        exact
        labelOf={optionLabelIn(t)}
        value={value}
        onChange={chosen => onChange?.(chosen as string | null)}
      />
    )
  return (
    <Input.TextArea
      {...props}
      value={value ?? ''}
      autoSize={{ minRows: 1, maxRows: 6 }}
      placeholder={mayBeEmpty(key) ? undefined : t('common.enter')}
      onChange={event => onChange?.(event.target.value)}
    />
  )
}
