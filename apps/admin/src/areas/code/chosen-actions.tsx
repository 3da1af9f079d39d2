import {
  FormOutlined,
  InboxOutlined,
  PrinterOutlined,
  QrcodeOutlined,
  RollbackOutlined,
  SafetyCertificateOutlined,
  SendOutlined,
} from '@ant-design/icons'
import { formatNumber } from '@timbermark/client'
import { codeRequest } from '@timbermark/contract'
import { mostChosen } from '@timbermark/contract/calls'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ActionButton } from '../../entity/actions/action-button.tsx'
import { canUse } from '../../entity/actions/permissions.ts'
import type { Row } from '../../entity/types.ts'
import { useClient, useSession, useT } from '../../shell/index.ts'
import { LabelsDialog } from './labels-dialog.tsx'
import { PackingDialog, type PackingStart } from './packing-dialog.tsx'
import { hasCodes } from './request-progress.tsx'
import { type Chosen, countChosen } from './selection.ts'

/** A report names at most so many ranges. */
const mostRanges = 200

/** What can be done with the chosen codes of a request. */
export function ChosenActions({ request, chosen }: { request: Row; chosen: Chosen }) {
  const t = useT()
  const client = useClient()
  const navigate = useNavigate()
  const { can, permissions } = useSession()
  const [labels, setLabels] = useState<'sheets' | 'png'>()
  const [packing, setPacking] = useState<PackingStart>()
  const requestId = Number(request.id)
  const count = countChosen(chosen)
  const n = formatNumber(count, t.language)
  const number = (value: number) => formatNumber(value, t.language)
  const refused = !hasCodes(request) ? t('error.code.notCompleted') : count === 0 ? t('entity.selectFirst') : undefined

  /** The form of a report, with the stage that the request proposes and the circulation of its batch. */
  const report = async () => {
    const at = chosen[0]!.from
    const [code] = await client.call('POST /code/qr/values', {
      body: { requestId, spans: [{ from: at, to: at }] },
      allowDoubleSubmit: true,
    })
    const { proposed, circulation } = await client.call('GET /stage/code/:code', { params: { code: code! } })
    navigate('/stage/record?add=1', {
      state: {
        ranges: chosen.map(({ from, to }) => ({ requestId, from, to })),
        stage: proposed,
        circulationId: circulation?.id,
      },
    })
  }

  const tooMany = (action: 'pack' | 'certify' | 'give') =>
    chosen.length > 1 && count > mostChosen
      ? t(`code.select.tooManyTo.${action}`, { max: number(mostChosen) })
      : undefined

  /** Where codes are handed in: one row by its numbers, others by their values. */
  const certify = async () => {
    const [first] = chosen
    navigate('/certification/authorization?add=1', {
      state:
        chosen.length === 1 && first
          ? { requestId, from: first.from, count: first.to }
          : {
              codes: await client.call('POST /code/qr/values', {
                body: { requestId, spans: [...chosen] },
                allowDoubleSubmit: true,
              }),
            },
    })
  }

  /** A row of codes by its first and last, others by their values. */
  const named = async (): Promise<Pick<PackingStart, 'row' | 'codes'>> => {
    const [first] = chosen
    const ends = chosen.length === 1 && first ? [first.from, first.to].map(at => ({ from: at, to: at })) : undefined
    const codes = await client.call('POST /code/qr/values', {
      body: { requestId, spans: ends ?? [...chosen] },
      allowDoubleSubmit: true,
    })
    return ends && count > 1 ? { row: { first: codes[0]!, last: codes.at(-1)! } } : { codes }
  }
  return (
    <>
      {canUse(codeRequest, 'print', permissions) && (
        <>
          <ActionButton
            type="primary"
            action={{
              key: 'print',
              label: t('code.qr.printLabels', { n }),
              icon: <PrinterOutlined />,
              reason: refused,
              run: () => setLabels('sheets'),
            }}
          />
          <ActionButton
            action={{
              key: 'pictures',
              label: t('code.qr.pictureFiles', { n }),
              icon: <QrcodeOutlined />,
              reason: refused,
              run: () => setLabels('png'),
            }}
          />
        </>
      )}
      {can('stage:record:enter') && (
        <ActionButton
          action={{
            key: 'report',
            label: t('code.qr.report', { n }),
            icon: <FormOutlined />,
            reason:
              refused ??
              (chosen.length > mostRanges ? t('code.select.tooScattered', { max: number(mostRanges) }) : undefined),
            run: report,
          }}
        />
      )}
      {can('code:packing:pack') && request.codeType !== 'container' && (
        <ActionButton
          action={{
            key: 'pack',
            label: t('code.qr.pack', { n }),
            icon: <InboxOutlined />,
            reason: refused ?? tooMany('pack'),
            run: async () => setPacking({ verb: 'pack', ...(await named()) }),
          }}
        />
      )}
      {(can('certification:authorization:authorize') || can('certification:authorization:submit')) && (
        <ActionButton
          action={{
            key: 'certify',
            label: t('certification.handInCodes', { n }),
            icon: <SafetyCertificateOutlined />,
            reason: refused ?? tooMany('certify'),
            run: certify,
          }}
        />
      )}
      {can('channel:assignment:assign') && (
        <ActionButton
          action={{
            key: 'toDealer',
            label: t('channel.assignment.toDealer', { n }),
            icon: <SendOutlined />,
            reason: refused ?? tooMany('give'),
            run: async () => navigate('/channel/assignment?add=1', { state: await named() }),
          }}
        />
      )}
      {can('catalog:recall:declare') && (
        <ActionButton
          action={{
            key: 'recall',
            label: t('catalog.recall.ofCodes', { n }),
            icon: <RollbackOutlined />,
            danger: true,
            reason: refused ?? tooMany('give'),
            run: async () => navigate('/catalog/recall?add=1', { state: await named() }),
          }}
        />
      )}
      {labels && (
        <LabelsDialog
          requestId={requestId}
          count={Number(request.count)}
          chosen={chosen}
          format={labels}
          onClose={() => setLabels(undefined)}
        />
      )}
      {packing && <PackingDialog start={packing} onClose={() => setPacking(undefined)} />}
    </>
  )
}
