import { PlusOutlined, UploadOutlined } from '@ant-design/icons'
import { type FormContent, formDesign, formFormat, type RowOf } from '@timbermark/contract'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import type { Action } from '../../../entity/actions/action-button.tsx'
import { EntityTable } from '../../../entity/list/entity-table.tsx'
import { NoPermission } from '../../../entity/list/list-states.tsx'
import { RemoveSelected } from '../../../entity/actions/remove-selected.tsx'
import { useRefresh, useWrites } from '../../../entity/use-entity.ts'
import { useFeedback } from '../../../entity/actions/use-feedback.ts'
import { useAddressParam } from '../../../entity/list/use-list-state.ts'
import { useClient, useSession, useT } from '../../../shell/index.ts'
import { Designer } from './designer.tsx'
import { TemplateDialog } from './template-dialog.tsx'
import '../../../entity/entity.css'
import './build.css'

type Form = RowOf<typeof formDesign>

/** Form builder: the list of stored forms, and the designer of one. */
export default function BuildScreen() {
  const { can } = useSession()
  const [designing, setDesigning] = useAddressParam('design')
  if (!can('tool:build:list')) return <NoPermission />
  const mayDesign = designing === 'new' ? can('tool:build:add') : can('tool:build:edit') && can('tool:build:query')
  return designing && mayDesign ? (
    <Designer
      key={designing}
      id={designing === 'new' ? undefined : designing}
      onClose={() => setDesigning(undefined)}
    />
  ) : (
    <Forms onDesign={setDesigning} />
  )
}

/** @returns the form in the file, or undefined when the file is no form */
function parseForm(text: string): { name: string; remark?: string | null; content: FormContent } | undefined {
  try {
    const { format, name, remark, content } = JSON.parse(text)
    return format === formFormat && typeof name === 'string' && typeof content === 'object'
      ? { name, remark, content }
      : undefined
  } catch {
    return undefined
  }
}

function Forms({ onDesign }: { onDesign: (id: string) => void }) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const refresh = useRefresh(formDesign)
  const { can } = useSession()
  const { remove } = useWrites(formDesign)
  const [selected, setSelected] = useState<readonly React.Key[]>([])
  const [template, setTemplate] = useState<Form>()
  const file = useRef<HTMLInputElement>(null)

  const removeForms = async (ids: readonly React.Key[]) => {
    await remove.mutateAsync(ids as number[])
    setSelected(keys => keys.filter(key => !ids.includes(key)))
    feedback.done(t('entity.removed', { n: ids.length }))
  }
  const importForm = async (chosen: File | undefined) => {
    if (!chosen) return
    const form = parseForm(await chosen.text())
    if (!form) {
      feedback.refuse(t('tool.build.notForm'))
      return
    }
    try {
      await client.post('/tool/build', form)
      feedback.done(t('tool.build.imported', { name: form.name }))
      await refresh()
    } catch (failure) {
      feedback.fail(failure)
    }
  }
  const ifAllowed = (isAllowed: boolean, action: Action): Action[] => (isAllowed ? [action] : [])
  const actions = (row: Form): Action[] => [
    ...ifAllowed(can('tool:build:edit') && can('tool:build:query'), {
      key: 'design',
      label: t('tool.build.design'),
      run: () => onDesign(String(row.id)),
    }),
    ...ifAllowed(can('stage:template:add') && can('tool:build:query'), {
      key: 'template',
      label: t('tool.build.toTemplate'),
      run: () => setTemplate(row),
    }),
    ...ifAllowed(can('tool:build:query'), {
      key: 'json',
      label: t('tool.build.exportJson'),
      run: () => client.download(`/tool/build/${row.id}/json`),
    }),
    ...ifAllowed(can('tool:build:query'), {
      key: 'component',
      label: t('tool.build.exportComponent'),
      run: () => client.download(`/tool/build/${row.id}/component`),
    }),
    ...ifAllowed(can('tool:build:remove'), {
      key: 'remove',
      label: t('action.remove'),
      danger: true,
      confirm: { title: t('common.confirmRemove', { name: row.name }), ok: t('action.remove') },
      run: () => removeForms([row.id]),
    }),
  ]
  const add = can('tool:build:add') && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => onDesign('new')}>
      {t('action.add')}
    </Button>
  )
  return (
    <>
      <EntityTable
        entity={formDesign}
        actions={actions}
        empty={add}
        selection={can('tool:build:remove') ? { keys: selected, onChange: keys => setSelected(keys) } : undefined}
        toolbar={
          <>
            {add}
            {can('tool:build:add') && (
              <>
                <Button icon={<UploadOutlined />} onClick={() => file.current?.click()}>
                  {t('tool.build.importJson')}
                </Button>
                <input
                  ref={file}
                  hidden
                  type="file"
                  accept=".json,application/json"
                  aria-label={t('tool.build.importJson')}
                  onChange={event => {
                    void importForm(event.target.files?.[0])
                    event.target.value = ''
                  }}
                />
              </>
            )}
            {can('tool:build:remove') && <RemoveSelected count={selected.length} run={() => removeForms(selected)} />}
          </>
        }
      />
      {template && <TemplateDialog form={template} onClose={() => setTemplate(undefined)} />}
    </>
  )
}
