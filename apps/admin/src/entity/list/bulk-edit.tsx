import { FormOutlined } from '@ant-design/icons'
import type { Listed } from '@timbermark/contract'
import type { EditOutcomes } from '@timbermark/contract/transition-calls'
import { Button } from 'antd'
import { useState } from 'react'
import { useT } from '../../shell/index.ts'
import { RowResults } from '../actions/row-results.tsx'
import { useFeedback } from '../actions/use-feedback.ts'
import { BulkEditDialog } from '../dialogs/bulk-edit-dialog.tsx'
import type { CustomControl } from '../form/field-item.tsx'
import type { Row } from '../types.ts'

interface BulkEditProps {
  entity: Listed
  rows: readonly Row[]
  nameOf: (row: Row) => string
  controls?: Record<string, CustomControl> | undefined
  /** Clears the selection. */
  onDone: () => void
}

/** The button above a list that edits its chosen records together, with the dialog and what became of each record. */
export function BulkEdit({ entity, rows, nameOf, controls, onDone }: BulkEditProps) {
  const t = useT()
  const feedback = useFeedback()
  const [editing, setEditing] = useState(false)
  const [results, setResults] = useState<{ outcomes: EditOutcomes; names: ReadonlyMap<number, string> }>()
  const report = (outcomes: EditOutcomes) => {
    if (outcomes.failed === 0) feedback.done(t('entity.done', { n: outcomes.done }))
    else setResults({ outcomes, names: new Map(rows.map(row => [row.id, nameOf(row)])) })
    onDone()
  }
  return (
    <>
      <Button
        icon={<FormOutlined />}
        onClick={() => (rows.length === 0 ? feedback.refuse(t('entity.selectFirst')) : setEditing(true))}
      >
        {rows.length === 0 ? t('entity.bulkEdit') : `${t('entity.bulkEdit')} (${rows.length})`}
      </Button>
      {editing && (
        <BulkEditDialog
          entity={entity}
          ids={rows.map(({ id }) => id)}
          controls={controls}
          onClose={() => setEditing(false)}
          onDone={report}
        />
      )}
      {results && (
        <RowResults
          {...results.outcomes}
          nameOf={id => results.names.get(id) ?? String(id)}
          onClose={() => setResults(undefined)}
        />
      )}
    </>
  )
}
