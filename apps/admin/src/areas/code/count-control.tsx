import { formatNumber } from '@timbermark/client'
import { codeCount } from '@timbermark/contract'
import { InputNumber } from 'antd'
import { useT } from '../../shell/index.ts'
import type { ControlProps } from '../../entity/controls/control.tsx'

/** Number of codes: grouped as the reader groups digits, stepped by 10000. */
export function CountControl(props: ControlProps<number>) {
  const t = useT()
  return (
    <InputNumber<number>
      {...props}
      className="tm-full"
      step={codeCount.step}
      formatter={(value, { userTyping, input }) => (userTyping ? input : formatNumber(value, t.language))}
      // Whatever groups the digits (a comma, a narrow space) is no part of the number.
      parser={text => {
        const digits = (text ?? '').replace(/[^\d-]/g, '')
        return digits === '' ? (undefined as unknown as number) : Number(digits)
      }}
    />
  )
}
