import { useQuery } from '@tanstack/react-query'
import { queryKeys } from '@timbermark/client'
import type { Texts } from '@timbermark/contract'
import { Alert } from 'antd'
import { Link } from 'react-router'
import { LanguageMark } from '../../entity/values/name-value.tsx'
import { useClient, useSession, useT } from '../../shell/index.ts'

/** Shows that a batch is recalled, while the recall is in force. */
export function ActiveRecall({ batchId }: { batchId: number }) {
  const t = useT()
  const client = useClient()
  const { can } = useSession()
  const mayList = can('catalog:recall:list')
  const { data } = useQuery({
    queryKey: [...queryKeys.entity('catalog/recall'), 'of', batchId],
    queryFn: ({ signal }) =>
      client.list<{ id: number; reason: string; reasonTexts: Texts }>(
        '/catalog/recall/list',
        { batchId, status: 'standing' },
        { signal },
      ),
    enabled: mayList,
  })
  const recall = data?.rows[0]
  if (!recall) return null
  return (
    <Alert
      type="error"
      showIcon
      className="tm-panel"
      title={t('catalog.recall.batchStands')}
      description={
        <>
          <p className="tm-lines">
            {recall.reason} <LanguageMark row={{ ...recall }} name="reason" />
          </p>
          <Link to={`/catalog/recall?view=${recall.id}`}>{t('catalog.recall.seeIt')}</Link>
        </>
      }
    />
  )
}
