import { useQuery } from '@tanstack/react-query'
import { describeError } from '@timbermark/client'
import { channelCase } from '@timbermark/contract'
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

/** Assigns a case to a person. */
export function AssigneeDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const refresh = useRefresh(channelCase)
  const [assignee, setAssignee] = useState(Number(row.assigneeId ?? nobody))
  const { data, isLoading, error } = useQuery({
    queryKey: ['channel/case', 'assignees'],
    queryFn: ({ signal }) => client.call('GET /channel/case/assignees', { signal }),
  })
  const send = async () => {
    await client.call('PUT /channel/case/assignee', { body: { caseId: row.id, accountId: assignee || null } })
    await refresh()
    feedback.done(t('channel.case.assignDone'))
  }
  return (
    <SendDialog title={t('channel.case.assignTitle')} ok={t('action.save')} onClose={onClose} send={send}>
      {error && (
        <Alert type="error" showIcon title={describeError(t, error).text} className="tm-form-problems" role="alert" />
      )}
      <Select
        className="tm-full"
        aria-label={t('channel.case.accountId')}
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
