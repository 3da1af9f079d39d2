import { useQuery } from '@tanstack/react-query'
import { queryKeys } from '@timbermark/client'
import type { Texts } from '@timbermark/contract'
import { Alert } from 'antd'
import { Link } from 'react-router'
import { LanguageMark } from '../../entity/values/name-value.tsx'
import { useClient, useSession, useT } from '../../shell/index.ts'

/** Says of a batch that it is called back, while it is. */
export function StandingRecall({ batchId }: { batchId: number }) {
  const t = useT()
  const client = useClient()
  const { can } = useSession()
  const may = can('catalog:recall:list')
  const { data } = useQuery({
    queryKey: [...queryKeys.entity('catalog/recall'), 'of', batchId],
    queryFn: ({ signal }) =>
      client.list<{ id: number; reason: string; reasonTexts: Texts }>(
        '/catalog/recall/list',
        { batchId, status: 'standing' },
        { signal },
      ),
    enabled: may,
  })
  const standing = data?.rows[0]
  if (!standing) return null
  return (
    <Alert
      type="error"
      showIcon
      className="tm-panel"
      title={t('catalog.recall.batchStands')}
      description={
        <>
          <p className="tm-lines">
            {standing.reason} <LanguageMark row={{ ...standing }} name="reason" />
          </p>
          <Link to={`/catalog/recall?view=${standing.id}`}>{t('catalog.recall.seeIt')}</Link>
        </>
      }
    />
  )
}
