import { DownloadOutlined, PlayCircleOutlined, ThunderboltOutlined } from '@ant-design/icons'
import { formatNumber } from '@timbermark/client'
import { codeCount, isEan, type Issue, platformRequest } from '@timbermark/contract'
import { useMemo, useState } from 'react'
import type { Action } from '../../entity/actions/action-button.tsx'
import { canUse } from '../../entity/actions/permissions.ts'
import type { ControlProps } from '../../entity/controls/control-props.ts'
import { NumberControl } from '../../entity/controls/number-control.tsx'
import { EntityScreen } from '../../entity/list/entity-screen.tsx'
import type { FormPlan } from '../../entity/form/form-drawer.tsx'
import type { Row } from '../../entity/types.ts'
import { useRefresh } from '../../entity/use-entity.ts'
import { useFeedback } from '../../entity/actions/use-feedback.ts'
import { useTransitions } from '../../entity/actions/use-transitions.tsx'
import { useClient, useSession, useT } from '../../shell/index.ts'
import { ActivateDialog } from './activate-dialog.tsx'
import { ActivationsPanel } from './activations-panel.tsx'
import { DownloadRangeDialog, maxCodesPerFile } from './download-range.tsx'
import { MessagingAccountNotice, useMessagingAccount } from './platform-account.tsx'
import { MessagingCodePanel } from './platform-code.tsx'
import { isUnderWay, MessagingProgress, MessagingStatus, failureText } from './platform-progress.tsx'
import { hasCodes } from './request-progress.tsx'
import { checkCount } from './rules.ts'
import './code.css'

/** Polls more often while packages arrive than while the platform generates codes. */
const poll = (rows: readonly Row[]) => (rows.some(isUnderWay) ? 3000 : false)

/** Requests for codes of the messaging platform: prepared, applied for, fetched, downloaded, activated. */
export default function PlatformRequestScreen() {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const { permissions } = useSession()
  const refresh = useRefresh(platformRequest)
  const account = useMessagingAccount()
  const form = useFormPlan()
  const [activating, setActivating] = useState<Row>()
  const [downloading, setDownloading] = useState<Row>()

  const { ofRow: apply } = useTransitions(platformRequest, {
    params: row => ({ n: formatNumber(Number(row.count), t.language) }),
    done: 'code.platform-request.applied',
    isVisible: row => row.status === 'initialized',
  })

  const resume = (row: Row): Action[] =>
    row.stopped === true && isUnderWay(row) && canUse(platformRequest, 'apply', permissions)
      ? [
          {
            key: 'resume',
            label: t('code.platform-request.resume'),
            icon: <PlayCircleOutlined />,
            run: async () => {
              await client.call('PUT /code/platform-request/:id/resume', { params: { id: row.id } })
              feedback.done(t('code.platform-request.resumed'))
              await refresh()
            },
          },
        ]
      : []
  const download = (row: Row): Action => ({
    key: 'download',
    label: t('code.platform-request.download'),
    short: t('action.download'),
    icon: <DownloadOutlined />,
    run: async () => {
      if (Number(row.count) > maxCodesPerFile) return setDownloading(row)
      await client.download(`/code/platform-request/${row.id}/download`)
      await refresh()
    },
  })
  const outputs = (row: Row): Action[] =>
    hasCodes(row)
      ? [
          ...(canUse(platformRequest, 'download', permissions) ? [download(row)] : []),
          ...(canUse(platformRequest, 'activate', permissions)
            ? [
                {
                  key: 'activate',
                  label: t('code.platform-request.activate'),
                  short: t('action.activate'),
                  icon: <ThunderboltOutlined />,
                  run: () => setActivating(row),
                },
              ]
            : []),
        ]
      : []

  return (
    <>
      <MessagingAccountNotice account={account} />
      <EntityScreen
        entity={platformRequest}
        form={form}
        poll={poll}
        rowActions={row => [...apply(row), ...resume(row), ...outputs(row)]}
        cells={{
          status: (row, plain) => <MessagingStatus row={row} plain={plain} />,
          failure: row => failureText(t, row.failure, row.failureCode),
        }}
        detail={row => (
          <>
            <MessagingProgress row={row} />
            {hasCodes(row) && <ActivationsPanel row={row} />}
            {hasCodes(row) && <MessagingCodePanel id={row.id} />}
          </>
        )}
      />
      {activating && (
        <ActivateDialog
          row={activating}
          usualAppId={account?.miniAppId ?? ''}
          onClose={() => setActivating(undefined)}
        />
      )}
      {downloading && <DownloadRangeDialog row={downloading} onClose={() => setDownloading(undefined)} />}
    </>
  )
}

/** The problem of a barcode, while it is typed. */
function checkBarcode(value: unknown): Issue | undefined {
  const text = String(value ?? '').trim()
  return text === '' || isEan(text) ? undefined : { field: 'productCode', error: 'wechat.ean' }
}

function useFormPlan(): FormPlan {
  return useMemo(
    () => ({
      defaults: { count: codeCount.min, miniVersion: 'official' },
      rules: { count: checkCount, productCode: checkBarcode },
      controls: {
        count: props => <NumberControl {...(props as ControlProps<number | string>)} exact={false} grouped />,
      },
    }),
    [],
  )
}
