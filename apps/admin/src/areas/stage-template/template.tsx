import { PlusOutlined } from '@ant-design/icons'
import { stageTemplate } from '@timbermark/contract'
import { Button } from 'antd'
import { useState } from 'react'
import type { Action } from '../../entity/action-button.tsx'
import { mayUse } from '../../entity/actions.ts'
import { EntityScreen } from '../../entity/entity-screen.tsx'
import { ToneTag } from '../../entity/tone-tag.tsx'
import type { Row } from '../../entity/types.ts'
import { useRowAction } from '../../entity/use-row-action.ts'
import { useAddressWord } from '../../entity/use-list-state.ts'
import { useSession, useT } from '../../shell/index.ts'
import { withOwnForm } from '../../entity/own-form.ts'
import { ownStatus, OwnerTag } from './owner.tsx'
import { TemplateDetail } from './template-detail.tsx'
import { templateEntity } from './template-entity.ts'
import { TemplateForm } from './template-form.tsx'

const listed = withOwnForm(templateEntity)

/** Forms of the stages: the platform's, and those an enterprise makes of them. */
export default function StageTemplateScreen() {
  const t = useT()
  const { permissions } = useSession()
  const [adding, setAdding] = useAddressWord('add')
  const [editing, setEditing] = useAddressWord('edit')
  const [like, setLike] = useState<Row>()
  const rowAction = useRowAction(stageTemplate)
  const may = (verb: string) => mayUse(stageTemplate, verb, permissions)

  const edit = (row: Row): Action[] => rowAction(row, 'edit', { run: () => setEditing(String(row.id)) })
  const copy = (row: Row): Action[] =>
    may('add')
      ? [
          {
            key: 'copy',
            label: t('stage.template.copy'),
            run: () => {
              setLike(row)
              setAdding('1')
            },
          },
        ]
      : []
  const close = () => {
    setLike(undefined)
    setAdding(undefined)
  }
  return (
    <>
      <EntityScreen
        entity={listed}
        rowActions={row => [...edit(row), ...copy(row)]}
        cells={{
          owner: row => <OwnerTag row={row} />,
          attributes: row => (
            <span className="tm-number">{(row.attributes as unknown[] | undefined)?.length ?? 0}</span>
          ),
          version: row => <ToneTag>{t('stage.record.versionNumber', { n: Number(row.version) })}</ToneTag>,
          status: ownStatus(stageTemplate),
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
      {adding && may('add') ? (
        <TemplateForm id={undefined} like={like} onClose={close} />
      ) : editing && may('edit') ? (
        <TemplateForm key={editing} id={editing} onClose={() => setEditing(undefined)} />
      ) : null}
    </>
  )
}
