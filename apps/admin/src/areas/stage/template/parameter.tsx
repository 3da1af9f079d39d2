import { PlusOutlined } from '@ant-design/icons'
import { type RowOf, stageParameter, stageParameters } from '@timbermark/contract'
import { Button, Descriptions } from 'antd'
import type { Action } from '../../../entity/actions/action-button.tsx'
import { canUse } from '../../../entity/actions/permissions.ts'
import { EntityScreen } from '../../../entity/list/entity-screen.tsx'
import { useRowAction } from '../../../entity/actions/use-row-action.ts'
import { useAddressParam } from '../../../entity/list/use-list-state.ts'
import { useNarrow } from '../../../entity/list/use-narrow.ts'
import { useSession, useT } from '../../../shell/index.ts'
import { withoutForms } from '../../../entity/form/without-forms.ts'
import { StageValue } from '../../../entity/values/stage-value.tsx'
import { ownerStatusCell, OwnerTag } from './owner.tsx'
import { ParameterForm, useStageAttributes } from './parameter-form.tsx'
import { presetFields } from './preset-fields.ts'

const listEntity = withoutForms(stageParameters)

type Parameters = RowOf<typeof stageParameters>

/** Stage parameter templates: common values of a stage, entered once. */
export default function StageParameterScreen() {
  const t = useT()
  const { permissions } = useSession()
  const [adding, setAdding] = useAddressParam('add')
  const [editing, setEditing] = useAddressParam('edit')
  const rowAction = useRowAction(stageParameter)
  const may = (verb: string) => canUse(stageParameter, verb, permissions)
  const edit = (row: Parameters): Action[] => rowAction(row, 'edit', { run: () => setEditing(String(row.id)) })
  return (
    <>
      <EntityScreen
        entity={listEntity}
        rowActions={edit}
        cells={{
          owner: row => <OwnerTag row={row} />,
          status: ownerStatusCell(stageParameter),
        }}
        toolbar={
          may('add') && (
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding('1')}>
              {t('action.add')}
            </Button>
          )
        }
        detail={row => <PresetValues row={row} />}
      />
      {adding && may('add') ? (
        <ParameterForm id={undefined} onClose={() => setAdding(undefined)} />
      ) : editing && may('edit') ? (
        <ParameterForm key={editing} id={editing} onClose={() => setEditing(undefined)} />
      ) : null}
    </>
  )
}

function PresetValues({ row: { stage, values } }: { row: Parameters }) {
  const t = useT()
  const columns = useNarrow() ? 1 : 2
  const attributes = useStageAttributes(stage)
  const labels = new Map(attributes.map(one => [one.key, one.label]))
  const items = presetFields(stage, attributes)
    .filter(field => field.key in values)
    .map(field => ({
      key: field.key,
      label: t.has(`stage.field.${field.key}`) ? t.from(`stage.field.${field.key}`) : labels.get(field.key),
      children: <StageValue field={field} value={values[field.key]} />,
    }))
  return (
    <section className="tm-panel">
      <h3>{t('stage.parameter.values')}</h3>
      {items.length === 0 ? (
        <p className="tm-muted">{t('common.none')}</p>
      ) : (
        <Descriptions bordered size="small" column={columns} items={items} className="tm-detail" />
      )}
    </section>
  )
}
