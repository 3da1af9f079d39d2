import { formatNumber } from '@timbermark/client'
import { codeRequest, limits } from '@timbermark/contract'
import { Result } from 'antd'
import { ImportDialog } from '../../../entity/dialogs/import-dialog.tsx'
import type { Row } from '../../../entity/types.ts'
import { useT } from '../../../shell/index.ts'

/** Imports a list of foreign codes into the request that was created for it. */
export function ForeignImport({ row, onClose }: { row: Row; onClose: () => void }) {
  const t = useT()
  const number = (n: number) => formatNumber(n, t.language)
  return (
    <ImportDialog
      entity={codeRequest}
      open
      title={`${t('code.foreign.title')} · ${String(row.name)}`}
      first={<p>{t('code.foreign.intro')}</p>}
      hint={size => t('code.foreign.hint', { size, n: number(limits.importRows) })}
      types={['xlsx']}
      limit={{ kilobytes: limits.importKilobytes, rows: limits.importRows }}
      fields={{ requestId: String(row.id) }}
      clean={({ rows }) => t('code.foreign.clean', { n: number(rows) })}
      done={({ rows }) => (
        <Result
          status="success"
          title={t('code.foreign.done', { n: number(rows) })}
          subTitle={t('code.foreign.doneHint')}
        />
      )}
      onClose={onClose}
    />
  )
}
