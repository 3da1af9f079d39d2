import { Modal, QRCode } from 'antd'
import type { Row } from '../../entity/types.ts'
import { useT } from '../../shell/index.ts'

/** Chosen codes as labels on the screen, and through the browser on paper. */
export function PrintDialog({ rows, onClose }: { rows: readonly Row[]; onClose: () => void }) {
  const t = useT()
  return (
    <Modal
      open
      title={t('code.qr.print', { n: rows.length })}
      width={860}
      className="tm-print-labels"
      okText={t('code.qr.printNow')}
      cancelText={t('action.close')}
      onOk={() => window.print()}
      onCancel={onClose}
    >
      <ul className="tm-labels">
        {rows.map(row => (
          <li key={String(row.code)} className="tm-label">
            <QRCode
              value={String(row.url ?? row.code)}
              type="svg"
              size={132}
              bordered={false}
              bgColor="#fff"
              color="#000"
              errorLevel="M"
            />
            <code>{String(row.grouped ?? row.code)}</code>
            {row.securityCode ? <code>{String(row.securityCode)}</code> : null}
          </li>
        ))}
      </ul>
    </Modal>
  )
}
