import { deptView } from '@timbermark/contract'
import type { ControlProps } from '../../entity/controls/control-props.ts'
import { FormDrawer } from '../../entity/form/form-drawer.tsx'
import { NoPermission } from '../../entity/list/list-states.tsx'
import { useT } from '../../shell/index.ts'
import { ParentDept } from './parent-dept.tsx'
import { TreeTable } from './tree/tree-table.tsx'
import { useTreeScreen } from './tree/use-tree-screen.tsx'
import '../../entity/entity.css'
import './system.css'

/** Departments as a tree; the enterprise itself is its root. */
export default function DeptScreen() {
  const t = useT()
  const { mayList, adding, editing, closeForm, table } = useTreeScreen({ entity: deptView })
  if (!mayList) return <NoPermission />
  return (
    <>
      <TreeTable {...table} />
      <FormDrawer
        entity={deptView}
        open={adding !== undefined ? 'add' : editing ? { id: editing } : undefined}
        onClose={closeForm}
        defaults={{ orderNum: 1, ...(adding ? { parentId: adding } : {}) }}
        closed={row => {
          const refused = row?.why?.enable ?? row?.why?.disable
          return refused ? { status: t(`error.${refused}`) } : {}
        }}
        controls={{
          parentId: props => (
            <ParentDept {...(props as ControlProps<number>)} self={editing ? Number(editing) : undefined} />
          ),
        }}
      />
    </>
  )
}
