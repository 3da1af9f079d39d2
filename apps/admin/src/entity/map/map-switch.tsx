import { EnvironmentOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useT } from '../../shell/index.ts'
import { useAddressParam } from '../list/use-list-state.ts'

/** Whether the map above a list is open, which the address of the page tells, and the button that opens and closes it. */
export function useMapSwitch() {
  const t = useT()
  const [map, setMap] = useAddressParam('map')
  const isMapOpen = map !== undefined
  const mapButton = (
    <Button
      icon={<EnvironmentOutlined />}
      aria-expanded={isMapOpen}
      onClick={() => setMap(isMapOpen ? undefined : '1')}
    >
      {t(isMapOpen ? 'map.hide' : 'map.show')}
    </Button>
  )
  return { isMapOpen, mapButton }
}
