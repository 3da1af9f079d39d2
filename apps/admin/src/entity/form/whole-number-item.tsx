import { issueText } from '@timbermark/client'
import { checkField } from '@timbermark/contract'
import { Form, type FormItemProps } from 'antd'
import { NumberControl } from '../controls/number-control.tsx'
import { useT } from '../../shell/index.ts'

interface WholeNumberItemProps extends Pick<FormItemProps, 'name' | 'extra' | 'dependencies'> {
  label: string
  required?: boolean
  min?: number
  max?: number
  /** Text of a further problem; called for integers within the bounds. */
  problemOf?: (value: number) => string | undefined
}

/**
 * An integer in a form that no entity declares. A wrong value is reported next to the field and nothing is sent; the
 * library's own control would replace it with the nearest number, or none, and save that.
 */
export function WholeNumberItem({ label, required = false, min, max, problemOf, ...item }: WholeNumberItemProps) {
  const t = useT()
  return (
    <Form.Item
      {...item}
      label={label}
      required={required}
      rules={[
        {
          validator: async (_, value: unknown) => {
            const issue = checkField('', { kind: 'integer', required, min, max }, value)
            const problem = issue
              ? issueText(t, issue, label)
              : typeof value === 'number'
                ? problemOf?.(value)
                : undefined
            if (problem) throw new Error(problem)
          },
        },
      ]}
    >
      <NumberControl exact={false} />
    </Form.Item>
  )
}
