import { DownloadOutlined, PrinterOutlined, UploadOutlined } from '@ant-design/icons'
import { can, formatNumber } from '@timbermark/client'
import type { CodeFileFormat } from '@timbermark/contract/calls'
import { codeCount, type CodeRule, codeRequest, codeRules, type CodeType } from '@timbermark/contract'
import dayjs from 'dayjs'
import { useMemo, useState } from 'react'
import { Control } from '../../entity/controls/control.tsx'
import type { ControlProps } from '../../entity/controls/control-props.ts'
import { NumberControl } from '../../entity/controls/number-control.tsx'
import type { Action, AnyAction } from '../../entity/actions/action-button.tsx'
import { canUse } from '../../entity/actions/permissions.ts'
import { EntityScreen } from '../../entity/list/entity-screen.tsx'
import type { FormPlan } from '../../entity/form/form-drawer.tsx'
import type { Row } from '../../entity/types.ts'
import { useRefresh } from '../../entity/use-entity.ts'
import { useTransitions } from '../../entity/actions/use-transitions.tsx'
import { useClient, useSession, useT } from '../../shell/index.ts'
import { CodesTable } from './codes-table.tsx'
import { downloadCodes } from './download-codes.ts'
import { CertifyButton, RequestStrip, useSubmittedRequests } from './finished-requests.tsx'
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
  const { ids, follow, forget } = useSubmittedRequests()
  const form = useFormPlan(follow)

  const { ofRow: submit } = useTransitions(codeRequest, {
    params: row => ({ n: formatNumber(Number(row.count), t.language) }),
    done: 'code.request.submitted',
    // A request under way cannot be submitted again; foreign codes come from their list.
    isVisible: row => row.status === 'initialized' && row.origin === 'own',
  })

  const submitAndFollow = (row: Row): Action[] =>
    submit(row).map(action => ({
      ...action,
      run: async () => {
        await action.run()
        follow(row.id)
      },
    }))

  const download = (row: Row, format: CodeFileFormat): Action => ({
    key: format,
    label: t(`code.request.downloadAs.${format}`),
    ...(format === 'xlsx'
      ? {}
      : {
          confirm: {
            title: t('code.request.plainTitle'),
            text: t(row.status === 'completed' ? 'code.request.plainFirst' : 'code.request.plainText', {
              n: formatNumber(Number(row.count), t.language),
              state: t('code.request.status.downloaded'),
            }),
            ok: t('action.download'),
          },
        }),
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
  const outputs = (row: Row): AnyAction[] => {
    if (!hasCodes(row) || row.origin !== 'own') return []
    const formats: CodeFileFormat[] = maySeeSecurity ? ['csv', 'xlsx', 'txt'] : ['xlsx']
    return [
      ...(canUse(codeRequest, 'print', permissions) ? [print(row)] : []),
      ...(mayDownload
        ? [
            {
              key: 'download',
              label: t('action.download'),
              icon: <DownloadOutlined />,
              choices: formats.map(format => download(row, format)),
            },
          ]
        : []),
    ]
  }

  return (
    <>
      <EntityScreen
        entity={codeRequest}
        form={form}
        poll={pollRequests}
        above={ids.map(id => <RequestStrip key={id} id={id} outputs={outputs} onClose={() => forget(id)} />)}
        rowActions={row => [...submitAndFollow(row), ...importList(row), ...outputs(row)]}
        cells={{
          status: (row, plain) => <RequestStatus row={row} plain={plain} />,
          codeRule: row => (row.origin !== 'own' ? '–' : t(`code.request.codeRule.${row.codeRule as CodeRule}`)),
          securityLength: row => (row.origin !== 'own' ? '–' : String(row.securityLength)),
          progress: row => `${percentOf(row)} %`,
        }}
        detail={row => (
          <>
            <RequestProgress row={row} />
            {hasCodes(row) && can(permissions, ['code:qr:list']) && (
              <section className="tm-panel">
                <h3>{t('code.request.codes')}</h3>
                <p>
                  <CertifyButton row={row} label={t('certification.ofRequest')} />
                </p>
                <CodesTable requestId={row.id} prefix="codes." />
              </section>
            )}
            <ManifestPanel row={row} />
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

function useFormPlan(onSubmitted: (id: number) => void): FormPlan {
  const t = useT()
  const client = useClient()
  const { permissions } = useSession()
  const maySubmit = canUse(codeRequest, 'submit', permissions)
  const plan = useMemo<FormPlan>(
    () => ({
      suggest: {
        by: ['batchId', 'codeType'],
        load: ({ batchId, codeType }, signal) =>
          client.call('GET /code/request/suggestions', {
            query: {
              ...(typeof batchId === 'number' && { batchId }),
              ...(typeof codeType === 'string' && { codeType: codeType as CodeType }),
            },
            signal,
          }),
      },
      defaults: {
        origin: 'own',
        count: codeCount.min,
        codeRule: 'alnum',
        securityLength: codeRules.alnum.default,
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
        // Codes of other enterprises come with an accepted offer or invitation.
        origin: props => (
          <Control
            {...props}
            entity={codeRequest}
            name="origin"
            field={{ ...codeRequest.fields.origin, options: ['own', 'foreign'] }}
          />
        ),
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
    [t, client],
  )
  return {
    ...plan,
    ...(maySubmit && {
      saveAnd: {
        label: t('code.request.saveSubmit'),
        done: t('code.request.submitted'),
        isOffered: ({ origin }) => origin !== 'foreign',
        run: async id => {
          await client.put(`/code/request/${id}/submit`)
          onSubmitted(id)
        },
      },
    }),
  }
}
