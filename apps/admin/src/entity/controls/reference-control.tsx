import { useClearable } from './use-clearable.tsx'
import { PlusOutlined } from '@ant-design/icons'
import { entityByKey } from '@timbermark/contract'
import { Empty, Select, Spin, TreeSelect } from 'antd'
import { useState } from 'react'
import { useSession, useT } from '../../shell/index.ts'
import { entityLabel } from '../labels.ts'
import { canUse } from '../actions/permissions.ts'
import { toTree } from '../tree.ts'
import type { Option } from '../types.ts'
import { useEarlyEnter } from './use-early-enter.ts'
import { useOptions } from './use-options.ts'
import type { ControlProps } from './control-props.ts'
import { searchNodes } from './search-options.ts'

type ReferenceProps<V extends number | string = number | string> = ControlProps<V> & {
  /** Key of the referenced entity. */
  entity: string
  tree?: boolean
  /** Path of the call that answers the options; the entity's own by default. */
  path?: string
}

/** Another record, found by a part of its name. */
export function ReferenceControl<V extends number | string>({ tree, ...props }: ReferenceProps<V>) {
  return tree ? <TreeReference {...props} /> : <FlatReference {...props} />
}

function FlatReference<V extends number | string>({
  entity,
  path,
  value,
  onChange,
  ...props
}: Omit<ReferenceProps<V>, 'tree'>) {
  const t = useT()
  const clearable = useClearable()
  const [search, setSearch] = useState('')
  const [open, setOpen] = useState(false)
  const { results, options, loading, error, forbidden, isEmpty, refetch } = useOptions(
    entity,
    search,
    value ? [value] : [],
    path,
  )
  const onOpenChange = (next: boolean) => {
    setOpen(next)
    // Not on opening: pasting into a closed list opens it with the pasted text.
    if (!next) setSearch('')
    // A record may have been added in another window meanwhile.
    else if (isEmpty) refetch()
  }
  const onInputKeyDown = useEarlyEnter({
    search,
    results,
    namesOf: option => [option.label],
    choose: option => {
      if (option.disabled) return
      onChange?.(option.id as V)
      onOpenChange(false)
    },
  })
  const select = (
    <Select
      {...props}
      className="tm-full"
      value={value ?? undefined}
      allowClear={clearable}
      placeholder={t('common.choose')}
      // The server filters.
      showSearch={{ filterOption: false, onSearch: setSearch }}
      loading={loading}
      notFoundContent={
        loading ? <Spin size="small" /> : <EmptyOptions failed={error !== null} barred={forbidden} none={isEmpty} />
      }
      options={options.map(option => ({ value: option.id as V, label: option.label, disabled: option.disabled }))}
      onChange={id => onChange?.(id ?? null)}
      open={open}
      onOpenChange={onOpenChange}
      onInputKeyDown={onInputKeyDown}
    />
  )
  // Only for required fields: elsewhere the extra line would be noise.
  if (!isEmpty || !props['aria-required']) return select
  return (
    <>
      {select}
      <AddFirstRecord entity={entity} />
    </>
  )
}

function TreeReference<V extends number | string>({
  entity,
  path,
  value,
  onChange,
  ...props
}: Omit<ReferenceProps<V>, 'tree'>) {
  const t = useT()
  const clearable = useClearable()
  const { options, loading, error, forbidden } = useOptions(entity, '', value ? [value] : [], path)
  const nodes = (list: (Option & { children?: Option[] })[]): TreeNode<V>[] =>
    list.map(option => ({
      value: option.id as V,
      title: option.label,
      disabled: option.disabled,
      ...(option.children ? { children: nodes(option.children) } : {}),
    }))
  return (
    <TreeSelect
      {...props}
      className="tm-full"
      value={value ?? undefined}
      allowClear={clearable}
      treeDefaultExpandAll
      placeholder={t('common.choose')}
      showSearch={searchNodes}
      loading={loading}
      notFoundContent={<EmptyOptions failed={error !== null} barred={forbidden} />}
      treeData={nodes(toTree(options))}
      onChange={id => onChange?.(id ?? null)}
    />
  )
}

interface TreeNode<V> {
  value: V
  title: string
  disabled?: boolean
  children?: TreeNode<V>[]
}

function EmptyOptions({ failed, barred, none }: { failed: boolean; barred: boolean; none?: boolean }) {
  const t = useT()
  const key = barred
    ? 'error.forbidden'
    : failed
      ? 'entity.loadFailed'
      : none
        ? 'entity.noneYet'
        : 'entity.nothingFound'
  return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t(key)} />
}

/** For an entity without records: says so, and links to the form that adds one, in a new window. */
function AddFirstRecord({ entity: key }: { entity: string }) {
  const t = useT()
  const { permissions } = useSession()
  const entity = entityByKey(key)
  return (
    <p className="tm-muted tm-hint">
      {t('entity.noneYet')}{' '}
      {entity && canUse(entity, 'add', permissions) ? (
        <a href={`/${key}?add=1`} target="_blank" rel="noopener">
          <PlusOutlined aria-hidden /> {t('entity.addTitle', { name: entityLabel(t, entity) })}
        </a>
      ) : null}
    </p>
  )
}
