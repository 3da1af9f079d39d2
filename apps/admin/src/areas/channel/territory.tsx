import { EnvironmentOutlined } from '@ant-design/icons'
import { territories } from '@timbermark/contract'
import { Button } from 'antd'
import { EntityScreen } from '../../entity/list/entity-screen.tsx'
import { useAddressParam, useListState } from '../../entity/list/use-list-state.ts'
import { useT } from '../../shell/index.ts'
import { TerritoryMapView } from './territory-map.tsx'

/** Territories of dealers, and a map of the current ones: of the dealer in the filter, or of all. */
export default function TerritoryScreen() {
  const t = useT()
  const [map, setMap] = useAddressParam('map')
  const { state } = useListState(territories)
  const dealer = Number(state.filters.dealerId)
  return (
    <EntityScreen
      entity={territories}
      toolbar={
        <Button
          icon={<EnvironmentOutlined />}
          aria-expanded={map !== undefined}
          onClick={() => setMap(map === undefined ? '1' : undefined)}
        >
          {t(map === undefined ? 'map.show' : 'map.hide')}
        </Button>
      }
      above={map !== undefined && <TerritoryMapView {...(dealer > 0 ? { dealerId: dealer } : {})} />}
    />
  )
}
