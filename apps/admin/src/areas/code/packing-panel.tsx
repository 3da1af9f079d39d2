import { InboxOutlined, RollbackOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { ActionButton } from '../../entity/actions/action-button.tsx'
import { useSession, useT } from '../../shell/index.ts'
import { PackingContentsTree } from './packing-contents.tsx'
import { PackingDialog, type PackingStart } from './packing-dialog.tsx'
import { PackingHistory } from './packing-history.tsx'

interface PackedCode {
  code: string
  codeType: string
  parentCode: string | null
}

/** The contents of a code, its present and past packages, and buttons to pack and unpack. */
export function PackingPanel({ row, onOpen }: { row: PackedCode; onOpen: (code: string) => void }) {
  const t = useT()
  const { can } = useSession()
  const [dialog, setDialog] = useState<PackingStart>()
  if (!can('code:packing:query')) return null
  const canContain = row.codeType !== 'item'
  const canBePacked = row.codeType !== 'container'
  const mayPack = can('code:packing:pack')
  const mayUnpack = can('code:packing:unpack')
  const button = (key: string, label: string, icon: React.ReactNode, start: PackingStart, reason?: string) => (
    <ActionButton action={{ key, label, icon, reason, run: () => setDialog(start) }} />
  )
  return (
    <>
      {canContain && (
        <section className="tm-panel">
          <h3>{t('code.packing.contents')}</h3>
          <PackingContentsTree key={row.code} code={row.code} onOpen={onOpen} />
          <div className="tm-buttons tm-packing-actions">
            {mayPack && button('into', t('action.pack'), <InboxOutlined />, { verb: 'pack', parentCode: row.code })}
            {mayUnpack &&
              button('out', t('action.unpack'), <RollbackOutlined />, { verb: 'unpack', parentCode: row.code })}
          </div>
        </section>
      )}
      {canBePacked && (
        <section className="tm-panel">
          <h3>{t('code.packing.history')}</h3>
          <PackingHistory code={row.code} onOpen={onOpen} />
          <div className="tm-buttons tm-packing-actions">
            {mayPack &&
              button('pack', t('code.packing.packThis'), <InboxOutlined />, { verb: 'pack', codes: [row.code] })}
            {mayUnpack &&
              button(
                'unpack',
                t('code.packing.unpackThis'),
                <RollbackOutlined />,
                { verb: 'unpack', codes: [row.code] },
                row.parentCode ? undefined : t('error.code.notPacked', { code: row.code }),
              )}
          </div>
        </section>
      )}
      {dialog && <PackingDialog start={dialog} onClose={() => setDialog(undefined)} />}
    </>
  )
}
