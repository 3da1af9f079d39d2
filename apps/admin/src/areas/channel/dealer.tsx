import { dealer } from '@timbermark/contract'
import { useNavigate } from 'react-router'
import type { Action } from '../../entity/actions/action-button.tsx'
import { EntityScreen } from '../../entity/list/entity-screen.tsx'
import type { Row } from '../../entity/types.ts'
import { useSession, useT } from '../../shell/index.ts'
import { TerritoryMapView } from './territory-map.tsx'

/** Dealers, each with links to their territories, codes and cases. */
export default function DealerScreen() {
  const t = useT()
  const navigate = useNavigate()
  const { can } = useSession()
  const actions = (row: Row): Action[] => [
    ...(can('channel:assignment:assign')
      ? [
          {
            key: 'assign',
            label: t('channel.assignment.assignTitle'),
            run: () => navigate('/channel/assignment?add=1', { state: { dealerId: row.id } }),
          },
        ]
      : []),
    ...(can('channel:territory:list')
      ? [
          {
            key: 'territory',
            label: t('menu.channel.territory'),
            run: () => navigate(`/channel/territory?dealerId=${row.id}`),
          },
        ]
      : []),
    ...(can('channel:assignment:list')
      ? [
          {
            key: 'codes',
            label: t('channel.assignment.ofDealer'),
            run: () => navigate(`/channel/assignment?dealerId=${row.id}`),
          },
        ]
      : []),
    ...(can('channel:case:list')
      ? [{ key: 'cases', label: t('menu.channel.case'), run: () => navigate(`/channel/case?dealerId=${row.id}`) }]
      : []),
  ]
  return (
    <EntityScreen
      entity={dealer}
      endActions={actions}
      detail={row => can('channel:territory:list') && <TerritoryMapView dealerId={row.id} />}
    />
  )
}
