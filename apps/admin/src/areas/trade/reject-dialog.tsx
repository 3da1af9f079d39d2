import { listing } from '@timbermark/contract'
import { ReasonDialog } from '../../entity/reason-dialog.tsx'
import type { Row } from '../../entity/types.ts'
import { useT } from '../../shell/index.ts'

interface RejectDialogProps {
  rows: readonly Row[]
  onClose: () => void
  /** Carries it out and tells what became of it; a failure keeps the dialog open. */
  run: (reason: string) => Promise<unknown>
}

/** Asks why listings are rejected; their publishers read it. */
export function RejectDialog({ rows, onClose, run }: RejectDialogProps) {
  const t = useT()
  const title =
    rows.length === 1
      ? t('trade.listing.rejectTitle', { name: String(rows[0]?.goodsName) })
      : t('trade.listing.rejectSeveral', { n: rows.length })
  return (
    <ReasonDialog
      title={title}
      label={t('trade.listing.rejectReason')}
      max={listing.fields.rejectReason.max}
      ok={t('trade.listing.reject')}
      told
      onClose={onClose}
      run={run}
    />
  )
}
