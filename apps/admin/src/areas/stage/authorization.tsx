import { PlusOutlined, TableOutlined } from '@ant-design/icons'
import { type RowOf, stageAuthorization } from '@timbermark/contract'
import { Button } from 'antd'
import { useState } from 'react'
import type { Action } from '../../entity/actions/action-button.tsx'
import { canUse } from '../../entity/actions/permissions.ts'
import { EntityTable } from '../../entity/list/entity-table.tsx'
import { NoPermission } from '../../entity/list/list-states.tsx'
import { useWrites } from '../../entity/use-entity.ts'
import { useFeedback } from '../../entity/actions/use-feedback.ts'
import { useSession, useT } from '../../shell/index.ts'
import { AuthorizationMatrix } from './authorization-matrix.tsx'
import { AuthorizationForm } from './authorization-form.tsx'
import '../../entity/entity.css'

type Authorization = RowOf<typeof stageAuthorization>

/** User-stage authorization: a field user reports only the stages granted here (SEC-29). */
export default function StageAuthorizationScreen() {
  const t = useT()
  const { permissions } = useSession()
  const feedback = useFeedback()
  const { remove } = useWrites(stageAuthorization)
  const [open, setOpen] = useState<'add' | Authorization>()
  const [matrix, setMatrix] = useState(false)
  const may = (verb: string) => canUse(stageAuthorization, verb, permissions)
  if (!may('list')) return <NoPermission />

  const actions = (row: Authorization): Action[] => [
    ...(may('edit') ? [{ key: 'edit', label: t('action.edit'), run: () => setOpen(row) }] : []),
    ...(may('remove')
      ? [
          {
            key: 'remove',
            label: t('action.remove'),
            danger: true,
            confirm: {
              title: t('stage.authorization.removeTitle', {
                name: row.userName,
                stage: t(`stage.${row.stage}`),
              }),
              ok: t('action.remove'),
            },
            run: async () => {
              await remove.mutateAsync([row.id])
              feedback.done(t('entity.removed', { n: 1 }))
            },
          },
        ]
      : []),
  ]
  const grant = may('add') && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen('add')}>
      {t('stage.authorization.grant')}
    </Button>
  )
  return (
    <>
      <EntityTable
        entity={stageAuthorization}
        actions={actions}
        toolbar={
          <>
            {grant}
            {may('edit') && (
              <Button icon={<TableOutlined />} onClick={() => setMatrix(true)}>
                {t('stage.authorization.matrix')}
              </Button>
            )}
          </>
        }
        empty={grant}
      />
      {matrix && <AuthorizationMatrix onClose={() => setMatrix(false)} />}
      {open && <AuthorizationForm row={open === 'add' ? undefined : open} onClose={() => setOpen(undefined)} />}
    </>
  )
}
