import { type Listed, labelKeyOf } from '@timbermark/contract'
import { can, formatDateTime } from '@timbermark/client'
import { Descriptions, Drawer } from 'antd'
import type { ReactNode } from 'react'
import { useSession, useT } from '../../shell/index.ts'
import type { AnyAction } from '../actions/action-button.tsx'
import type { Cell } from '../list/table-props.ts'
import { detailLines } from './detail-lines.ts'
import { detailSpans } from './detail-spans.ts'
import { DrawerFoot } from './drawer-foot.tsx'
import { FieldValue } from '../values/field-value.tsx'
import { entityLabel, fieldLabel } from '../labels.ts'
import { LoadingOrFailure } from '../list/list-states.tsx'
import { isCodeField, isItemCode } from '../values/long-text.tsx'
import type { Row, RowIn } from '../types.ts'
import { useRow } from '../use-entity.ts'
import { useNarrow } from '../list/use-narrow.ts'
import { isWide } from '../form/wide.ts'

interface DetailDrawerProps<L extends Listed = Listed, R = Row> {
  entity: L
  id: string | undefined
  onClose: () => void
  actions?: (row: R) => readonly AnyAction[]
  /** Values that the screen draws. */
  cells?: { [field: string]: Cell<R> }
  /** What the screen shows in addition to the fields. */
  children?: (row: R) => ReactNode
  /** Interval in ms for reading the record again while it changes by itself, or false. */
  poll?: (row: R | undefined) => number | false
}

/** One record, read only, with who created it and when. */
export function DetailDrawer<const L extends Listed>(props: DetailDrawerProps<L, RowIn<L>>) {
  // What a declaration draws knows its row type only at run time.
  return <DeclaredDrawer {...(props as unknown as DetailDrawerProps)} />
}

function DeclaredDrawer({ entity, id, onClose, actions, cells, children, poll }: DetailDrawerProps) {
  const t = useT()
  const { data: row, error, refetch } = useRow(entity, id, poll)
  const shownRow = row && id !== undefined ? row : undefined
  const name = shownRow ? String(shownRow[entity.label] ?? '') : ''
  const kind = entityLabel(t, entity)
  const offered = shownRow ? (actions?.(shownRow) ?? []) : []
  // The list shows refused actions with their reason. The drawer shows only the possible ones, if there are any.
  const usable = offered.filter(({ reason }) => reason === undefined)
  const buttons = usable.length > 0 ? usable : offered
  return (
    <Drawer
      open={id !== undefined}
      title={name ? `${kind} · ${name}` : kind}
      aria-label={name || kind}
      size={820}
      className="tm-drawer"
      destroyOnHidden
      onClose={onClose}
      footer={buttons.length > 0 && <DrawerFoot actions={buttons} />}
    >
      {shownRow ? (
        <>
          <EntityDetail entity={entity} row={shownRow} cells={cells} />
          {children?.(shownRow)}
        </>
      ) : (
        <LoadingOrFailure error={error} onRetry={refetch} paragraph={{ rows: 10 }} />
      )}
    </Drawer>
  )
}

interface DetailProps {
  entity: Listed
  row: Row
  /** Cells of rows of this entity; the caller knows their type. */
  cells?: { [field: string]: Cell<never> }
  audit?: boolean
}

/** All fields of a record, then who created it and when. */
export function EntityDetail({ entity, row, cells, audit = true }: DetailProps) {
  const t = useT()
  const narrow = useNarrow()
  const { permissions } = useSession()
  const columns = narrow ? 1 : 2
  const fields = detailLines(entity, row, audit).filter(
    ([, { permission }]) => !permission || can(permissions, [permission]),
  )
  const drawn = (name: string, plain: ReactNode) => (cells?.[name] as Cell | undefined)?.(row, plain) ?? plain
  // A code stays on one line, with its copy button.
  const fullWidth = fields.map(([name, field]) => isWide(field) || (isCodeField(name) && isItemCode(String(row[name]))))
  const spans = detailSpans(fullWidth, columns)
  const items = fields.map(([name, field], n) => ({
    key: name,
    label: fieldLabel(t, entity, name),
    span: spans[n]!,
    children: drawn(name, <FieldValue entity={entity} name={name} field={field} row={row} place="detail" />),
  }))
  const auditItems = [
    { key: 'id', label: t('common.id'), children: String(row.id) },
    {
      key: 'createBy',
      label: t('common.createBy'),
      children: String(row[labelKeyOf('createBy')] ?? row.createBy ?? '–'),
    },
    { key: 'createTime', label: t('common.createTime'), children: formatDateTime(row.createTime) || '–' },
    { key: 'updateTime', label: t('common.updateTime'), children: formatDateTime(row.updateTime) || '–' },
  ]
  return (
    <>
      <Descriptions bordered size="small" column={columns} items={items} className="tm-detail" />
      {audit && (
        <Descriptions size="small" column={columns} items={auditItems} title={t('entity.audit')} className="tm-audit" />
      )}
    </>
  )
}
