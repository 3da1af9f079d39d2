import { PlusOutlined } from '@ant-design/icons'
import { banner } from '@timbermark/contract'
import { Button, Tabs } from 'antd'
import type { Action } from '../../entity/actions/action-button.tsx'
import { canUse } from '../../entity/actions/permissions.ts'
import { EntityScreen } from '../../entity/list/entity-screen.tsx'
import { filesOf, PicturesView } from '../../entity/values/files-view.tsx'
import { FormDrawer } from '../../entity/form/form-drawer.tsx'
import type { Row } from '../../entity/types.ts'
import { useWrites } from '../../entity/use-entity.ts'
import { useUndo } from '../../entity/actions/use-undo.tsx'
import { useRowAction } from '../../entity/actions/use-row-action.ts'
import { useAddressParam, useListState } from '../../entity/list/use-list-state.ts'
import { optionLabel } from '../../entity/labels.ts'
import { StatusSwitch } from '../../entity/actions/status-switch.tsx'
import { ToneTag } from '../../entity/values/tone-tag.tsx'
import { useSession, useT } from '../../shell/index.ts'
import { ServicePhone } from './service-phone.tsx'
import './banner.css'

const groups = banner.fields.group.options

/** A banner has no name: its page and place identify it. So no field is its heading, and its actions have phrases of their own. */
const listEntity = { ...banner, label: 'caption', operations: ['list', 'query', 'export'] as const }

/** Whether the planned period is over, or has not started. */
function periodState(row: Row): 'planned' | 'over' | undefined {
  const at = (value: unknown) => (typeof value === 'string' ? Date.parse(value) : undefined)
  const [from, until] = [at(row.showFrom), at(row.showUntil)]
  if (until !== undefined && until <= Date.now()) return 'over'
  return from !== undefined && from > Date.now() ? 'planned' : undefined
}

/** Banners of the three home pages, and the customer service number next to them. */
export default function BannerScreen() {
  const t = useT()
  const report = useUndo(banner)
  const { permissions } = useSession()
  const { remove } = useWrites(banner)
  const { state, change } = useListState(listEntity)
  const [adding, setAdding] = useAddressParam('add')
  const [editing, setEditing] = useAddressParam('edit')
  const rowAction = useRowAction(banner)
  const may = (verb: string) => canUse(banner, verb, permissions)
  const group = groups.find(one => one === state.filters.group)
  const groupLabel = (key: string) => optionLabel(t, banner, 'group', key)

  const actions = (row: Row): Action[] => [
    ...rowAction(row, 'edit', { run: () => setEditing(String(row.id)) }),
    ...rowAction(row, 'remove', {
      danger: true,
      run: async () => {
        const answer = await remove.mutateAsync([row.id])
        report(t('entity.removed', { n: 1 }), answer)
      },
    }),
  ]
  return (
    <>
      {may('list') && <ServicePhone />}
      <Tabs
        className="tm-banner-tabs"
        activeKey={group ?? 'all'}
        onChange={key => {
          const { group: _, ...filters } = state.filters
          change({ filters: key === 'all' ? filters : { ...filters, group: key }, page: 1 })
        }}
        items={['all', ...groups].map(key => ({ key, label: key === 'all' ? t('common.all') : groupLabel(key) }))}
      />
      <EntityScreen
        entity={listEntity}
        rowActions={actions}
        cells={{
          image: row => <PicturesView files={filesOf(row.image)} size={72} />,
          showUntil: (row, plain) => (
            <>
              {plain} {periodState(row) && <ToneTag>{t(`site.banner.${periodState(row)!}`)}</ToneTag>}
            </>
          ),
          status: row => <StatusSwitch entity={banner} row={row} name="status" />,
        }}
        toolbar={
          may('add') && (
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding('1')}>
              {t('action.add')}
            </Button>
          )
        }
      />
      <FormDrawer
        entity={banner}
        open={adding ? (may('add') ? 'add' : undefined) : editing && may('edit') ? { id: editing } : undefined}
        onClose={() => (adding ? setAdding(undefined) : setEditing(undefined))}
        defaults={{ group, sequence: 1, duration: 5 }}
      />
    </>
  )
}
