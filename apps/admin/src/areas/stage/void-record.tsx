import { ApiError } from '@timbermark/client'
import { stageRecord } from '@timbermark/contract'
import { useFeedback } from '../../entity/actions/use-feedback.ts'
import { ReasonDialog } from '../../entity/dialogs/reason-dialog.tsx'
import { useRefresh } from '../../entity/use-entity.ts'
import { useClient, useT } from '../../shell/index.ts'
import { type AgreedRequest, useRefreshRequests } from './change/agreed-request.ts'
import type { ListedRecord } from './record-actions.ts'

const reasonLength = 500

interface VoidDialogProps {
  record: Pick<ListedRecord, 'id' | 'stage' | 'batchNumber'>
  /** The change request that the office agrees to by this. */
  request?: AgreedRequest
  onClose: () => void
  /** @param recordId id of the voiding version */
  onVoided: (recordId: number) => void
}

/** Voids a record for a reason, as a new version of it. */
export function VoidDialog({ record, request, onClose, onVoided }: VoidDialogProps) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const refresh = useRefresh(stageRecord)
  const refreshRequests = useRefreshRequests()
  return (
    <ReasonDialog
      title={t('stage.record.voidTitle', { stage: t(`stage.${record.stage}`), batch: record.batchNumber })}
      label={t('stage.record.reason')}
      initial={request?.reason}
      max={reasonLength}
      ok={t('action.void')}
      onClose={onClose}
      run={async reason => {
        const send = (laterStages: boolean) =>
          client.call('PUT /stage/record/:id/void', {
            params: { id: String(record.id) },
            body: { reason, ...(request && { changeRequestId: request.id }), ...(laterStages && { laterStages }) },
          })
        // The server asks when stages that need this one were reported.
        const { recordId } = await send(false).catch(async error => {
          if (!(error instanceof ApiError) || error.error !== 'stage.laterStages') throw error
          let agreed: ReturnType<typeof send> | undefined
          await feedback.ask({
            title: t('stage.record.voidTitle', { stage: t(`stage.${record.stage}`), batch: record.batchNumber }),
            text: error.message,
            ok: t('stage.record.voidAnyway'),
            danger: true,
            run: () => {
              agreed = send(true)
            },
          })
          if (!agreed) throw error
          return agreed
        })
        feedback.done(t('stage.record.voidDone'))
        onVoided(recordId)
        await Promise.all([refresh(), refreshRequests()])
      }}
    />
  )
}
