import { batch } from '@timbermark/contract'
import { useState } from 'react'
import type { Action } from '../../entity/action-button.tsx'
import { standing } from '../../entity/actions.ts'
import { EntityScreen } from '../../entity/entity-screen.tsx'
import { verbLabel } from '../../entity/labels.ts'
import { ReasonDialog } from '../../entity/reason-dialog.tsx'
import type { Row } from '../../entity/types.ts'
import { useRefresh } from '../../entity/use-entity.ts'
import { useFeedback } from '../../entity/use-feedback.ts'
import { useClient, useSession, useT } from '../../shell/index.ts'
import { BatchStages } from './batch-stages.tsx'

const verbs = ['activate', 'close', 'void'] as const

/** Batches: their life from draft to closed or voided, and the stages they have gone through. */
export default function BatchScreen() {
  const t = useT()
  const client = useClient()
  const { permissions } = useSession()
  const feedback = useFeedback()
  const refresh = useRefresh(batch)
  const [voiding, setVoiding] = useState<Row>()

  const change = async (row: Row, verb: string, reason?: string) => {
    await client.put(`/catalog/batch/${row.id}/state`, { verb, ...(reason ? { reason } : {}) })
    await refresh()
  }

  const transitions = (row: Row): Action[] =>
    verbs.flatMap(verb => {
      const stand = standing(batch, row, verb, permissions)
      if (!stand.shown) return []
      const label = verbLabel(t, batch, verb)
      const number = String(row.batchNumber)
      return [
        {
          key: verb,
          label,
          danger: verb === 'void',
          reason: stand.enabled ? undefined : t(`error.${stand.reason}`),
          ...(verb === 'void'
            ? { run: () => setVoiding(row) }
            : {
                confirm: {
                  title: t(`catalog.batch.${verb}Title`, { name: number }),
                  text: t(`catalog.batch.${verb}Text`),
                },
                run: async () => {
                  await change(row, verb)
                  feedback.done()
                },
              }),
        },
      ]
    })

  return (
    <>
      <EntityScreen entity={batch} rowActions={transitions} detail={row => <BatchStages batchId={row.id} />} />
      {voiding && (
        <ReasonDialog
          title={t('catalog.batch.voidTitle', { name: String(voiding.batchNumber) })}
          label={t('catalog.batch.voidReason')}
          max={batch.fields.voidReason.max}
          onClose={() => setVoiding(undefined)}
          run={reason => change(voiding, 'void', reason)}
        />
      )}
    </>
  )
}
