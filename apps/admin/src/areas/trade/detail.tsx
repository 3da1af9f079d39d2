import { ArrowLeftOutlined } from '@ant-design/icons'
import { formatDateTime } from '@timbermark/client'
import { listing, quotes } from '@timbermark/contract'
import { Alert, Button, Card, Descriptions, Image, Skeleton } from 'antd'
import { useNavigate, useParams } from 'react-router'
import { ActionButton } from '../../entity/action-button.tsx'
import { mayUse } from '../../entity/actions.ts'
import { EntityTable } from '../../entity/entity-table.tsx'
import { FormDrawer } from '../../entity/form/form-drawer.tsx'
import { LoadFailure, NoPermission } from '../../entity/list-states.tsx'
import { ToneTag } from '../../entity/tone-tag.tsx'
import { toneOf } from '../../entity/tone.ts'
import type { Row } from '../../entity/types.ts'
import { useRow } from '../../entity/use-entity.ts'
import { useAddressWord } from '../../entity/use-list-state.ts'
import { useNarrow } from '../../entity/use-narrow.ts'
import { filesOf } from '../../entity/files-view.tsx'
import { useSession, useT } from '../../shell/index.ts'
import { tradePaths } from './addresses.ts'
import { phoneOf, priceOf, quantityOf, sizeOf } from './listing-cells.tsx'
import { checkUnit } from './listing-rules.ts'
import { useAcceptQuote } from './use-accept-quote.ts'
import { useListingActions } from './use-listing-actions.tsx'
import '../../entity/entity.css'
import './trade.css'

/** The route's id as a property of the detail. */
export default function ListingDetailScreen() {
  const { id = '' } = useParams()
  const { permissions } = useSession()
  return mayUse(listing, 'query', permissions) ? <ListingDetail key={id} id={id} /> : <NoPermission />
}

/** Timber detail: one listing with its pictures, its publisher and the quotes that concern the reader. */
export function ListingDetail({ id }: { id: string }) {
  const t = useT()
  const navigate = useNavigate()
  const { can } = useSession()
  const [editing, setEditing] = useAddressWord('edit')
  const { data, error, refetch } = useRow(listing, id)
  const { ofRow, dialogs } = useListingActions({ onEdit: () => setEditing('1') })
  if (error && !data) return <LoadFailure error={error} onRetry={() => refetch()} />
  if (!data) return <Skeleton active paragraph={{ rows: 10 }} />
  const back = () => navigate(`${tradePaths.list}?kind=${data.kind}`)
  return (
    <>
      <Card
        title={
          <span className="tm-listing-title">
            <Button type="text" icon={<ArrowLeftOutlined />} aria-label={t('action.back')} onClick={back} />
            <span>{String(data.goodsName)}</span>
            <ToneTag>{t.from(`trade.listing.kind.${data.kind}`)}</ToneTag>
            <ToneTag tone={toneOf(String(data.status))}>{t.from(`trade.listing.status.${data.status}`)}</ToneTag>
          </span>
        }
      >
        {Boolean(data.rejectReason) && data.status === 'rejected' && (
          <Alert
            type="error"
            showIcon
            className="tm-form-problems"
            title={t('trade.listing.rejectReason')}
            description={String(data.rejectReason)}
          />
        )}
        <div className="tm-listing">
          <Gallery row={data} />
          <Facts row={data} />
        </div>
        <div className="tm-listing-actions">
          {ofRow(data, back).map(action => (
            <ActionButton
              key={action.key}
              action={action}
              type={action.key === 'quote' || action.key === 'approve' ? 'primary' : undefined}
            />
          ))}
        </div>
      </Card>
      {can('trade:quote:list') && (
        <Card
          title={t(data.mine ? 'trade.quote.receivedTitle' : 'trade.quote.madeTitle')}
          className="tm-listing-quotes"
        >
          <Quotes listingId={data.id} />
        </Card>
      )}
      <FormDrawer
        entity={listing}
        open={editing && can('trade:listing:edit') ? { id } : undefined}
        onClose={() => setEditing(undefined)}
        onValuesChange={checkUnit}
      />
      {dialogs}
    </>
  )
}

function Gallery({ row }: { row: Row }) {
  const t = useT()
  const files = filesOf(row.picture)
  const [first, ...others] = files
  if (!first) return <div className="tm-gallery tm-muted">{t('common.none')}</div>
  return (
    <div className="tm-gallery">
      <Image.PreviewGroup>
        <Image src={first.url} alt={first.name} className="tm-gallery-first" />
        {others.length > 0 && (
          <div className="tm-gallery-others">
            {others.map(file => (
              <Image key={file.id} src={file.url} alt={file.name} width={72} height={72} className="tm-thumbnail" />
            ))}
          </div>
        )}
      </Image.PreviewGroup>
    </div>
  )
}

function Facts({ row }: { row: Row }) {
  const t = useT()
  const narrow = useNarrow()
  const text = (value: unknown) => (value === null || value === undefined || value === '' ? '–' : String(value))
  const label = (name: string) => t.from(`trade.listing.${name}`)
  const items = [
    {
      key: 'expectedPrice',
      label: label('expectedPrice'),
      children: <strong className="tm-price">{priceOf(t, row.expectedPrice)}</strong>,
    },
    { key: 'quantity', label: label('quantity'), children: quantityOf(t, row) },
    { key: 'woodName', label: label('woodName'), children: text(row.woodName) },
    { key: 'origin', label: label('origin'), children: text(row.origin) },
    { key: 'size', label: t('trade.listing.size'), children: sizeOf(t, row) },
    { key: 'publisher', label: label('publisher'), children: text(row.publisher) },
    {
      key: 'contactPhone',
      label: label('contactPhone'),
      children: (
        <>
          {phoneOf(t, row)}
          {row.phoneShown === false && <div className="tm-muted tm-hint">{t('trade.listing.phoneHidden')}</div>}
        </>
      ),
    },
    { key: 'publishTime', label: label('publishTime'), children: text(formatDateTime(row.publishTime as string)) },
    { key: 'quoteCount', label: label('quoteCount'), children: text(row.quoteCount) },
    {
      key: 'remark',
      label: label('remark'),
      children: <span className="tm-lines">{text(row.remark)}</span>,
    },
  ]
  return <Descriptions bordered size="small" column={1} items={items} layout={narrow ? 'vertical' : 'horizontal'} />
}

function Quotes({ listingId }: { listingId: number }) {
  const accept = useAcceptQuote()
  return <EntityTable entity={quotes} prefix="quotes." query={{ listingId }} actions={accept} />
}
