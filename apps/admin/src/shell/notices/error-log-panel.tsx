import { formatDateTime } from '@timbermark/client'
import { App, Button, Drawer, Empty, Space } from 'antd'
import { useState } from 'react'
import { clearErrorLog, type LoggedError, useErrorLog } from './error-log.ts'
import { useT } from '../texts.tsx'

const asText = (entry: LoggedError) =>
  [formatDateTime(entry.at), entry.text, entry.path, entry.request].filter(Boolean).join('\n')

/** The errors of this page, to be copied for support. */
export default function ErrorLogPanel({ close }: { close: () => void }) {
  const t = useT()
  const { message } = App.useApp()
  const entries = useErrorLog(log => log.entries)
  const [open, setOpen] = useState(true)
  const copy = async () => {
    await navigator.clipboard.writeText(entries.map(asText).join('\n\n'))
    message.success(t('shell.errors.copied'))
  }
  return (
    <Drawer
      open={open}
      size={440}
      title={t('shell.errors.title')}
      onClose={() => setOpen(false)}
      afterOpenChange={isOpen => isOpen || close()}
      extra={
        entries.length > 0 ? (
          <Space>
            <Button size="small" onClick={copy}>
              {t('shell.errors.copy')}
            </Button>
            <Button size="small" onClick={clearErrorLog}>
              {t('shell.errors.clear')}
            </Button>
          </Space>
        ) : null
      }
    >
      {entries.length === 0 ? <Empty description={t('shell.errors.empty')} /> : null}
      <ol className="error-log">
        {entries.map(entry => (
          <li key={entry.id}>
            <p>{entry.text}</p>
            <small>
              {formatDateTime(entry.at)} · {entry.path}
              {entry.request ? ` · ${t('shell.errors.request', { id: entry.request })}` : ''}
            </small>
          </li>
        ))}
      </ol>
    </Drawer>
  )
}
