import { listings } from '@timbermark/contract'
import { ExportOutlined } from '@ant-design/icons'
import type { Query } from '@timbermark/client'
import { ActionButton } from '../../entity/actions/action-button.tsx'
import { useFeedback } from '../../entity/actions/use-feedback.ts'
import { filterParams } from '../../entity/list/query-state.ts'
import { useListState } from '../../entity/list/use-list-state.ts'
import { useClient, useT } from '../../shell/index.ts'
import { showFailure } from '../../entity/actions/show-failure.ts'

/** Exports the listed rows as a spreadsheet. */
export function ExportListings({ query }: { query: Query }) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const { state } = useListState(listings)
  return (
    <ActionButton
      action={{
        key: 'export',
        label: t('action.export'),
        icon: <ExportOutlined />,
        run: async () => {
          try {
            await client.download('/trade/listing/export', {
              ...(filterParams(listings, state.filters) as Query),
              ...(state.orderBy ? { orderBy: state.orderBy, order: state.order } : {}),
              ...query,
            })
          } catch (error) {
            showFailure(t, feedback, t('trade.listing.exportFailed'), error)
          }
        },
      }}
    />
  )
}
