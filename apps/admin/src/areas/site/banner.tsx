import { banner } from '@timbermark/contract'
import { Tabs } from 'antd'
import { EntityScreen, PicturesView } from '../../entity/index.ts'
import { filesOf } from '../../entity/files-view.tsx'
import { optionLabel } from '../../entity/labels.ts'
import { useListState } from '../../entity/use-list-state.ts'
import { useSession, useT } from '../../shell/index.ts'
import { ServicePhone } from './service-phone.tsx'
import './banner.css'

const groups = banner.fields.group.options

/** Banners of the three home pages, and the customer service number that stands beside them. */
export default function BannerScreen() {
  const t = useT()
  const { can } = useSession()
  const { state, change } = useListState(banner)
  const group = groups.find(one => one === state.filters.group)
  return (
    <>
      {can('site:banner:list') && <ServicePhone />}
      <Tabs
        className="tm-banner-tabs"
        activeKey={group ?? 'all'}
        onChange={key => {
          const { group: _, ...filters } = state.filters
          change({ filters: key === 'all' ? filters : { ...filters, group: key }, page: 1 })
        }}
        items={['all', ...groups].map(key => ({
          key,
          label: key === 'all' ? t('common.all') : optionLabel(t, banner, 'group', key),
        }))}
      />
      <EntityScreen
        entity={banner}
        form={{ defaults: { group, sequence: 1, duration: 5 } }}
        cells={{ image: row => <PicturesView files={filesOf(row.image)} size={72} /> }}
      />
    </>
  )
}
