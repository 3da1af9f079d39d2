import { DownloadOutlined, PrinterOutlined, SafetyCertificateOutlined, UploadOutlined } from '@ant-design/icons'
import { can, formatNumber } from '@timbermark/client'
import type { CodeFileFormat } from '@timbermark/contract/calls'
import { codeCount, type CodeRule, codeRequest, codeRules } from '@timbermark/contract'
import { Button } from 'antd'
import dayjs from 'dayjs'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ControlProps } from '../../entity/controls/control-props.ts'
import { NumberControl } from '../../entity/controls/number-control.tsx'
import type { Action } from '../../entity/actions/action-button.tsx'
import { canUse } from '../../entity/actions/permissions.ts'
import { EntityScreen } from '../../entity/list/entity-screen.tsx'
import type { FormPlan } from '../../entity/form/form-drawer.tsx'
import type { Row } from '../../entity/types.ts'
import { useRefresh } from '../../entity/use-entity.ts'
import { useTransitions } from '../../entity/actions/use-transitions.tsx'
import { useClient, useSession, useT } from '../../shell/index.ts'
import { CodesTable } from './codes-table.tsx'
import { downloadCodes } from './download-codes.ts'
import { ForeignImport } from './import/foreign-import.tsx'
import { LabelsDialog } from './labels-dialog.tsx'
import { OwnCodesControl } from './own-codes-control.tsx'
import {
  hasCodes,
  ManifestPanel,
  percentOf,
  pollRequests,
  RequestProgress,
  RequestStatus,
} from './request-progress.tsx'
import { checkCount, checkSecurityLength, checkUpdateStage, proposeLength, proposeUpdateStage } from './rules.ts'
import './code.css'

/** Code requests: created, submitted, generated in the background, then listed, printed and downloaded. */
export default function CodeRequestScreen() {
  const t = useT()
  const client = useClient()
  const { permissions } = useSession()
  const refresh = useRefresh(codeRequest)
  const [labels, setLabels] = useState<Row>()
  const [listFor, setListFor] = useState<Row>()
  const form = useFormPlan()

  const { ofRow: submit } = useTransitions(codeRequest, {
    params: row => ({ n: formatNumber(Number(row.count), t.language) }),
    done: 'code.request.submitted',
    // A request under way cannot be submitted again; foreign codes come from their list.
    isVisible: row => row.status === 'initialized' && row.origin !== 'foreign',
  })

  const download = (row: Row, format: CodeFileFormat): Action => ({
    key: format,
    label: t(`code.request.downloadAs.${format}`),
    short: t('action.download'),
    icon: <DownloadOutlined />,
    run: async () => {
      await downloadCodes(client, row.id, format)
      // The first download changes the status once the server has started to send.
      setTimeout(() => void refresh(), 1500)
    },
  })
  const print = (row: Row): Action => ({
    key: 'labels',
    label: t('code.request.labels'),
    short: t('code.request.labelsShort'),
    icon: <PrinterOutlined />,
    run: () => setLabels(row),
  })
  const importList = (row: Row): Action[] =>
    row.status === 'initialized' && row.origin === 'foreign' && canUse(codeRequest, 'submit', permissions)
      ? [{ key: 'list', label: t('code.foreign.import'), icon: <UploadOutlined />, run: () => setListFor(row) }]
      : []
  const mayDownload = canUse(codeRequest, 'download', permissions)
  // Files for printers contain security codes in plain text.
  const maySeeSecurity = mayDownload && canUse(codeRequest, 'security', permissions)
  /** The actions for existing codes: in the row and in the foot of the details. */
  const outputs = (row: Row): Action[] =>
    hasCodes(row) && row.origin !== 'foreign'
      ? [
          ...(maySeeSecurity ? [download(row, 'csv')] : []),
          ...(mayDownload ? [download(row, 'xlsx')] : []),
          ...(canUse(codeRequest, 'print', permissions) ? [print(row)] : []),
          ...(maySeeSecurity ? [download(row, 'txt')] : []),
        ]
      : []

  return (
    <>
      <EntityScreen
        entity={codeRequest}
        form={form}
        poll={pollRequests}
        rowActions={row => [...submit(row), ...importList(row), ...outputs(row)]}
        cells={{
          status: (row, plain) => <RequestStatus row={row} plain={plain} />,
          codeRule: row => (row.origin === 'foreign' ? '–' : t(`code.request.codeRule.${row.codeRule as CodeRule}`)),
          securityLength: row => (row.origin === 'foreign' ? '–' : String(row.securityLength)),
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
      {listFor && <ForeignImport row={listFor} onClose={() => setListFor(undefined)} />}
      {labels && (
        <LabelsDialog requestId={labels.id} count={Number(labels.count)} onClose={() => setLabels(undefined)} />
      )}
    </>
  )
}

/** Opens the submission for certification, initially for all codes of the request. */
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
        origin: 'own',
        count: codeCount.min,
        codeRule: 'digits',
        securityLength: codeRules.digits.default,
        codeType: 'item',
        stageType: 'regular',
        updateStage: 'forestSurvey',
        batchDate: dayjs().format('YYYY-MM-DD'),
      },
      rules: { count: checkCount, securityLength: checkSecurityLength, updateStage: checkUpdateStage },
      hints: {
        origin: t('code.request.originHint'),
        stageType: t('code.request.stageTypeHint'),
        updateStage: t('code.request.updateStageHint'),
        countryCode: t('code.request.countryCodeHint'),
      },
      controls: {
        count: props => (
          <OwnCodesControl
            {...props}
            name="count"
            control={controlProps => (
              <NumberControl {...(controlProps as ControlProps<number | string>)} exact={false} grouped />
            )}
          />
        ),
        codeRule: props => <OwnCodesControl {...props} name="codeRule" />,
        securityLength: props => <OwnCodesControl {...props} name="securityLength" />,
      },
      onValuesChange: (changed, all, form) => {
        // Fields of own codes only are neither shown nor checked for foreign codes.
        if ('origin' in changed) void form.validateFields(['count', 'securityLength'])
        if ('codeRule' in changed) {
          form.setFieldValue('securityLength', proposeLength(changed.codeRule, all.securityLength))
          void form.validateFields(['securityLength'])
        }
        if ('stageType' in changed) {
          form.setFieldValue('updateStage', proposeUpdateStage(changed.stageType, all.updateStage))
          void form.validateFields(['updateStage'])
        }
      },
    }),
    [t],
  )
}
