import { useQuery } from '@tanstack/react-query'
import { Modal, QRCode } from 'antd'
import { useState } from 'react'
import { LoadingOrFailure } from '../../entity/list/list-states.tsx'
import { tracePath } from '../../entity/values/trace-path.ts'
import { useClient, useT } from '../../shell/index.ts'

type Sample = { code: string } | { none: 'stats.sample.none' | 'stats.sample.making' }

/** A code of the enterprise to scan with one's own phone; without one, what to do first. */
export default function ScanSample({ close }: { close: () => void }) {
  const t = useT()
  const client = useClient()
  const [open, setOpen] = useState(true)
  const { data, error, refetch } = useQuery({
    queryKey: ['stats', 'scanSample'],
    queryFn: async ({ signal }): Promise<Sample> => {
      const { rows } = await client.list<{ id: number; status: string }>(
        '/code/request/list',
        { limit: 50 },
        { signal },
      )
      const finished = rows.find(({ status }) => status === 'completed' || status === 'downloaded')
      if (!finished)
        return {
          none: rows.some(({ status }) => status !== 'initialized') ? 'stats.sample.making' : 'stats.sample.none',
        }
      const codes = await client.list<{ code: string }>(
        '/code/qr/list',
        { requestId: finished.id, limit: 1 },
        { signal },
      )
      const code = codes.rows[0]?.code
      return code ? { code } : { none: 'stats.sample.making' }
    },
    staleTime: 0,
    meta: { silent: true },
  })
  return (
    <Modal
      open={open}
      title={t('stats.sample.title')}
      width={400}
      footer={null}
      onCancel={() => setOpen(false)}
      afterClose={close}
    >
      {!data ? (
        <LoadingOrFailure error={error} onRetry={refetch} paragraph={{ rows: 6 }} />
      ) : 'none' in data ? (
        <p>{t(data.none)}</p>
      ) : (
        <div className="tm-scan-sample">
          {/* Black on white whatever the theme: cameras want it so. */}
          <QRCode
            value={`${location.origin}${tracePath(data.code)}`}
            size={240}
            color="#000000"
            bgColor="#ffffff"
            type="svg"
          />
          <a className="tm-number" href={tracePath(data.code)} target="_blank" rel="noopener noreferrer">
            {data.code}
          </a>
          <p>{t('stats.sample.hint')}</p>
          <p className="tm-muted">{t('stats.sample.host', { host: location.host })}</p>
        </div>
      )}
    </Modal>
  )
}
