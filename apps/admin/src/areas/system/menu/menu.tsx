import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import {
  type Action,
  DictTag,
  mayUse,
  NoPermission,
  type Row,
  ToneTag,
  useAddressWord,
  useFeedback,
  useRows,
  useWrites,
} from '../../../entity/index.ts'
import { filterParams } from '../../../entity/query-state.ts'
import { toTree } from '../../../entity/tree.ts'
import { useListState } from '../../../entity/use-list-state.ts'
import { statusDict } from '../../../entity/status-switch.tsx'
import { MenuIcon } from '../../../shell/icons.tsx'
import { useSession, useT } from '../../../shell/index.ts'
import { rowVerb } from '../record/row-verb.ts'
import { TreeTable } from '../tree/tree-table.tsx'
import { branchIds, type RowNode } from '../tree/visible-nodes.ts'
import { menuEntity } from './menu-entity.ts'
import { MenuForm } from './menu-form.tsx'
import '../../../entity/entity.css'
import '../system.css'

const tones = { M: 'processing', C: 'success', F: 'default' } as const

/** The menu as a tree: catalogues, screens and the buttons behind which the permissions stand. */
export default function MenuScreen() {
  const t = useT()
  const feedback = useFeedback()
  const { permissions } = useSession()
  const { state } = useListState(menuEntity)
  const [adding, setAdding] = useAddressWord('add')
  const [editing, setEditing] = useAddressWord('edit')
  const [opened, setOpened] = useState<readonly number[]>()
  const { remove } = useWrites(menuEntity)
  const may = (verb: string) => mayUse(menuEntity, verb, permissions)
  const query = filterParams(menuEntity, state.filters) as Record<string, string>
  const { data, error, isFetching, refetch } = useRows(menuEntity, query)
  const nodes = useMemo(() => data && (toTree(data.rows) as RowNode[]), [data])
  if (!may('list')) return <NoPermission />
  const filtered = Object.keys(state.filters).length > 0
  // What a search found is open; the whole tree begins folded, because it is long.
  const open = opened ?? (filtered ? branchIds(nodes ?? []) : [])

  const actions = (row: Row): Action[] => [
    ...rowVerb(t, row, 'edit', may('edit'), { label: t('action.edit'), run: () => setEditing(String(row.id)) }),
    ...(may('add') && row.menuType !== 'F'
      ? [{ key: 'addBelow', label: t('system.tree.addBelow'), run: () => setAdding(String(row.id)) }]
      : []),
    ...rowVerb(t, row, 'remove', may('remove'), {
      label: t('action.remove'),
      danger: true,
      confirm: { title: t('common.confirmRemove', { name: String(row.menuName) }), ok: t('action.remove') },
      run: async () => {
        await remove.mutateAsync([row.id])
        feedback.done(t('entity.removed', { n: 1 }))
      },
    }),
  ]

  return (
    <>
      <TreeTable
        entity={menuEntity}
        nodes={nodes}
        error={error}
        refreshing={isFetching}
        onRefresh={() => void refetch()}
        open={open}
        onOpen={setOpened}
        actions={actions}
        cells={{
          menuName: row => (
            <span className="tm-menu-name">
              <MenuIcon name={row.icon as string | undefined} />
              {String(row.menuName)}
              {row.platformOnly === true && <ToneTag>{t('system.menu.platformOnly')}</ToneTag>}
            </span>
          ),
          menuType: row => (
            <ToneTag tone={tones[row.menuType as keyof typeof tones]}>
              {t.from(`system.menu.menuType.${row.menuType}`)}
            </ToneTag>
          ),
          perms: (row, plain) => (row.perms ? <code>{String(row.perms)}</code> : plain),
          status: row => <DictTag type={statusDict} value={String(row.status)} />,
        }}
        toolbar={
          may('add') && (
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding('0')}>
              {t('action.add')}
            </Button>
          )
        }
      />
      {adding !== undefined && may('add') ? (
        <MenuForm key={adding} id={undefined} parentId={Number(adding) || 0} onClose={() => setAdding(undefined)} />
      ) : editing && may('edit') ? (
        <MenuForm key={editing} id={editing} onClose={() => setEditing(undefined)} />
      ) : null}
    </>
  )
}
