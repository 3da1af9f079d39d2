import { codeRequest } from '@timbermark/contract'
import { Form, Input } from 'antd'
import type { ReactNode } from 'react'
import { Control } from '../../entity/controls/control.tsx'
import type { ControlProps } from '../../entity/controls/control-props.ts'
import { useT } from '../../shell/index.ts'

/** What is asked of own codes only: of those that others printed their list decides it. */
export function OwnCodesControl({
  name,
  control,
  ...props
}: ControlProps & {
  name: keyof typeof codeRequest.fields
  /** In place of the declared one. */
  control?: (props: ControlProps) => ReactNode
}) {
  const t = useT()
  const foreign = Form.useWatch<string>('origin') === 'foreign'
  if (foreign) return <Input id={props.id} disabled value={t('code.foreign.listDecides')} />
  return control?.(props) ?? <Control {...props} entity={codeRequest} name={name} field={codeRequest.fields[name]} />
}
