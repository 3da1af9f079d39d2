import { Alert, Button, Descriptions, Modal } from 'antd'
import { Copyable } from '../../entity/values/long-text.tsx'
import { useT } from '../../shell/index.ts'
import type { CreatedAccount } from './enterprise-form.tsx'

/** Account and initial password of an enterprise's administrator: shown once, to be handed over. */
export function HandOver({ created, onClose }: { created: CreatedAccount; onClose: () => void }) {
  const t = useT()
  return (
    <Modal
      open
      title={t('tenant.enterprise.handOver', { name: created.name })}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('action.close')}
        </Button>
      }
    >
      <Descriptions
        column={1}
        size="small"
        bordered
        items={[
          {
            key: 'administrator',
            label: t('tenant.enterprise.administrator'),
            children: <Copyable text={created.administrator} />,
          },
          { key: 'password', label: t('system.user.password'), children: <Copyable text={created.password} /> },
        ]}
      />
      <Alert
        showIcon
        type="warning"
        className="tm-hand-over"
        title={t('tenant.enterprise.handOverText', { n: created.initialHours })}
      />
    </Modal>
  )
}
