import { FileExcelOutlined, GlobalOutlined } from '@ant-design/icons'
import { formatNumber } from '@timbermark/client'
import type { WoodOrigin } from '@timbermark/contract/calls'
import { ActionButton } from '../../../entity/actions/action-button.tsx'
import { useClient, useSession, useT } from '../../../shell/index.ts'
import type { OriginQuery } from './origin.tsx'

/** The files of the plots. One that cannot say what is missing in it is only sent after this page has said so. */
export function OriginDownloads({ query, origin }: { query: OriginQuery; origin: WoodOrigin }) {
  const t = useT()
  const client = useClient()
  const { can } = useSession()
  if (!can('material:origin:export')) return null
  const { fellingsWithoutPlot, withheld, incomplete, plots } = origin
  const words = (n: number) => formatNumber(n, t.language)
  const download = (format: 'geojson' | 'xlsx') => client.download('/material/origin/export', { ...query, format })
  return (
    <>
      <ActionButton
        action={{
          key: 'geojson',
          label: t('material.origin.geojson'),
          icon: <GlobalOutlined />,
          ...(plots.length === 0 && { reason: t('material.origin.noPlots') }),
          ...(incomplete > 0 && {
            confirm: {
              title: t('material.origin.warnTitle'),
              text: t('material.origin.warn', {
                fellings: words(fellingsWithoutPlot),
                withheld: words(withheld),
                batches: words(incomplete),
              }),
              ok: t('material.origin.download'),
            },
          }),
          run: () => download('geojson'),
        }}
      />
      <ActionButton
        action={{
          key: 'xlsx',
          label: t('material.origin.xlsx'),
          icon: <FileExcelOutlined />,
          run: () => download('xlsx'),
        }}
      />
    </>
  )
}
