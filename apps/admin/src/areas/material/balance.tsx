import { OrderedListOutlined } from '@ant-design/icons'
import { formatNumber } from '@timbermark/client'
import { materialBalance } from '@timbermark/contract'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { EntityScreen } from '../../entity/list/entity-screen.tsx'
import { ToneTag } from '../../entity/values/tone-tag.tsx'
import { useSession, useT } from '../../shell/index.ts'
import { type OpenAccount, StatementDrawer } from './statement-drawer.tsx'

/** What each batch has of each species and form of wood; an account opens with its entries. */
export default function MaterialBalanceScreen() {
  const t = useT()
  const { can } = useSession()
  const navigate = useNavigate()
  const [open, setOpen] = useState<OpenAccount>()
  const number = (value: unknown) => formatNumber(Number(value), t.language, { maximumFractionDigits: 6 })
  return (
    <>
      <EntityScreen
        entity={materialBalance}
        rowActions={row => [
          ...(can('material:entry:list')
            ? [
                {
                  key: 'statement',
                  label: t('material.statement'),
                  icon: <OrderedListOutlined />,
                  run: () =>
                    setOpen({
                      batchId: row.batchId,
                      batchNumber: row.batchNumber,
                      undeclared: Number(row.undeclared) > 0 ? number(row.undeclared) : undefined,
                    }),
                },
              ]
            : []),
          ...(can('material:flow:list')
            ? [
                {
                  key: 'flow',
                  label: t('menu.material.flow'),
                  run: () => navigate(`/material/flow?batchId=${row.batchId}`),
                },
              ]
            : []),
        ]}
        cells={{
          undeclared: row =>
            Number(row.undeclared) > 0 ? <ToneTag tone="warning">{number(row.undeclared)}</ToneTag> : '–',
          measured: row => (Number(row.measured) === 0 ? '–' : number(row.measured)),
        }}
      />
      {open && <StatementDrawer account={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}
