import { ExportOutlined } from '@ant-design/icons'
import { qrCode } from '@timbermark/contract'
import { useQuery } from '@tanstack/react-query'
import { queryKeys } from '@timbermark/client'
import { Button, Drawer, QRCode } from 'antd'
import { EntityDetail } from '../../entity/detail/detail-drawer.tsx'
import { LoadingOrFailure } from '../../entity/list/list-states.tsx'
import { useClient, useT } from '../../shell/index.ts'
import { CodeHistorySections } from './code-history.tsx'
import { PackingPanel } from './packing-panel.tsx'
import { tracePath } from '../../entity/values/trace-path.ts'

const { productName: _product, batchNumber: _batch, requestName: _request, ...ownFields } = qrCode.fields
/** The code's own properties; what it belongs to is shown below, with links. */
const foreignEntity = { ...qrCode, fields: ownFields }
const { printed: _printed, ...generatedFields } = ownFields
const generatedEntity = { ...qrCode, fields: generatedFields }

/** One code with all its data. */
export function CodeDrawer({
  code,
  onOpen,
  onClose,
}: {
  code: string | undefined
  /** Opens another code to which this one is related. */
  onOpen: (code: string) => void
  onClose: () => void
}) {
  const t = useT()
  const client = useClient()
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.one('code/qr', code ?? ''),
    queryFn: ({ signal }) => client.call('GET /code/qr/:code', { params: { code: code ?? '' }, signal }),
    enabled: code !== undefined,
  })
  const row = code === undefined ? undefined : data
  return (
    <Drawer
      open={code !== undefined}
      title={t('code.qr')}
      aria-label={t('code.qr')}
      size={760}
      className="tm-drawer"
      destroyOnHidden
      onClose={onClose}
      footer={
        row && (
          <div className="tm-drawer-foot">
            <Button
              href={tracePath(String(row.code))}
              target="_blank"
              rel="noopener noreferrer"
              icon={<ExportOutlined />}
            >
              {t('code.qr.trace')}
            </Button>
          </div>
        )
      }
    >
      {row ? (
        <>
          <p hidden={row.printed !== null}>
            <QRCode
              value={String(row.url ?? row.code)}
              size={160}
              type="svg"
              bgColor="#fff"
              color="#000"
              errorLevel="M"
            />
          </p>
          <EntityDetail entity={row.printed === null ? generatedEntity : foreignEntity} row={row} audit={false} />
          <CodeHistorySections key={row.code} code={row.code} packing={<PackingPanel row={row} onOpen={onOpen} />} />
        </>
      ) : (
        <LoadingOrFailure error={error} onRetry={refetch} paragraph={{ rows: 8 }} />
      )}
    </Drawer>
  )
}
