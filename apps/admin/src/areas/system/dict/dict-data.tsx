import { PlusOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { dictDataView, dictTypeView } from '@timbermark/contract'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { ControlProps } from '../../../entity/controls/control-props.ts'
import { canUse } from '../../../entity/actions/permissions.ts'
import { ExportButton } from '../../../entity/list/export-button.tsx'
import { EntityTable } from '../../../entity/list/entity-table.tsx'
import { FormDrawer } from '../../../entity/form/form-drawer.tsx'
import { LoadingOrFailure, NoPermission } from '../../../entity/list/list-states.tsx'
import { LanguageMark } from '../../../entity/values/name-value.tsx'
import { ToneTag } from '../../../entity/values/tone-tag.tsx'
import { useRow, useWrites } from '../../../entity/use-entity.ts'
import { useUndo } from '../../../entity/actions/use-undo.tsx'
import { useRowAction } from '../../../entity/actions/use-row-action.ts'
import { useAddressParam } from '../../../entity/list/use-list-state.ts'
import { echoTone } from '../../../entity/values/tone.ts'
import { useClient, useSession, useT } from '../../../shell/index.ts'
import { KeyControl } from '../key-control.tsx'
import { RemoveSelected } from '../../../entity/actions/remove-selected.tsx'
import { searchOptions } from '../../../entity/controls/search-options.ts'
import '../../../entity/entity.css'
import '../system.css'

/** Entries of one dictionary: `/system/dict-data/index/:dictId`. */
export default function DictDataScreen() {
  const t = useT()
  const { dictId = '' } = useParams()
  const { permissions } = useSession()
  const mayList = canUse(dictDataView, 'list', permissions)
  const { data, error, refetch } = useRow(dictTypeView, mayList ? dictId : undefined)
  if (!mayList) return <NoPermission />
  if (!data) return <LoadingOrFailure error={error} onRetry={refetch} paragraph={{ rows: 8 }} />
  return (
    <>
      <div className="tm-dict-head">
        <DictSelect value={data.id} />
        <code className="tm-muted">{data.dictType}</code>
        <BackButton label={t('action.back')} />
      </div>
      <Entries key={data.id} type={data.dictType} />
    </>
  )
}

function BackButton({ label }: { label: string }) {
  const navigate = useNavigate()
  return <Button onClick={() => navigate('/system/dict')}>{label}</Button>
}

/** Goes to the entries of another dictionary. */
function DictSelect({ value }: { value: number }) {
  const t = useT()
  const client = useClient()
  const navigate = useNavigate()
  const { data, isLoading } = useQuery({
    queryKey: ['entity', 'system/dict/type', 'optionselect'],
    queryFn: ({ signal }) => client.call('GET /system/dict/type/optionselect', { signal }),
  })
  return (
    <Select
      aria-label={t('system.dict.type')}
      className="tm-dict-select"
      value={value}
      loading={isLoading}
      showSearch={searchOptions}
      options={(data ?? []).map(row => ({ value: row.id ?? Number(row.dictId), label: String(row.dictName) }))}
      onChange={id => navigate(`/system/dict-data/index/${id}`)}
    />
  )
}

function Entries({ type }: { type: string }) {
  const t = useT()
  const report = useUndo(dictDataView)
  const queries = useQueryClient()
  const { permissions } = useSession()
  const { remove } = useWrites(dictDataView)
  const [adding, setAdding] = useAddressParam('add')
  const [editing, setEditing] = useAddressParam('edit')
  const [selected, setSelected] = useState<readonly React.Key[]>([])
  const rowAction = useRowAction(dictDataView)
  const may = (verb: string) => canUse(dictDataView, verb, permissions)
  const { data: edited } = useRow(dictDataView, may('query') ? editing : undefined)
  // Stored values refer to a bootstrap entry by its value, so the value cannot change.
  const isBootstrap = editing !== undefined && edited?.delivered === true
  // Selects and tags of all screens show the change.
  const refreshDictionaries = () => queries.invalidateQueries({ queryKey: ['dict'] })

  const removeEntries = async (ids: readonly React.Key[]) => {
    const answer = await remove.mutateAsync(ids as (string | number)[])
    setSelected(keys => keys.filter(key => !ids.includes(key)))
    report(t('entity.removed', { n: ids.length }), answer, refreshDictionaries)
    await refreshDictionaries()
  }
  const add = may('add') && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding('1')}>
      {t('action.add')}
    </Button>
  )
  return (
    <>
      <EntityTable
        entity={dictDataView}
        query={{ dictType: type }}
        selection={may('remove') ? { keys: selected, onChange: keys => setSelected(keys) } : undefined}
        empty={add}
        cells={{
          dictLabel: row => {
            const tone = echoTone(row.listClass)
            const style = row.cssClass ?? undefined
            return (
              <>
                {tone ? (
                  <ToneTag tone={tone} className={style}>
                    {row.dictLabel}
                  </ToneTag>
                ) : (
                  <span className={style}>{row.dictLabel}</span>
                )}{' '}
                <LanguageMark row={row} name="dictLabel" />
              </>
            )
          },
        }}
        actions={row => [
          ...rowAction(row, 'edit', { run: () => setEditing(String(row.id)) }),
          ...rowAction(row, 'remove', {
            danger: true,
            run: () => removeEntries([row.id]),
          }),
        ]}
        toolbar={
          <>
            {add}
            {may('remove') && <RemoveSelected undoable count={selected.length} run={() => removeEntries(selected)} />}
            {may('export') && <ExportButton entity={dictDataView} query={{ dictType: type }} />}
          </>
        }
      />
      <FormDrawer
        entity={dictDataView}
        open={adding ? (may('add') ? 'add' : undefined) : editing && may('edit') ? { id: editing } : undefined}
        onClose={() => {
          if (adding) setAdding(undefined)
          else setEditing(undefined)
          void refreshDictionaries()
        }}
        defaults={{ dictType: type, dictSort: 1 }}
        controls={{
          dictType: props => <KeyControl {...(props as ControlProps<string>)} closed />,
          dictValue: props => <KeyControl {...(props as ControlProps<string>)} closed={isBootstrap} />,
        }}
      />
    </>
  )
}
