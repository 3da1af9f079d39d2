import { PlusOutlined } from '@ant-design/icons'
import { type RowOf, stageTemplate, stageTemplates } from '@timbermark/contract'
import { Button } from 'antd'
import { useState } from 'react'
import type { Action } from '../../../entity/actions/action-button.tsx'
import { canUse } from '../../../entity/actions/permissions.ts'
import { EntityScreen } from '../../../entity/list/entity-screen.tsx'
import { useRowAction } from '../../../entity/actions/use-row-action.ts'
import { useAddressParam } from '../../../entity/list/use-list-state.ts'
import { useSession, useT } from '../../../shell/index.ts'
import { withoutForms } from '../../../entity/form/without-forms.ts'
import { ChoiceDialog } from './choice-dialog.tsx'
import { isOwnField, ownFields } from './attributes.ts'
import { ownerStatusCell, OwnerTag } from './owner.tsx'
import { TemplateDetail } from './template-detail.tsx'
import { TemplateForm } from './template-form.tsx'

const listEntity = withoutForms(stageTemplates)

type Template = RowOf<typeof stageTemplates>

/** Forms of the stages: the platform's, and those that an enterprise derives from them. */
export default function StageTemplateScreen() {
  const t = useT()
  const { permissions } = useSession()
  const [adding, setAdding] = useAddressParam('add')
  const [editing, setEditing] = useAddressParam('edit')
  const [copyFrom, setCopyFrom] = useState<Template>()
  const [placing, setPlacing] = useState<Template>()
  const rowAction = useRowAction(stageTemplate)
  const may = (verb: string) => canUse(stageTemplate, verb, permissions)

  const edit = (row: Template): Action[] => rowAction(row, 'edit', { run: () => setEditing(String(row.id)) })
  const copy = (row: Template): Action[] =>
    may('add')
      ? [
          {
            key: 'copy',
            label: t('stage.template.copy'),
            run: () => {
              setCopyFrom(row)
              setAdding('1')
            },
          },
        ]
      : []
  const place = (row: Template): Action[] =>
    may('edit') && !row.own ? [{ key: 'place', label: t('stage.template.ownPlace'), run: () => setPlacing(row) }] : []
  const close = () => {
    setCopyFrom(undefined)
    setAdding(undefined)
  }
  return (
    <>
      <EntityScreen
        entity={listEntity}
        rowActions={row => [...edit(row), ...copy(row), ...place(row)]}
        cells={{
          owner: row => <OwnerTag row={row} />,
          // All fields of the form: the template's and the stage's own.
          attributeCount: row =>
            ownFields(row.stage).length + row.attributes.filter(({ key }) => !isOwnField(row.stage, key)).length,
          version: row => row.version ?? 1,
          status: ownerStatusCell(stageTemplate),
        }}
        toolbar={
          may('add') && (
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding('1')}>
              {t('action.add')}
            </Button>
          )
        }
        detail={row => <TemplateDetail row={row} />}
      />
      {placing && <ChoiceDialog row={placing} onClose={() => setPlacing(undefined)} />}
      {adding && may('add') ? (
        <TemplateForm id={undefined} copyFrom={copyFrom} onClose={close} />
      ) : editing && may('edit') ? (
        <TemplateForm key={editing} id={editing} onClose={() => setEditing(undefined)} />
      ) : null}
    </>
  )
}
