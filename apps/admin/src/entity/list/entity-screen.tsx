import { DiffOutlined, ImportOutlined, PlusOutlined } from '@ant-design/icons'
import type { Listed } from '@timbermark/contract'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useSession, useT } from '../../shell/index.ts'
import { type Action, ActionButton, type AnyAction } from '../actions/action-button.tsx'
import { RemoveSelected } from '../actions/remove-selected.tsx'
import { canUse } from '../actions/permissions.ts'
import { copiedId, copyKey, parseInitialValues } from '../form/initial-values.ts'
import { CompareDialog } from '../compare/compare-dialog.tsx'
import { DetailDrawer } from '../detail/detail-drawer.tsx'
import { BulkEdit } from './bulk-edit.tsx'
import { EntityTable } from './entity-table.tsx'
import type { Cell } from './table-props.ts'
import { ExportButton } from './export-button.tsx'
import { FormDrawer, type FormPlan } from '../form/form-drawer.tsx'
import { ImportDialog } from '../dialogs/import-dialog.tsx'
import { NoPermission } from './list-states.tsx'
import { LanguageMark } from '../values/name-value.tsx'
import { LongText } from '../values/long-text.tsx'
import type { Row, RowIn } from '../types.ts'
import { useWrites } from '../use-entity.ts'
import { useRowAction } from '../actions/use-row-action.ts'
import { useUndo } from '../actions/use-undo.tsx'
import { useAddressParam } from './use-list-state.ts'
import '../entity.css'

export interface EntityScreenProps<L extends Listed = Listed, R = Row> {
  entity: L
  /** What the form adds to the declaration. */
  form?: FormPlan
  /** A record can be copied: the form for a new one opens with its values. */
  copies?: boolean
  /** Actions of a row in addition to view, edit and delete; they come first. */
  rowActions?: (row: R) => readonly AnyAction[]
  /** Actions of a row that end something; they follow edit. */
  endActions?: (row: R) => readonly Action[]
  /** Actions above the list for the selected rows; `onDone` clears the selection. */
  bulkActions?: (rows: readonly R[], onDone: () => void) => readonly Action[]
  /** Further buttons above the list. */
  toolbar?: ReactNode
  /** Content between the buttons and the rows. */
  above?: ReactNode
  cells?: { [field: string]: Cell<R> }
  /** What the detail shows in addition to the fields. */
  detail?: (row: R) => ReactNode
  /** Columns to omit because they would have the same value in all of these rows. */
  leaveOut?: (rows: readonly R[]) => readonly string[]
  /** Interval in ms for reading list and detail again while rows change by themselves, or false. */
  poll?: (rows: readonly R[]) => number | false
}

/** List, form, detail, import and export of an entity. Actions without permission are absent. */
export function EntityScreen<const L extends Listed>(props: EntityScreenProps<L, RowIn<L>>) {
  // What a declaration draws knows its row type only at run time.
  return <DeclaredScreen {...(props as unknown as EntityScreenProps)} />
}

function DeclaredScreen(props: EntityScreenProps) {
  const { entity, form, copies, rowActions, endActions, bulkActions, toolbar, above, cells, detail, leaveOut, poll } =
    props
  const t = useT()
  const { permissions } = useSession()
  const report = useUndo(entity)
  const { remove } = useWrites(entity)
  const [adding, setAdding] = useAddressParam('add')
  const [editing, setEditing] = useAddressParam('edit')
  const [viewing, setViewing] = useAddressParam('view')
  const [importing, setImporting] = useState(false)
  const [chosen, setChosen] = useState<readonly Row[]>([])
  const [comparing, setComparing] = useState<readonly [number, number]>()
  const rowAction = useRowAction(entity)
  const may = (verb: string) => canUse(entity, verb, permissions)
  if (!may('list')) return <NoPermission />

  const selected = chosen.map(({ id }) => id)
  const bulk = bulkActions?.(chosen, () => setChosen([])) ?? []
  const editsSeveral = entity.bulkEdit !== undefined && may('edit')
  const [first, second, third] = selected
  const pair =
    first !== undefined && second !== undefined && third === undefined ? ([first, second] as const) : undefined
  const undoable = entity.final?.remove === undefined
  const nameOf = (row: Row) => String(row[entity.label] ?? row.id)
  const edit = (row: Row) =>
    rowAction(row, 'edit', {
      run: () => {
        setEditing(String(row.id))
      },
    })
  const copy = (row: Row): Action[] =>
    copies && may('add') && may('query')
      ? [{ key: 'copy', label: t('entity.copyRecord'), run: () => setAdding(`${copyKey}:${row.id}`) }]
      : []
  const drop = (row: Row) =>
    rowAction(row, 'remove', {
      danger: true,
      // What can be undone needs no question.
      ...(!undoable && {
        confirm: { title: t('common.confirmRemove', { name: nameOf(row) }), ok: t('action.remove') },
      }),
      run: async () => {
        const answer = await remove.mutateAsync([row.id])
        setChosen(rows => rows.filter(({ id }) => id !== row.id))
        report(t('entity.removedOne', { name: nameOf(row) }), answer)
      },
    })
  const view: (row: Row) => Action[] = row =>
    may('query') ? [{ key: 'view', label: t('action.query'), run: () => setViewing(String(row.id)) }] : []

  const leading = (row: Row) => [...(rowActions?.(row) ?? []), ...edit(row), ...copy(row), ...(endActions?.(row) ?? [])]
  const defaults = { ...form?.defaults, ...parseInitialValues(entity, adding) }

  const addButton = may('add') && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding('1')}>
      {t('action.add')}
    </Button>
  )
  const openLink: Cell = (row, plain) =>
    may('query') ? (
      <span className="tm-named">
        <button type="button" className="tm-link" onClick={() => setViewing(String(row.id))}>
          <LongText text={nameOf(row)} />
        </button>{' '}
        <LanguageMark row={row} name={entity.label} />
      </span>
    ) : (
      plain
    )
  return (
    <>
      <EntityTable
        entity={entity}
        poll={poll}
        leaveOut={leaveOut}
        above={above}
        cells={{ [entity.label]: openLink, ...cells }}
        actions={row => [...leading(row), ...drop(row), ...view(row)]}
        selection={
          may('remove') || bulk.length > 0 || editsSeveral
            ? { keys: selected, onChange: (_keys, rows) => setChosen(rows) }
            : undefined
        }
        empty={addButton}
        toolbar={
          <>
            {addButton}
            {toolbar}
            {bulk.map(action => (
              <ActionButton key={action.key} action={action} />
            ))}
            {editsSeveral && (
              <BulkEdit
                entity={entity}
                rows={chosen}
                nameOf={nameOf}
                controls={form?.controls}
                onDone={() => setChosen([])}
              />
            )}
            {pair && may('query') && (
              <Button icon={<DiffOutlined />} onClick={() => setComparing(pair)}>
                {t('entity.compare')}
              </Button>
            )}
            {may('remove') && (
              <RemoveSelected
                count={selected.length}
                undoable={undoable}
                run={async () => {
                  const answer = await remove.mutateAsync(selected)
                  report(t('entity.removed', { n: selected.length }), answer)
                  setChosen([])
                }}
              />
            )}
            {may('import') && (
              <Button icon={<ImportOutlined />} onClick={() => setImporting(true)}>
                {t('action.import')}
              </Button>
            )}
            {may('export') && <ExportButton entity={entity} />}
          </>
        }
      />
      <FormDrawer
        entity={entity}
        open={adding ? (may('add') ? 'add' : undefined) : editing && may('edit') ? { id: editing } : undefined}
        variant={adding?.includes(':') ? adding : undefined}
        copyOf={copies ? copiedId(adding) : undefined}
        onClose={() => (adding ? setAdding(undefined) : setEditing(undefined))}
        {...form}
        defaults={defaults}
      />
      <DetailDrawer
        entity={entity}
        id={may('query') ? viewing : undefined}
        onClose={() => setViewing(undefined)}
        actions={leading}
        cells={cells}
        poll={row => poll?.(row ? [row] : []) ?? false}
      >
        {detail}
      </DetailDrawer>
      {comparing && <CompareDialog entity={entity} ids={comparing} onClose={() => setComparing(undefined)} />}
      {may('import') && <ImportDialog entity={entity} open={importing} onClose={() => setImporting(false)} />}
    </>
  )
}
