import { DownloadOutlined, PrinterOutlined, SafetyCertificateOutlined } from '@ant-design/icons'
import { can, formatNumber } from '@timbermark/client'
import type { CodeFileFormat } from '@timbermark/contract/calls'
import { codeCount, codeRequest, codeRules } from '@timbermark/contract'
import { Button } from 'antd'
import dayjs from 'dayjs'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ControlProps } from '../../entity/controls/control.tsx'
import { NumberControl } from '../../entity/controls/number-control.tsx'
import type { Action } from '../../entity/action-button.tsx'
import { mayUse } from '../../entity/actions.ts'
import { EntityScreen } from '../../entity/entity-screen.tsx'
import type { FormPlan } from '../../entity/form/form-drawer.tsx'
import type { Row } from '../../entity/types.ts'
import { useRefresh } from '../../entity/use-entity.ts'
import { useTransitions } from '../../entity/use-transitions.tsx'
import { useClient, useSession, useT } from '../../shell/index.ts'
import { CodesTable } from './codes-table.tsx'
import { downloadCodes } from './download-codes.ts'
import { LabelsDialog } from './labels-dialog.tsx'
import {
  hasCodes,
  ManifestPanel,
  percentOf,
  pollRequests,
  RequestProgress,
  RequestStatus,
} from './request-progress.tsx'
import { checkCount, checkSecurityLength, checkUpdateStage, proposedLength, proposedUpdateStage } from './rules.ts'
import './code.css'

/** Code requests: asked for, submitted, made in the background, then listed, printed and downloaded. */
export default function CodeRequestScreen() {
  const t = useT()
  const client = useClient()
  const { permissions } = useSession()
  const refresh = useRefresh(codeRequest)
  const [labels, setLabels] = useState<Row>()
  const form = useFormPlan()

  const { ofRow: submit } = useTransitions(codeRequest, {
    params: row => ({ n: formatNumber(Number(row.count), t.language) }),
    done: 'code.request.submitted',
    // Once it is being made there is nothing left to submit.
    shown: row => row.status === 'initialized',
  })

  const download = (row: Row, format: CodeFileFormat): Action => ({
    key: format,
    label: t(`code.request.downloadAs.${format}`),
    short: t('action.download'),
    icon: <DownloadOutlined />,
    run: async () => {
      await downloadCodes(client, row.id, format)
      // The first download changes the status once the server has begun to send.
      setTimeout(() => void refresh(), 1500)
    },
  })
  const print = (row: Row): Action => ({
    key: 'labels',
    label: t('code.request.labels'),
    icon: <PrinterOutlined />,
    run: () => setLabels(row),
  })
  const mayDownload = mayUse(codeRequest, 'download', permissions)
  // Files for printers hold plain anti-counterfeit codes.
  const maySee = mayDownload && mayUse(codeRequest, 'security', permissions)
  /** What its codes are for, once they are there: in the row and in the foot of the details. */
  const outputs = (row: Row): Action[] =>
    hasCodes(row)
      ? [
          ...(maySee ? [download(row, 'csv')] : []),
          ...(mayDownload ? [download(row, 'xlsx')] : []),
          ...(mayUse(codeRequest, 'print', permissions) ? [print(row)] : []),
          ...(maySee ? [download(row, 'txt')] : []),
        ]
      : []

  return (
    <>
      <EntityScreen
        entity={codeRequest}
        form={form}
        poll={pollRequests}
        rowActions={row => [...submit(row), ...outputs(row)]}
        cells={{
          status: (row, plain) => <RequestStatus row={row} plain={plain} />,
          progress: row => `${percentOf(row)} %`,
        }}
        detail={row => (
          <>
            <RequestProgress row={row} />
            <ManifestPanel row={row} />
            {hasCodes(row) && can(permissions, ['code:qr:list']) && (
              <section className="tm-panel">
                <h3>{t('code.request.codes')}</h3>
                <CertifyCodes row={row} />
                <CodesTable requestId={row.id} prefix="codes." />
              </section>
            )}
          </>
        )}
      />
      {labels && (
        <LabelsDialog requestId={labels.id} count={Number(labels.count)} onClose={() => setLabels(undefined)} />
      )}
    </>
  )
}

/** Leads to where the codes of a request are handed in for certification, all of them at first. */
function CertifyCodes({ row }: { row: Row }) {
  const t = useT()
  const { can } = useSession()
  const navigate = useNavigate()
  if (!can('certification:authorization:authorize') && !can('certification:authorization:submit')) return null
  return (
    <p>
      <Button
        icon={<SafetyCertificateOutlined />}
        onClick={() =>
          navigate('/certification/authorization?add=1', { state: { requestId: row.id, count: Number(row.count) } })
        }
      >
        {t('certification.ofRequest')}
      </Button>
    </p>
  )
}

function useFormPlan(): FormPlan {
  const t = useT()
  return useMemo(
    () => ({
      defaults: {
        count: codeCount.min,
        codeRule: 'digits',
        securityLength: codeRules.digits.default,
        codeType: 'item',
        stageType: 'regular',
        updateStage: 'forestSurvey',
        batchDate: dayjs().format('YYYY-MM-DD'),
      },
      rules: { count: checkCount, securityLength: checkSecurityLength, updateStage: checkUpdateStage },
      hints: { stageType: t('code.request.stageTypeHint'), updateStage: t('code.request.updateStageHint') },
      controls: {
        count: props => <NumberControl {...(props as ControlProps<number | string>)} exact={false} grouped />,
      },
      onValuesChange: (changed, all, form) => {
        if ('codeRule' in changed) {
          form.setFieldValue('securityLength', proposedLength(changed.codeRule, all.securityLength))
          void form.validateFields(['securityLength'])
        }
        if ('stageType' in changed) {
          form.setFieldValue('updateStage', proposedUpdateStage(changed.stageType, all.updateStage))
          void form.validateFields(['updateStage'])
        }
      },
    }),
    [t],
  )
}
