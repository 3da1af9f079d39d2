import { changeTextLength, stageRecord } from '@timbermark/contract'
import { useFeedback } from '../../../entity/actions/use-feedback.ts'
import { ReasonDialog } from '../../../entity/dialogs/reason-dialog.tsx'
import { useRefresh } from '../../../entity/use-entity.ts'
import { useClient, useT } from '../../../shell/index.ts'
import { useRefreshRequests } from './agreed-request.ts'
import type { DecidableRequest } from './use-change-actions.tsx'

/** Declines a change request with a remark, which its reporter reads. */
export function DeclineDialog({ request, onClose }: { request: DecidableRequest; onClose: () => void }) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const refreshRecords = useRefresh(stageRecord)
  const refreshRequests = useRefreshRequests()
  return (
    <ReasonDialog
      title={t('stage.change-request.declineTitle', {
        stage: t(`stage.${request.stage}`),
        batch: request.batchNumber,
      })}
      label={t('stage.change-request.remark')}
      max={changeTextLength}
      ok={t('stage.change-request.decline')}
      onClose={onClose}
      run={async remark => {
        await client.call('PUT /stage/change-request/:id/decline', {
          params: { id: String(request.id) },
          body: { remark },
        })
        feedback.done(t('stage.change-request.declineDone'))
        await Promise.all([refreshRecords(), refreshRequests()])
      }}
    />
  )
}
