import { useQuery } from '@tanstack/react-query'
import { dataScopes, type RowOf, roleView } from '@timbermark/contract'
import { Alert, Radio } from 'antd'
import { useState } from 'react'
import { SendDialog } from '../../../entity/dialogs/dialog-form.tsx'
import { LoadingOrFailure } from '../../../entity/list/list-states.tsx'
import { useRefresh, useRow } from '../../../entity/use-entity.ts'
import { useFeedback } from '../../../entity/actions/use-feedback.ts'
import { useClient, useT } from '../../../shell/index.ts'
import { CheckTree, type Granted } from '../tree/check-tree-control.tsx'

type Scope = (typeof dataScopes)[number]
/** Departments chosen one by one. */
const custom: Scope = '2'

/** The data scope of a role: one of five, or departments chosen one by one (SYS-07). */
export function DataScopeDialog({ row, onClose }: { row: RowOf<typeof roleView>; onClose: () => void }) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const refresh = useRefresh(roleView)
  const read = useRow(roleView, String(row.id))
  const tree = useQuery({
    queryKey: ['entity', 'system/dept', 'roleTree', row.id],
    queryFn: ({ signal }) => client.call('GET /system/role/deptTree/:id', { params: { id: row.id }, signal }),
  })
  const [chosenScope, setScope] = useState<Scope>()
  const [chosenDepts, setDepts] = useState<Granted>()
  const [problem, setProblem] = useState<string>()
  const current = read.isFetchedAfterMount ? read.data : undefined
  const scope = chosenScope ?? current?.dataScope
  const depts: Granted = chosenDepts ?? {
    ids: current?.deptIds ?? [],
    linked: current?.deptCheckStrictly !== false,
  }

  const save = async () => {
    if (!scope) return false
    if (scope === custom && depts.ids.length === 0) {
      setProblem(t('system.role.chooseDepts'))
      return false
    }
    setProblem(undefined)
    await client.call('PUT /system/role/dataScope', {
      body: {
        roleId: row.id,
        dataScope: scope,
        deptIds: scope === custom ? [...depts.ids] : [],
        deptCheckStrictly: depts.linked,
      },
    })
    feedback.done()
    await refresh()
    return true
  }

  const error = read.error ?? tree.error
  return (
    <SendDialog
      title={t('system.role.scopeTitle', { name: row.roleName })}
      ok={t('action.save')}
      disabled={!scope}
      onClose={onClose}
      send={save}
    >
      {!current ? (
        <LoadingOrFailure
          error={error}
          onRetry={() => {
            void read.refetch()
            void tree.refetch()
          }}
        />
      ) : (
        <>
          <Radio.Group
            vertical
            aria-label={t('system.role.dataScope')}
            value={scope}
            onChange={({ target }) => setScope(target.value as Scope)}
            options={dataScopes.map(value => ({
              value,
              label: (
                <>
                  {t(`system.role.dataScope.${value}`)}
                  <span className="tm-muted tm-choice-hint">{t(`system.role.dataScope.${value}.hint`)}</span>
                </>
              ),
            }))}
          />
          {scope === custom && (
            <div className="tm-scope-depts">
              {problem && <Alert type="error" showIcon title={problem} className="tm-form-problems" />}
              <CheckTree
                expanded
                nodes={tree.data?.depts}
                label={t('system.role.deptIds')}
                value={depts}
                onChange={setDepts}
              />
            </div>
          )}
        </>
      )}
    </SendDialog>
  )
}
