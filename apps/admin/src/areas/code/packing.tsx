import { RollbackOutlined, InboxOutlined } from '@ant-design/icons'
import { packing } from '@timbermark/contract'
import { Input } from 'antd'
import { useState } from 'react'
import { ActionButton } from '../../entity/actions/action-button.tsx'
import { ExportButton } from '../../entity/list/export-button.tsx'
import { EntityTable } from '../../entity/list/entity-table.tsx'
import { NoPermission } from '../../entity/list/list-states.tsx'
import { ToneTag } from '../../entity/values/tone-tag.tsx'
import { useAddressParam } from '../../entity/list/use-list-state.ts'
import { useSession, useT } from '../../shell/index.ts'
import { CodeDrawer } from './code-drawer.tsx'
import { CodeButton } from './packing-contents.tsx'
import { PackingDialog, type PackingStart } from './packing-dialog.tsx'
import { readCode } from '../../entity/controls/read-code.ts'
import { useClearableInput } from '../../entity/controls/use-clearable.tsx'
import '../../entity/entity.css'
import './code.css'

/** The list of packings and unpackings, both actions, and the details of a package or container. */
export default function PackingScreen() {
  const t = useT()
  const clearableInput = useClearableInput()
  const { can } = useSession()
  const [code, setCode] = useAddressParam('open')
  const [dialog, setDialog] = useState<PackingStart>()
  if (!can('code:packing:list')) return <NoPermission />
  // The details of a code need the permission for codes.
  const mayOpen = can('code:qr:query') || can('code:qr:list')
  const codeCell = (value: unknown) =>
    value ? mayOpen ? <CodeButton code={String(value)} onOpen={setCode} /> : String(value) : '–'
  return (
    <>
      <EntityTable
        entity={packing}
        toolbar={
          <>
            {can('code:packing:pack') && (
              <ActionButton
                type="primary"
                action={{
                  key: 'pack',
                  label: t('action.pack'),
                  icon: <InboxOutlined />,
                  run: () => setDialog({ verb: 'pack' }),
                }}
              />
            )}
            {can('code:packing:unpack') && (
              <ActionButton
                action={{
                  key: 'unpack',
                  label: t('action.unpack'),
                  icon: <RollbackOutlined />,
                  run: () => setDialog({ verb: 'unpack' }),
                }}
              />
            )}
            {can('code:packing:export') && <ExportButton entity={packing} />}
            {mayOpen && (
              <Input.Search
                className="tm-packing-find"
                aria-label={t('code.packing.find')}
                title={t('code.packing.find')}
                allowClear={clearableInput}
                enterButton={t('action.search')}
                placeholder={t('code.packing.find')}
                onSearch={text => text.trim() && setCode(readCode(text))}
              />
            )}
          </>
        }
        cells={{
          parentCode: row => codeCell(row.parentCode),
          firstCode: row => codeCell(row.firstCode),
          ledger: row => (
            <ToneTag tone={row.ledger === 'logged' ? 'success' : 'default'}>
              {t(`code.packing.ledger.${row.ledger}`)}
            </ToneTag>
          ),
        }}
      />
      <CodeDrawer code={code} onOpen={setCode} onClose={() => setCode(undefined)} />
      {dialog && <PackingDialog start={dialog} onClose={() => setDialog(undefined)} />}
    </>
  )
}
