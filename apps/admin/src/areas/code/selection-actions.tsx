import {
  CheckCircleOutlined,
  FormOutlined,
  InboxOutlined,
  PrinterOutlined,
  QrcodeOutlined,
  RollbackOutlined,
  SafetyCertificateOutlined,
  SendOutlined,
  StopOutlined,
  WarningOutlined,
} from '@ant-design/icons'
import { formatNumber } from '@timbermark/client'
import { codeRequest } from '@timbermark/contract'
import { maxSelectedCodes } from '@timbermark/contract/calls'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ActionButton } from '../../entity/actions/action-button.tsx'
import { canUse } from '../../entity/actions/permissions.ts'
import type { Row } from '../../entity/types.ts'
import { useClient, useSession, useT } from '../../shell/index.ts'
import { LabelActDialog, type LabelActStart } from './label-act-dialog.tsx'
import { LabelsDialog } from './labels-dialog.tsx'
import { PackingDialog, type PackingStart } from './packing-dialog.tsx'
import { hasCodes } from './request-progress.tsx'
import { type Selection, countSelected } from './selection.ts'

const labelIcons = { activate: <CheckCircleOutlined />, spoil: <StopOutlined />, lose: <WarningOutlined /> }

/** Maximum number of ranges that a report can name. */
const maxRanges = 200

/** The actions for the selected codes of a request. */
export function SelectionActions({ request, chosen }: { request: Row; chosen: Selection }) {
  const t = useT()
  const navigate = useNavigate()
  const { can, permissions } = useSession()
  const [labels, setLabels] = useState<'sheets' | 'png'>()
  const [packing, setPacking] = useState<PackingStart>()
  const [labelAct, setLabelAct] = useState<LabelActStart>()
  const requestId = Number(request.id)
  const count = countSelected(chosen)
  const n = formatNumber(count, t.language)
  const number = (value: number) => formatNumber(value, t.language)
  const { openReport, openCertification, resolveCodes } = useSelectionTargets(requestId, chosen)
  const refusal = !hasCodes(request) ? t('error.code.notCompleted') : count === 0 ? t('entity.selectFirst') : undefined

  const tooMany = (action: 'pack' | 'certify' | 'give') =>
    chosen.length > 1 && count > maxSelectedCodes
      ? t(`code.select.tooManyTo.${action}`, { max: number(maxSelectedCodes) })
      : undefined

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
              reason: refusal,
              run: () => setLabels('sheets'),
            }}
          />
          <ActionButton
            action={{
              key: 'pictures',
              label: t('code.qr.pictureFiles', { n }),
              icon: <QrcodeOutlined />,
              reason: refusal,
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
              refusal ??
              (chosen.length > maxRanges ? t('code.select.tooScattered', { max: number(maxRanges) }) : undefined),
            run: openReport,
          }}
        />
      )}
      {can('code:packing:pack') && request.codeType !== 'container' && (
        <ActionButton
          action={{
            key: 'pack',
            label: t('code.qr.pack', { n }),
            icon: <InboxOutlined />,
            reason: refusal ?? tooMany('pack'),
            run: async () => setPacking({ verb: 'pack', ...(await resolveCodes()) }),
          }}
        />
      )}
      {(can('certification:authorization:authorize') || can('certification:authorization:submit')) && (
        <ActionButton
          action={{
            key: 'certify',
            label: t('certification.handInCodes', { n }),
            icon: <SafetyCertificateOutlined />,
            reason: refusal ?? tooMany('certify'),
            run: openCertification,
          }}
        />
      )}
      {can('channel:assignment:assign') && (
        <ActionButton
          action={{
            key: 'toDealer',
            label: t('channel.assignment.toDealer', { n }),
            icon: <SendOutlined />,
            reason: refusal ?? tooMany('give'),
            run: async () => navigate('/channel/assignment?add=1', { state: await resolveCodes() }),
          }}
        />
      )}
      {(['activate', 'spoil', 'lose'] as const).map(
        verb =>
          can(`code:label:${verb}`) && (
            <ActionButton
              key={verb}
              action={{
                key: verb,
                label: t(`code.label.${verb}Codes`, { n }),
                icon: labelIcons[verb],
                danger: verb !== 'activate',
                reason: refusal,
                run: () => setLabelAct({ verb, numbers: chosen.map(span => ({ requestId, ...span })) }),
              }}
            />
          ),
      )}
      {can('catalog:recall:declare') && (
        <ActionButton
          action={{
            key: 'recall',
            label: t('catalog.recall.ofCodes', { n }),
            icon: <RollbackOutlined />,
            danger: true,
            reason: refusal ?? tooMany('give'),
            run: async () => navigate('/catalog/recall?add=1', { state: await resolveCodes() }),
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
      {labelAct && <LabelActDialog start={labelAct} onClose={() => setLabelAct(undefined)} />}
      {packing && <PackingDialog start={packing} onClose={() => setPacking(undefined)} />}
    </>
  )
}

/** Opens other screens with the selected codes, or resolves the codes for them. */
function useSelectionTargets(requestId: number, chosen: Selection) {
  const client = useClient()
  const navigate = useNavigate()

  /** Opens the form of a report, with the stage that the request proposes and the circulation of its batch. */
  const openReport = async () => {
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

  /** Opens the submission for certification: a single range by its numbers, other selections by code values. */
  const openCertification = async () => {
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

  /** A single range by its first and last code, other selections by code values. */
  const resolveCodes = async (): Promise<Pick<PackingStart, 'row' | 'codes'>> => {
    const [first] = chosen
    const ends = chosen.length === 1 && first ? [first.from, first.to].map(at => ({ from: at, to: at })) : undefined
    const codes = await client.call('POST /code/qr/values', {
      body: { requestId, spans: ends ?? [...chosen] },
      allowDoubleSubmit: true,
    })
    return ends && countSelected(chosen) > 1 ? { row: { first: codes[0]!, last: codes.at(-1)! } } : { codes }
  }
  return { openReport, openCertification, resolveCodes }
}
