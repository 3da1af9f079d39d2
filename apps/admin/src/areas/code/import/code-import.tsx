import { UploadOutlined } from '@ant-design/icons'
import { formatNumber } from '@timbermark/client'
import { limits, qrCode } from '@timbermark/contract'
import { useState } from 'react'
import { ActionButton } from '../../../entity/actions/action-button.tsx'
import { ImportDialog } from '../../../entity/dialogs/import-dialog.tsx'
import { useSession, useT } from '../../../shell/index.ts'
import './code-import.css'
import { type CodesImported, ImportedCodes } from './imported-codes.tsx'

/** Opens the import of packings, with the permission for it. */
export function CodeImportButton() {
  const t = useT()
  const { can } = useSession()
  const [open, setOpen] = useState(false)
  if (!can('code:qr:import')) return null
  return (
    <div className="tm-code-import">
      <ActionButton
        action={{ key: 'import', label: t('code.import.open'), icon: <UploadOutlined />, run: () => setOpen(true) }}
      />
      {open && <CodeImport onClose={() => setOpen(false)} />}
    </div>
  )
}

/** Imports packings from an uploaded list: template and file, check row by row, confirmation. */
function CodeImport({ onClose }: { onClose: () => void }) {
  const t = useT()
  const number = (n: number) => formatNumber(n, t.language)
  const clean = ({ rows, codes, moved, packings }: CodesImported) =>
    t(moved === 0 ? 'code.import.clean' : 'code.import.cleanMoved', {
      rows: number(rows),
      codes: number(codes),
      moved: number(moved),
      packings: number(packings.length),
    })
  return (
    <ImportDialog<CodesImported>
      entity={qrCode}
      open
      title={t('code.import.title')}
      first={<p>{t('code.import.intro')}</p>}
      hint={size =>
        t('code.import.hint', { size, n: number(limits.importRows), packings: number(limits.importPackings) })
      }
      types={['xlsx']}
      limit={{ kilobytes: limits.importKilobytes, rows: limits.importRows }}
      clean={clean}
      done={answer => <ImportedCodes answer={answer} />}
      onClose={onClose}
    />
  )
}
