import { FilePdfOutlined, SwapOutlined } from '@ant-design/icons'
import { type DisputeState, offer, offers } from '@timbermark/contract'
import type { OfferPaper } from '@timbermark/contract/calls'
import { Tabs } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type Action, ActionButton } from '../../entity/actions/action-button.tsx'
import { canUse } from '../../entity/actions/permissions.ts'
import { useFeedback } from '../../entity/actions/use-feedback.ts'
import { useRowAction } from '../../entity/actions/use-row-action.ts'
import { useTransitions } from '../../entity/actions/use-transitions.tsx'
import { EntityTable } from '../../entity/list/entity-table.tsx'
import { NoPermission } from '../../entity/list/list-states.tsx'
import { useAddressParam } from '../../entity/list/use-list-state.ts'
import type { Row } from '../../entity/types.ts'
import { useRefresh } from '../../entity/use-entity.ts'
import { ToneTag } from '../../entity/values/tone-tag.tsx'
import { useClient, useSession, useT } from '../../shell/index.ts'
import { AcceptDialog } from './accept-dialog.tsx'
import { DisputeDialog } from './dispute-dialog.tsx'
import { GoodsDialog } from './goods-dialog.tsx'
import { HandOverDialog } from './hand-over-dialog.tsx'
import { OfferContents } from './offer-contents.tsx'
import '../../entity/entity.css'

/** The papers that an offer has in its state. */
const papersOf = ({ status }: Row): OfferPaper[] =>
  status === 'accepted' ? ['receipt', 'deliveryNote'] : status === 'open' ? ['deliveryNote'] : []

const sides = ['all', 'received', 'given'] as const
const disputeTones = { open: 'error', proposed: 'warning', settled: 'default' } as const

/** Goods that change hands: what is offered to the enterprise, and what it hands over. */
export default function OfferScreen() {
  const t = useT()
  const client = useClient()
  const navigate = useNavigate()
  const { permissions, can } = useSession()
  const [word, setSide] = useAddressParam('side')
  const [disputed, setDisputed] = useAddressParam('words')
  const [giving, setGiving] = useState(false)
  const [accepting, setAccepting] = useState<Row>()
  const [reading, setReading] = useState<Row>()
  const feedback = useFeedback()
  const refresh = useRefresh(offer)
  const rowAction = useRowAction(offers)
  const transitions = useTransitions(offer, { params: row => ({ name: String(row.goods) }) })
  if (!canUse(offers, 'list', permissions)) return <NoPermission />
  const side = sides.find(one => one === word) ?? 'all'
  const disputeActions = (row: Row): Action[] =>
    row.status === 'accepted' && (row.can?.includes('dispute') || row.dispute !== 'none')
      ? [
          {
            key: 'dispute',
            label: t(row.dispute === 'none' ? 'custody.dispute.write.opened' : 'custody.dispute'),
            short: t('custody.dispute'),
            run: () => setDisputed(String(row.id)),
          },
        ]
      : []
  const plotActions = (row: Row): Action[] => {
    const mayShare = row.side === 'given' && (row.status === 'open' || row.status === 'accepted')
    if (!mayShare || !can('custody:offer:add')) return []
    const sharesPlots = row.sharesPlots !== true
    return [
      {
        key: 'plots',
        label: t(sharesPlots ? 'custody.offer.sharePlots' : 'custody.offer.endPlots'),
        confirm: {
          title: t(sharesPlots ? 'custody.offer.sharePlotsTitle' : 'custody.offer.endPlotsTitle', {
            goods: String(row.goods),
          }),
          text: t(sharesPlots ? 'custody.offer.sharesPlotsHint' : 'custody.offer.endPlotsHint'),
        },
        run: async () => {
          await client.call('PUT /custody/offer/:id/plots', { params: { id: row.id }, body: { sharesPlots } })
          feedback.done(t(sharesPlots ? 'custody.offer.plotsShared' : 'custody.offer.plotsEnded'))
          await refresh()
        },
      },
    ]
  }
  const actionsOf = (row: Row): Action[] => [
    ...rowAction(row, 'accept', { label: t('custody.offer.accept'), run: () => setAccepting(row) }),
    ...(row.disputeTurn === 'own' ? disputeActions(row) : []),
    { key: 'details', label: t('custody.offer.details'), run: () => setReading(row) },
    ...(row.status === 'accepted' && can('custody:whereabouts:list')
      ? [
          {
            key: 'whereabouts',
            label: t('custody.whereabouts.open'),
            run: () => navigate(`/custody/whereabouts?offerId=${row.id}`),
          },
        ]
      : []),
    ...papersOf(row).map(kind => ({
      key: kind,
      label: t(`custody.offer.paper.${kind}`),
      icon: <FilePdfOutlined />,
      run: () => client.download(`/custody/offer/${row.id}/paper`, { kind }),
    })),
    ...(row.disputeTurn === 'own' ? [] : disputeActions(row)),
    ...plotActions(row),
    ...transitions.ofRow(row),
  ]
  const disputeTag = (row: Row) => {
    const dispute = row.dispute as DisputeState
    return dispute !== 'none' && <ToneTag tone={disputeTones[dispute]}>{t(`custody.offer.dispute.${dispute}`)}</ToneTag>
  }
  return (
    <>
      <Tabs
        activeKey={side}
        onChange={key => setSide(key === 'all' ? undefined : key)}
        items={sides.map(key => ({ key, label: t(key === 'all' ? 'common.all' : `custody.offer.${key}`) }))}
      />
      <EntityTable
        key={side}
        entity={offers}
        query={side === 'all' ? {} : { side }}
        toolbar={
          can('custody:offer:add') && (
            <ActionButton
              type="primary"
              action={{
                key: 'add',
                label: t('custody.offer.add'),
                icon: <SwapOutlined />,
                run: () => setGiving(true),
              }}
            />
          )
        }
        cells={{
          goods: (row, plain) => (
            <>
              {plain}{' '}
              {side === 'all' && (
                <ToneTag>{t(row.side === 'given' ? 'custody.offer.given' : 'custody.offer.received')}</ToneTag>
              )}
            </>
          ),
          status: (row, plain) =>
            row.standing === 'expired' ? (
              <ToneTag tone="warning">{t('custody.offer.standing.expired')}</ToneTag>
            ) : (
              <>
                {plain} {disputeTag(row)}
              </>
            ),
        }}
        actions={actionsOf}
      />
      {transitions.dialogs}
      {giving && <HandOverDialog onClose={() => setGiving(false)} />}
      {accepting && <AcceptDialog row={accepting} onClose={() => setAccepting(undefined)} />}
      {disputed && /^[1-9]\d{0,15}$/.test(disputed) && (
        <DisputeDialog id={Number(disputed)} onClose={() => setDisputed(undefined)} />
      )}
      {reading && (
        <GoodsDialog title={String(reading.goods)} onClose={() => setReading(undefined)}>
          <OfferContents id={reading.id} />
        </GoodsDialog>
      )}
    </>
  )
}
