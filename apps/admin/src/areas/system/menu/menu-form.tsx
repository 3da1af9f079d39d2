import { useClearable } from '../../../entity/controls/use-clearable.tsx'
import { useQuery } from '@tanstack/react-query'
import { menuView } from '@timbermark/contract'
import { Form, Select, Switch } from 'antd'
import { ChoiceControl } from '../../../entity/controls/choice-control.tsx'
import type { ControlProps } from '../../../entity/controls/control-props.ts'
import type { Row } from '../../../entity/types.ts'
import { useRows } from '../../../entity/use-entity.ts'
import { useClient, useT } from '../../../shell/index.ts'
import { FieldItem } from '../../../entity/form/field-item.tsx'
import { RecordDrawer } from '../../../entity/form/record-drawer.tsx'
import { IconControl } from './icon-control.tsx'
import { fieldsOf, isPlatformOnly, type MenuType, toMenuBody, menuValues } from './menu-fields.ts'
import { ParentControl } from './parent-control.tsx'

interface MenuFormProps {
  id: string | undefined
  /** Proposed parent of a new menu. */
  parentId?: number
  onClose: () => void
}

/** Adds or edits a catalogue, a screen, a link or a button. */
export function MenuForm({ id, parentId, onClose }: MenuFormProps) {
  return (
    <RecordDrawer
      entity={menuView}
      id={id}
      onClose={onClose}
      initial={row => menuValues(row, parentId)}
      body={toMenuBody}
    >
      {row => <MenuFields row={row} />}
    </RecordDrawer>
  )
}

function MenuFields({ row }: { row: Row | undefined }) {
  const t = useT()
  const form = Form.useFormInstance()
  const type = (Form.useWatch('menuType', form) as MenuType | undefined) ?? 'M'
  const external = Form.useWatch('isFrame', form) === '0'
  const path = Form.useWatch('path', form)
  const visible = fieldsOf(type, external, path)
  const isBootstrap = row?.delivered === true
  const { data: menus } = useRows(menuView, {})
  const platformOnly = isPlatformOnly(Form.useWatch('perms', form), menus?.rows ?? [])
  const yesNo = (props: ControlProps) => (
    <ChoiceControl
      {...(props as ControlProps<string>)}
      required
      options={[
        { value: '0', label: t('common.yes') },
        { value: '1', label: t('common.no') },
      ]}
    />
  )
  const item = { entity: menuView }
  return (
    <>
      <FieldItem {...item} name="menuType" disabled={isBootstrap} wide />
      <FieldItem
        {...item}
        name="parentId"
        dependencies={['menuType']}
        control={props => <ParentControl {...(props as ControlProps<number>)} type={type} self={row?.id} />}
      />
      {visible.has('icon') && (
        <FieldItem {...item} name="icon" control={props => <IconControl {...(props as ControlProps<string>)} />} />
      )}
      <FieldItem {...item} name="menuName" hint={isBootstrap ? t('system.menu.nameHint') : undefined} />
      <FieldItem {...item} name="orderNum" />
      {visible.has('isFrame') && (
        <FieldItem {...item} name="isFrame" control={yesNo} hint={t('system.menu.frameHint')} />
      )}
      {visible.has('path') && (
        <FieldItem {...item} name="path" hint={t(external ? 'system.menu.linkHint' : 'system.menu.pathHint')} />
      )}
      {visible.has('component') && (
        <FieldItem
          {...item}
          name="component"
          field={{ ...menuView.fields.component, required: true }}
          disabled={isBootstrap}
          control={props => <ComponentControl {...(props as ControlProps<string>)} />}
        />
      )}
      {visible.has('perms') && (
        <FieldItem
          {...item}
          name="perms"
          field={{ ...menuView.fields.perms, required: type === 'F' }}
          disabled={isBootstrap}
          hint={t('system.menu.permsHint')}
        />
      )}
      {visible.has('query') && <FieldItem {...item} name="query" hint={t('system.menu.queryHint')} />}
      {visible.has('routeName') && <FieldItem {...item} name="routeName" />}
      {visible.has('activeMenu') && <FieldItem {...item} name="activeMenu" hint={t('system.menu.activeHint')} />}
      {visible.has('isCache') && (
        <FieldItem {...item} name="isCache" control={yesNo} hint={t('system.menu.cacheHint')} />
      )}
      {visible.has('visible') && <FieldItem {...item} name="visible" hint={t('system.menu.visibleHint')} />}
      <FieldItem
        {...item}
        name="status"
        disabled={row?.why?.disable !== undefined}
        hint={t(row?.why?.disable ? `error.${row.why.disable}` : 'system.menu.statusHint')}
      />
      {visible.has('platformOnly') && (
        <Form.Item
          name="platformOnly"
          label={t('system.menu.platformOnly')}
          getValueProps={value => ({ checked: platformOnly || value === true })}
          extra={t('system.menu.platformHint')}
        >
          <Switch disabled={isBootstrap || platformOnly} />
        </Form.Item>
      )}
      <FieldItem {...item} name="remark" wide />
    </>
  )
}

/** One of the screens of this version. */
function ComponentControl({ value, onChange, ...props }: ControlProps<string>) {
  const t = useT()
  const clearable = useClearable()
  const client = useClient()
  const { data, isLoading } = useQuery({
    queryKey: ['entity', 'system/menu', 'components'],
    queryFn: ({ signal }) => client.call('GET /system/menu/components', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Select
      {...props}
      value={value ?? undefined}
      loading={isLoading}
      showSearch
      allowClear={clearable}
      placeholder={t('common.choose')}
      options={(data ?? []).map(screen => ({ value: screen, label: screen }))}
      onChange={chosen => onChange?.(chosen ?? null)}
    />
  )
}
