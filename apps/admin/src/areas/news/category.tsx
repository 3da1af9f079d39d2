import { PlusOutlined } from '@ant-design/icons'
import { newsCategories, newsCategory } from '@timbermark/contract'
import { Button } from 'antd'
import { FieldItem } from '../../entity/form/field-item.tsx'
import { bodyOf, formFields, initialValues } from '../../entity/form/form-model.ts'
import { RecordDrawer } from '../../entity/form/record-drawer.tsx'
import { canUse } from '../../entity/actions/permissions.ts'
import { EntityScreen } from '../../entity/list/entity-screen.tsx'
import type { Row } from '../../entity/types.ts'
import { useRowAction } from '../../entity/actions/use-row-action.ts'
import { useAddressParam } from '../../entity/list/use-list-state.ts'
import { withoutForms } from '../../entity/form/without-forms.ts'
import { StatusSwitch } from '../../entity/actions/status-switch.tsx'
import { isWide } from '../../entity/form/wide.ts'
import { useSession, useT } from '../../shell/index.ts'

const listEntity = withoutForms(newsCategories)

/** Categories of the market news, with failure messages of their own. */
export default function CategoryScreen() {
  const t = useT()
  const { permissions } = useSession()
  const [adding, setAdding] = useAddressParam('add')
  const [editing, setEditing] = useAddressParam('edit')
  const rowAction = useRowAction(newsCategory)
  const may = (verb: string) => canUse(newsCategory, verb, permissions)
  const edit = (row: Row) => rowAction(row, 'edit', { run: () => setEditing(String(row.id)) })
  const addButton = may('add') && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding('1')}>
      {t('action.add')}
    </Button>
  )
  return (
    <>
      <EntityScreen
        entity={listEntity}
        rowActions={edit}
        cells={{ status: row => <StatusSwitch entity={newsCategory} row={row} name="status" /> }}
        toolbar={addButton}
      />
      {adding && may('add') ? (
        <CategoryForm id={undefined} onClose={() => setAdding(undefined)} />
      ) : editing && may('edit') ? (
        <CategoryForm key={editing} id={editing} onClose={() => setEditing(undefined)} />
      ) : null}
    </>
  )
}

function CategoryForm({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const t = useT()
  const { permissions } = useSession()
  const fields = formFields(newsCategory, permissions)
  return (
    <RecordDrawer
      entity={newsCategory}
      id={id}
      onClose={onClose}
      initial={row => initialValues(newsCategory, row)}
      body={(values, row) => bodyOf(newsCategory, fields, values, row)}
      failed={row => t(row ? 'news.category.updateFailed' : 'news.category.addFailed')}
    >
      {() =>
        fields.map(([name, field]) => (
          <FieldItem key={name} entity={newsCategory} name={name} field={field} wide={isWide(field)} />
        ))
      }
    </RecordDrawer>
  )
}
