import { ImportOutlined } from '@ant-design/icons'
import { genTable, type RowOf } from '@timbermark/contract'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type Action, ActionButton } from '../../../entity/actions/action-button.tsx'
import { EntityTable } from '../../../entity/list/entity-table.tsx'
import { NoPermission } from '../../../entity/list/list-states.tsx'
import { RemoveSelected } from '../../../entity/actions/remove-selected.tsx'
import { useAddressParam } from '../../../entity/list/use-list-state.ts'
import { useRefresh, useWrites } from '../../../entity/use-entity.ts'
import { useFeedback } from '../../../entity/actions/use-feedback.ts'
import { useClient, useSession, useT } from '../../../shell/index.ts'
import { ImportDialog } from './import-dialog.tsx'
import { PreviewDialog } from './preview-dialog.tsx'
import '../../../entity/entity.css'
import './gen.css'

type Generated = RowOf<typeof genTable>

/** Code generator: tables of the database, and the record types generated from them. */
export default function GenScreen() {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const navigate = useNavigate()
  const refresh = useRefresh(genTable)
  const { can } = useSession()
  const { remove } = useWrites(genTable)
  const [importing, setImporting] = useAddressParam('import')
  const [previewing, setPreviewing] = useState<Generated>()
  const [selected, setSelected] = useState<readonly React.Key[]>([])
  if (!can('tool:gen:list')) return <NoPermission />

  const removeTables = async (ids: readonly React.Key[]) => {
    await remove.mutateAsync(ids as number[])
    setSelected(keys => keys.filter(key => !ids.includes(key)))
    feedback.done(t('entity.removed', { n: ids.length }))
  }
  const ifAllowed = (isAllowed: boolean, action: Action): Action[] => (isAllowed ? [action] : [])
  const actions = (row: Generated): Action[] => [
    ...ifAllowed(can('tool:gen:edit') && can('tool:gen:query'), {
      key: 'edit',
      label: t('action.edit'),
      run: () => navigate(`/tool/gen-edit/index/${row.id}`),
    }),
    ...ifAllowed(can('tool:gen:preview'), {
      key: 'preview',
      label: t('tool.gen.preview'),
      run: () => setPreviewing(row),
    }),
    ...ifAllowed(can('tool:gen:code'), {
      key: 'code',
      label: t('tool.gen.download'),
      run: () => client.download(`/tool/gen/${row.id}/code`, undefined, { fileName: `${row.entityName}.zip` }),
    }),
    ...ifAllowed(can('tool:gen:edit'), {
      key: 'sync',
      label: t('tool.gen.sync'),
      confirm: {
        title: t('tool.gen.syncTitle', { name: row.tableName }),
        text: t('tool.gen.syncText'),
        ok: t('tool.gen.sync'),
      },
      run: async () => {
        const { added, changed, gone } = await client.call('PUT /tool/gen/:id/sync', { params: { id: row.id } })
        feedback.done(t('tool.gen.synced', { added: added.length, changed: changed.length, gone: gone.length }))
        await refresh()
      },
    }),
    ...ifAllowed(can('tool:gen:remove'), {
      key: 'remove',
      label: t('action.remove'),
      danger: true,
      confirm: {
        title: t('common.confirmRemove', { name: row.tableName }),
        text: t('tool.gen.removeText'),
        ok: t('action.remove'),
      },
      run: () => removeTables([row.id]),
    }),
  ]
  const importButton = can('tool:gen:import') && (
    <ActionButton
      type="primary"
      action={{
        key: 'import',
        label: t('action.import'),
        icon: <ImportOutlined />,
        run: () => setImporting('1'),
      }}
    />
  )
  return (
    <>
      <EntityTable
        entity={genTable}
        actions={actions}
        empty={importButton}
        selection={can('tool:gen:remove') ? { keys: selected, onChange: keys => setSelected(keys) } : undefined}
        cells={{ entityName: row => <code>{`${row.area}/${row.entityName}`}</code> }}
        toolbar={
          <>
            {importButton}
            {can('tool:gen:remove') && <RemoveSelected count={selected.length} run={() => removeTables(selected)} />}
          </>
        }
      />
      {importing && can('tool:gen:import') && <ImportDialog onClose={() => setImporting(undefined)} />}
      {previewing && (
        <PreviewDialog id={previewing.id} name={previewing.tableName} onClose={() => setPreviewing(undefined)} />
      )}
    </>
  )
}
