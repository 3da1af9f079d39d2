import { useQuery } from '@tanstack/react-query'
import { describeError } from '@timbermark/client'
import { channelCase } from '@timbermark/contract'
import type { EditOutcomes } from '@timbermark/contract/transition-calls'
import { Alert, Select } from 'antd'
import { useState } from 'react'
import { SendDialog } from '../../entity/dialogs/dialog-form.tsx'
import type { Row } from '../../entity/types.ts'
import { useRefresh } from '../../entity/use-entity.ts'
import { useFeedback } from '../../entity/actions/use-feedback.ts'
import { useClient, useT } from '../../shell/index.ts'
import { searchOptions } from '../../entity/controls/search-options.ts'

/** The option for no assignee. */
const nobody = 0

/** The assignee that all of the cases have; undefined when they differ. */
function commonAssignee(rows: readonly Row[]): number | undefined {
  const assignees = new Set(rows.map(row => Number(row.assigneeId ?? nobody)))
  return assignees.size === 1 ? [...assignees][0] : undefined
}

interface AssigneeDialogProps {
  rows: readonly Row[]
  onClose: () => void
  /** Called with what became of several cases. */
  onDone?: ((outcomes: EditOutcomes) => void) | undefined
}

/** Assigns cases to a person: one, or several by the rules of one. */
export function AssigneeDialog({ rows, onClose, onDone }: AssigneeDialogProps) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const refresh = useRefresh(channelCase)
  const [assignee, setAssignee] = useState(() => commonAssignee(rows))
  const { data, isLoading, error } = useQuery({
    queryKey: ['channel/case', 'assignees'],
    queryFn: ({ signal }) => client.call('GET /channel/case/assignees', { signal }),
  })
  const send = async () => {
    const accountId = assignee || null
    const ids = rows.map(({ id }) => id)
    const [caseId = 0, ...others] = ids
    const outcomes =
      others.length === 0
        ? await client.call('PUT /channel/case/assignee', { body: { caseId, accountId } })
        : await client.call('PUT /channel/case/several/assignee', { body: { ids, accountId } })
    await refresh()
    if (outcomes) onDone?.(outcomes)
    else feedback.done(t('channel.case.assignDone'))
  }
  return (
    <SendDialog
      title={rows.length === 1 ? t('channel.case.assignTitle') : t('channel.case.assignSeveral', { n: rows.length })}
      ok={t('action.save')}
      disabled={assignee === undefined}
      onClose={onClose}
      send={send}
    >
      {error && (
        <Alert type="error" showIcon title={describeError(t, error).text} className="tm-form-problems" role="alert" />
      )}
      <Select
        className="tm-full"
        aria-label={t('channel.case.accountId')}
        placeholder={t('common.choose')}
        showSearch={searchOptions}
        loading={isLoading}
        value={assignee}
        onChange={setAssignee}
        options={[
          { value: nobody, label: t('channel.case.nobody') },
          ...(data ?? []).map(person => ({ value: person.id, label: person.label })),
        ]}
      />
    </SendDialog>
  )
}
