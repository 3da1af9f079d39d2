/** Screens that show what the shell does with a screen; they replace areas/screens.ts in test builds. */
import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Select, Space, Table } from 'antd'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { Can, useClient, useSession, useT } from '../../src/shell/index.ts'
import type { StaticRoute } from '../../src/shell/search/reachable-screens.ts'

let mounts = 0
function useMountNumber() {
  const [mine] = useState(() => ++mounts)
  return mine
}

function Home() {
  const client = useClient()
  const { data } = useQuery({
    queryKey: ['rows'],
    queryFn: () => client.list<{ id: number }>('/rows/list', { page: 1, limit: 20 }),
  })
  return (
    <Space orientation="vertical">
      <p data-test="mount">home {useMountNumber()}</p>
      <p data-test="total">{data?.total}</p>
      <Input aria-label="filter" />
    </Space>
  )
}

function List() {
  const client = useClient()
  const t = useT()
  const { user } = useSession()
  const { data, isFetching } = useQuery({
    queryKey: ['rows'],
    queryFn: () => client.list<{ id: number; name: string }>('/rows/list', { page: 1, limit: 20 }),
  })
  return (
    <div style={{ background: 'var(--paper)', padding: 16, borderRadius: 8 }}>
      <p data-test="mount">list {useMountNumber()}</p>
      <Space style={{ marginBottom: 12 }} wrap>
        <Input placeholder={t('common.enter')} aria-label="filter" />
        <Select
          placeholder={t('common.choose')}
          style={{ width: 140 }}
          options={[{ value: 1, label: user.nickName }]}
          aria-label="choice"
        />
        <Button type="primary">{t('action.search')}</Button>
        <Can permissions={['system:user:remove', 'catalog:product:add']}>
          <Button danger>{t('action.remove')}</Button>
        </Can>
        <Button onClick={() => void client.get('/missing')}>404</Button>
        <Button onClick={() => void client.get('/rows/list')}>call</Button>
        <a href="#here">{t('action.view')}</a>
      </Space>
      <Table
        rowKey="id"
        size="middle"
        loading={isFetching}
        dataSource={data?.rows}
        pagination={false}
        columns={[
          { title: t('common.id'), dataIndex: 'id' },
          { title: t('common.remark'), dataIndex: 'name', render: text => <a href="#row">{text}</a> },
        ]}
      />
    </div>
  )
}

function Entry() {
  const t = useT()
  const { id, userId } = useParams()
  const [search, setSearch] = useSearchParams()
  return (
    <div style={{ background: 'var(--paper)', padding: 16, borderRadius: 8 }}>
      <p data-test="mount">form {useMountNumber()}</p>
      <p data-test="address">
        at {id ?? userId ?? ''} {search.toString()}
      </p>
      <Form layout="vertical">
        <Form.Item label="name" htmlFor="name">
          <Input id="name" />
        </Form.Item>
        <Button type="primary" onClick={() => setSearch({ page: '2' })}>
          {t('action.save')}
        </Button>
      </Form>
    </div>
  )
}

function Broken(): never {
  throw new Error('broken on purpose')
}

export const screens = {
  index: async () => ({ default: Home }),
  'test/list': async () => ({ default: List }),
  'test/form': async () => ({ default: Entry }),
  'test/broken': async () => ({ default: Broken }),
  'user/profile': async () => ({ default: Entry }),
}

export const staticRoutes: readonly StaticRoute[] = [
  {
    path: '/system/user-auth/role/:userId',
    screen: 'test/form',
    title: 'menu.system.user-auth',
    activeMenu: '/system/user',
    permission: 'system:user:edit',
  },
  {
    path: '/trade/publishInfo/detail/:id',
    screen: 'test/form',
    title: 'menu.trade.detail',
    activeMenu: '/trade/publishInfo',
  },
]

/** The search is the product's: it shows the menu's screens and what the server finds. */
export const search = () => import('../../src/areas/search/search-dialog.tsx')

/** The help is the product's too: most of these screens have none. */
export const help = () => import('../../src/areas/help/help-sheet.tsx')

export const tour = () => import('../../src/areas/help/tour.tsx')
