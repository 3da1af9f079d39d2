import { territories } from '@timbermark/contract'
import { EntityScreen } from '../../entity/list/entity-screen.tsx'
import { useListState } from '../../entity/list/use-list-state.ts'
import { useMapSwitch } from '../../entity/map/map-switch.tsx'
import { TerritoryMapView } from './territory-map.tsx'

/** Territories of dealers, and a map of the current ones: of the dealer in the filter, or of all. */
export default function TerritoryScreen() {
  const { isMapOpen, mapButton } = useMapSwitch()
  const { state } = useListState(territories)
  const dealer = Number(state.filters.dealerId)
  return (
    <EntityScreen
      entity={territories}
      toolbar={mapButton}
      above={isMapOpen && <TerritoryMapView {...(dealer > 0 ? { dealerId: dealer } : {})} />}
    />
  )
}
