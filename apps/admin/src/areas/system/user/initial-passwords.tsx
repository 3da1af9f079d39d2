import { CopyOutlined, DownloadOutlined } from '@ant-design/icons'
import { saveBlob } from '@timbermark/client'
import { Alert, Button, Table } from 'antd'
import { useFeedback } from '../../../entity/actions/use-feedback.ts'
import { useT } from '../../../shell/index.ts'

/** A new account with its initial password. */
export interface NewAccount {
  userName: string
  password: string
}

/** Initial passwords, which are answered once and stored nowhere: to copy or save before the page is left. */
export function InitialPasswords({ accounts }: { accounts: readonly NewAccount[] }) {
  const t = useT()
  const feedback = useFeedback()
  const lines = accounts.map(({ userName, password }) => `${userName}\t${password}`).join('\n')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(lines)
      feedback.done(t('entity.copied'))
    } catch {
      feedback.refuse(t('system.user.copyFailed'))
    }
  }
  return (
    <section className="tm-given-passwords">
      <Alert type="warning" showIcon title={t('system.user.passwordsOnce')} />
      <p className="tm-button-row">
        <Button icon={<CopyOutlined />} onClick={copy}>
          {t('entity.copy')}
        </Button>
        <Button
          icon={<DownloadOutlined />}
          onClick={() =>
            saveBlob(new Blob([`\uFEFF${lines}\n`], { type: 'text/plain;charset=utf-8' }), 'passwords.txt')
          }
        >
          {t('action.download')}
        </Button>
      </p>
      <Table<NewAccount>
        size="small"
        rowKey="userName"
        dataSource={[...accounts]}
        pagination={accounts.length > 10 ? { pageSize: 10, showSizeChanger: false } : false}
        columns={[
          { title: t('system.user.userName'), dataIndex: 'userName' },
          {
            title: t('system.user.password'),
            dataIndex: 'password',
            render: (password: string) => <code className="tm-code">{password}</code>,
          },
        ]}
      />
    </section>
  )
}
