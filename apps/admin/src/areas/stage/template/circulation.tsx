import { PlusOutlined } from '@ant-design/icons'
import { formatDays } from '@timbermark/client'
import { type RowOf, stageCirculation, stageCirculations } from '@timbermark/contract'
import { Button } from 'antd'
import { useState } from 'react'
import type { Action } from '../../../entity/actions/action-button.tsx'
import { canUse } from '../../../entity/actions/permissions.ts'
import { EntityScreen } from '../../../entity/list/entity-screen.tsx'
import { withoutForms } from '../../../entity/form/without-forms.ts'
import { ToneTag } from '../../../entity/values/tone-tag.tsx'
import { useAddressParam } from '../../../entity/list/use-list-state.ts'
import { useRowAction } from '../../../entity/actions/use-row-action.ts'
import { useSession, useT } from '../../../shell/index.ts'
import { CirculationForm } from './circulation-form.tsx'
import { ownerStatusCell, OwnerTag } from './owner.tsx'
import './circulation.css'

const listEntity = withoutForms(stageCirculations)

type Circulation = RowOf<typeof stageCirculations>

/** Circulations: the platform's, and those that an enterprise derives from them. */
export default function CirculationScreen() {
  const t = useT()
  const { permissions } = useSession()
  const [adding, setAdding] = useAddressParam('add')
  const [editing, setEditing] = useAddressParam('edit')
  const [copyFrom, setCopyFrom] = useState<Circulation>()
  const rowAction = useRowAction(stageCirculation)
  const may = (verb: string) => canUse(stageCirculation, verb, permissions)
  const edit = (row: Circulation): Action[] => rowAction(row, 'edit', { run: () => setEditing(String(row.id)) })
  const copy = (row: Circulation): Action => ({
    key: 'copy',
    label: t('stage.circulation.copy'),
    run: () => {
      setCopyFrom(row)
      setAdding('1')
    },
  })
  return (
    <>
      <EntityScreen
        entity={listEntity}
        rowActions={row => [...edit(row), ...(may('add') ? [copy(row)] : [])]}
        cells={{
          owner: row => <OwnerTag row={row} />,
          status: ownerStatusCell(stageCirculation),
        }}
        toolbar={
          may('add') && (
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding('1')}>
              {t('action.add')}
            </Button>
          )
        }
        detail={row => <Steps row={row} />}
      />
      {adding && may('add') ? (
        <CirculationForm
          id={undefined}
          copyFrom={copyFrom}
          onClose={() => {
            setCopyFrom(undefined)
            setAdding(undefined)
          }}
        />
      ) : editing && may('edit') ? (
        <CirculationForm key={editing} id={editing} onClose={() => setEditing(undefined)} />
      ) : null}
    </>
  )
}

/** The stages of a circulation in order. */
function Steps({ row }: { row: Circulation }) {
  const t = useT()
  return (
    <section className="tm-panel">
      <h3>{t('stage.circulation.steps')}</h3>
      <ol className="tm-steps-read">
        {row.steps.map((step, place) => (
          <li key={step.stage}>
            <span className="tm-muted" aria-hidden>
              {place + 1}
            </span>
            <strong>{t(`stage.${step.stage}`)}</strong>
            <ToneTag tone={step.required ? 'processing' : 'default'}>
              {t(step.required ? 'stage.circulation.required' : 'stage.circulation.optional')}
            </ToneTag>
            {step.days !== undefined && <span>{formatDays(step.days, t.language)}</span>}
            {step.responsible && <span className="tm-muted">{step.responsible}</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}
