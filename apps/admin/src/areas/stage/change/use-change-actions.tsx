import { type ChangeKind, type ChangeStatus, type StageKey, verbOfChange } from '@timbermark/contract'
import { useState } from 'react'
import type { Action } from '../../../entity/actions/action-button.tsx'
import { useSession, useT } from '../../../shell/index.ts'
import { CorrectionDrawer } from '../correction.tsx'
import { VoidDialog } from '../void-record.tsx'
import { DeclineDialog } from './decline-dialog.tsx'

/** A request with what its dialogs need. */
export interface DecidableRequest {
  id: number
  kind: ChangeKind
  status: ChangeStatus
  reason: string
  recordId: number
  stage: StageKey
  batchNumber: string
}

/**
 * The decisions about change requests: agreeing opens the form that voids or corrects the record, with the reporter's reason.
 * @param onChanged called with the next version of the record
 */
export function useChangeActions(onChanged: (recordId: number) => unknown) {
  const t = useT()
  const { can } = useSession()
  const [agreeing, setAgreeing] = useState<DecidableRequest>()
  const [declining, setDeclining] = useState<DecidableRequest>()
  const actions = (request: DecidableRequest): Action[] =>
    request.status === 'waiting' && can(`stage:record:${verbOfChange[request.kind]}`)
      ? [
          {
            key: 'agree',
            label: t(`stage.change-request.agree.${request.kind}`),
            short: t('stage.change-request.agree'),
            danger: request.kind === 'withdrawal',
            run: () => setAgreeing(request),
          },
          { key: 'decline', label: t('stage.change-request.decline'), run: () => setDeclining(request) },
        ]
      : []
  const close = () => setAgreeing(undefined)
  const dialogs = (
    <>
      {agreeing?.kind === 'withdrawal' && (
        <VoidDialog
          record={{ ...agreeing, id: agreeing.recordId }}
          request={agreeing}
          onClose={close}
          onVoided={onChanged}
        />
      )}
      {agreeing?.kind === 'correction' && (
        <CorrectionDrawer
          id={String(agreeing.recordId)}
          request={agreeing}
          onClose={corrected => {
            close()
            if (corrected !== undefined) onChanged(corrected)
          }}
        />
      )}
      {declining && <DeclineDialog request={declining} onClose={() => setDeclining(undefined)} />}
    </>
  )
  return { actions, dialogs }
}
