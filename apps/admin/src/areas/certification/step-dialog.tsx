import { formatNumber } from '@timbermark/client'
import type { ComponentProps } from 'react'
import { DialogForm } from '../../entity/dialogs/dialog-form.tsx'
import { useFeedback } from '../../entity/actions/use-feedback.ts'
import { useT } from '../../shell/index.ts'
import { useRefreshCodes } from './use-refresh-codes.ts'

type StepDialogProps<V extends object> = Omit<ComponentProps<typeof DialogForm<V>>, 'send' | 'ask'> & {
  /** Sends the step with idempotency headers. @returns the number of codes */
  send: (values: V, headersFor: (body: object) => Record<string, string>) => Promise<{ codes: number }>
}

/** The form of one certification step; reports the number of codes afterwards. */
export function StepDialog<V extends object>({ send, place = field => field, label, ...rest }: StepDialogProps<V>) {
  const t = useT()
  const feedback = useFeedback()
  const refresh = useRefreshCodes()
  return (
    <DialogForm<V>
      {...rest}
      place={place}
      label={field => label(place(field))}
      send={async (values, headersFor) => {
        const { codes } = await send(values, headersFor)
        feedback.done(t('certification.done', { n: formatNumber(codes, t.language) }))
        await refresh()
      }}
    />
  )
}
