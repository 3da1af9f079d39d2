import { useClearable } from '../use-clearable.tsx'
import { Empty, Select, Spin, TreeSelect } from 'antd'
import { useState } from 'react'
import { useT } from '../../shell/index.ts'
import { toTree } from '../tree.ts'
import type { Option } from '../types.ts'
import { useEarlyEnter } from '../use-early-enter.ts'
import { useOptions } from '../use-options.ts'
import type { ControlProps } from './control.tsx'

type ReferenceProps<V extends number | string = number | string> = ControlProps<V> & {
  /** Key of the referenced entity. */
  entity: string
  tree?: boolean
  /** Call that answers the choices, when it is not the entity's own. */
  path?: string
}

/** Another record, found by typing a part of its name. */
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
  const { found, options, loading, error, barred } = useOptions(entity, search, value ? [value] : [], path)
  const onOpenChange = (next: boolean) => {
    setOpen(next)
    // Not when it opens: pasting into a closed list opens it with what was pasted.
    if (!next) setSearch('')
  }
  const onInputKeyDown = useEarlyEnter({
    search,
    found,
    namesOf: option => [option.label],
    choose: option => {
      if (option.disabled) return
      onChange?.(option.id as V)
      onOpenChange(false)
    },
  })
  return (
    <Select
      {...props}
      className="tm-full"
      value={value ?? undefined}
      allowClear={clearable}
      placeholder={t('common.choose')}
      // The server has filtered already.
      showSearch={{ filterOption: false, onSearch: setSearch }}
      loading={loading}
      notFoundContent={loading ? <Spin size="small" /> : <NothingFound failed={error !== null} barred={barred} />}
      options={options.map(option => ({ value: option.id as V, label: option.label, disabled: option.disabled }))}
      onChange={id => onChange?.(id ?? null)}
      open={open}
      onOpenChange={onOpenChange}
      onInputKeyDown={onInputKeyDown}
    />
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
  const { options, loading, error, barred } = useOptions(entity, '', value ? [value] : [], path)
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
      showSearch={{ treeNodeFilterProp: 'title' }}
      loading={loading}
      notFoundContent={<NothingFound failed={error !== null} barred={barred} />}
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

function NothingFound({ failed, barred }: { failed: boolean; barred: boolean }) {
  const t = useT()
  const told = barred ? 'error.forbidden' : failed ? 'entity.loadFailed' : 'entity.nothingFound'
  return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t(told)} />
}
