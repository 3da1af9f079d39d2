import { FormOutlined, PrinterOutlined, QrcodeOutlined, SendOutlined } from '@ant-design/icons'
import { codeRequest } from '@timbermark/contract'
import { Empty, Input } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ActionButton } from '../../entity/action-button.tsx'
import { mayUse } from '../../entity/actions.ts'
import { ReferenceControl } from '../../entity/controls/reference-control.tsx'
import { NoPermission } from '../../entity/list-states.tsx'
import type { Row } from '../../entity/types.ts'
import { useRow } from '../../entity/use-entity.ts'
import { useAddressWord } from '../../entity/use-list-state.ts'
import { useSession, useT } from '../../shell/index.ts'
import { CodeDrawer } from './code-drawer.tsx'
import { CodesTable } from './codes-table.tsx'
import { LabelsDialog } from './labels-dialog.tsx'
import { PicturesDialog } from './pictures-dialog.tsx'
import { PrintDialog } from './print-dialog.tsx'
import { readCode } from './read-code.ts'
import { hasCodes } from './request-progress.tsx'
import '../../entity/entity.css'
import './code.css'

/** Code management: the codes of a request, one code by its value, printing and pictures. */
export default function CodesScreen() {
  const t = useT()
  const { can } = useSession()
  const [request, setRequest] = useAddressWord('request')
  const [code, setCode] = useAddressWord('code')
  if (!can('code:qr:list')) return <NoPermission />
  return (
    <>
      <div className="tm-code-tools">
        <div>
          <label htmlFor="code-request">{t('code.request')}</label>
          <ReferenceControl
            id="code-request"
            entity="code/request"
            value={request ? Number(request) : undefined}
            onChange={id => setRequest(id ? String(id) : undefined)}
          />
        </div>
        <div>
          <label htmlFor="code-value">{t('code.qr.find')}</label>
          <Input.Search
            id="code-value"
            allowClear
            enterButton={t('action.search')}
            placeholder={t('code.qr.findHint')}
            onSearch={text => text.trim() && setCode(readCode(text))}
          />
        </div>
      </div>
      {request ? (
        <Codes key={request} requestId={request} onOpen={setCode} />
      ) : (
        <Empty description={t('code.qr.chooseRequest')} />
      )}
      <CodeDrawer code={code} onOpen={setCode} onClose={() => setCode(undefined)} />
    </>
  )
}

function Codes({ requestId, onOpen }: { requestId: string; onOpen: (code: string) => void }) {
  const t = useT()
  const { permissions } = useSession()
  const { data: request } = useRow(codeRequest, requestId)
  const [chosen, setChosen] = useState<{ keys: readonly React.Key[]; rows: Row[] }>({ keys: [], rows: [] })
  const [dialog, setDialog] = useState<'print' | 'pictures' | 'sheets'>()
  const close = () => setDialog(undefined)
  const mayPrint = mayUse(codeRequest, 'print', permissions)
  const navigate = useNavigate()
  const { can } = useSession()
  const mayReport = can('stage:record:enter')
  const none = chosen.rows.length === 0 ? t('entity.selectFirst') : undefined
  const notReady = request && !hasCodes(request) ? t('error.code.notCompleted') : undefined
  return (
    <>
      <CodesTable
        requestId={requestId}
        selection={
          mayPrint || mayReport || can('channel:assignment:assign')
            ? { keys: chosen.keys, onChange: (keys, rows) => setChosen({ keys, rows }) }
            : undefined
        }
        actions={row => [{ key: 'view', label: t('action.query'), run: () => onOpen(String(row.code)) }]}
        toolbar={
          <>
            {mayReport && (
              <ActionButton
                action={{
                  key: 'report',
                  label: t('code.qr.report', { n: chosen.rows.length }),
                  icon: <FormOutlined />,
                  reason: none ?? notReady,
                  run: () => navigate('/stage/record?add=1', { state: { codes: chosen.rows.map(row => row.code) } }),
                }}
              />
            )}
            {can('channel:assignment:assign') && (
              <ActionButton
                action={{
                  key: 'toDealer',
                  label: t('channel.assignment.toDealer', { n: chosen.rows.length || t('common.all') }),
                  icon: <SendOutlined />,
                  reason: notReady,
                  run: () =>
                    navigate('/channel/assignment?add=1', {
                      state: { codes: chosen.rows.map(row => row.code), requestId: Number(requestId) },
                    }),
                }}
              />
            )}
            {mayPrint && (
              <>
                <ActionButton
                  type="primary"
                  action={{
                    key: 'print',
                    label: t('code.qr.print', { n: chosen.rows.length }),
                    icon: <PrinterOutlined />,
                    reason: none,
                    run: () => setDialog('print'),
                  }}
                />
                <ActionButton
                  action={{
                    key: 'pictures',
                    label: t('code.qr.pictures', { n: chosen.rows.length }),
                    icon: <QrcodeOutlined />,
                    reason: none,
                    run: () => setDialog('pictures'),
                  }}
                />
                <ActionButton
                  action={{
                    key: 'sheets',
                    label: t('code.request.labels'),
                    icon: <PrinterOutlined />,
                    reason: notReady,
                    run: () => setDialog('sheets'),
                  }}
                />
              </>
            )}
          </>
        }
      />
      {dialog === 'print' && <PrintDialog rows={chosen.rows} onClose={close} />}
      {dialog === 'pictures' && <PicturesDialog requestId={requestId} rows={chosen.rows} onClose={close} />}
      {dialog === 'sheets' && request && (
        <LabelsDialog requestId={requestId} count={Number(request.count)} onClose={close} />
      )}
    </>
  )
}
