import { materialEntry } from '@timbermark/contract'
import { Alert, Drawer } from 'antd'
import { EntityTable } from '../../entity/list/entity-table.tsx'
import { useT } from '../../shell/index.ts'

/** The account of a batch. */
export interface OpenAccount {
  batchId: number
  batchNumber: string
  /** Volume without a source, as text; undefined without any. */
  undeclared: string | undefined
}

/** The entries of the account of a batch, newest first. */
export function StatementDrawer({ account, onClose }: { account: OpenAccount; onClose: () => void }) {
  const t = useT()
  const title = t('material.statement.of', { batch: account.batchNumber })
  return (
    <Drawer open title={title} aria-label={title} size={1000} className="tm-drawer" onClose={onClose}>
      <p>{t('material.statement.about')}</p>
      {account.undeclared !== undefined && (
        <Alert
          type="warning"
          showIcon
          title={t('material.undeclared.about', { volume: account.undeclared })}
          style={{ marginBottom: 16 }}
        />
      )}
      <EntityTable entity={materialEntry} prefix="entries." query={{ batchId: account.batchId }} />
    </Drawer>
  )
}
