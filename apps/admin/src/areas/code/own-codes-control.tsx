import { codeRequest } from '@timbermark/contract'
import { Form, Input } from 'antd'
import type { ReactNode } from 'react'
import { Control } from '../../entity/controls/control.tsx'
import type { ControlProps } from '../../entity/controls/control-props.ts'
import { useT } from '../../shell/index.ts'

/** A field of own codes only: for foreign codes the imported list decides it. */
export function OwnCodesControl({
  name,
  control,
  ...props
}: ControlProps & {
  name: keyof typeof codeRequest.fields
  /** Replaces the declared control. */
  control?: (props: ControlProps) => ReactNode
}) {
  const t = useT()
  const foreign = Form.useWatch<string>('origin') === 'foreign'
  if (foreign) return <Input id={props.id} disabled value={t('code.foreign.listDecides')} />
  return control?.(props) ?? <Control {...props} entity={codeRequest} name={name} field={codeRequest.fields[name]} />
}
