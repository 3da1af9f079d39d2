import { Alert, Button, Modal } from 'antd'
import { Copyable } from '../../../entity/values/long-text.tsx'
import { useT } from '../../../shell/index.ts'

/** New recovery codes, shown once. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useT()
  return (
    <Modal
      open
      title={t('shell.factor.codesTitle')}
      mask={{ closable: false }}
      closable={false}
      keyboard={false}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('shell.factor.kept')}
        </Button>
      }
    >
      <Alert type="warning" showIcon title={t('shell.factor.codesLead')} />
      <ul className="tm-recovery-codes">
        {codes.map(code => (
          <li key={code}>
            <Copyable text={code} />
          </li>
        ))}
      </ul>
    </Modal>
  )
}
