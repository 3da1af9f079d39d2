import { ArrowLeftOutlined } from '@ant-design/icons'
import { formatDateTime } from '@timbermark/client'
import { listing, type listings, quotes, type RowOf } from '@timbermark/contract'
import { citesOf, latinNames } from '@timbermark/contract/cites'
import { Alert, Button, Card, Descriptions, Image } from 'antd'
import { useNavigate, useParams } from 'react-router'
import { ActionButton } from '../../entity/actions/action-button.tsx'
import { canUse } from '../../entity/actions/permissions.ts'
import { CitesNote } from '../../entity/values/cites-note.tsx'
import { DictTag } from '../../entity/values/dict-tag.tsx'
import { countryName } from '../../entity/values/kind-value.tsx'
import { EntityTable } from '../../entity/list/entity-table.tsx'
import { FormDrawer } from '../../entity/form/form-drawer.tsx'
import { LoadingOrFailure, NoPermission } from '../../entity/list/list-states.tsx'
import { ToneTag } from '../../entity/values/tone-tag.tsx'
import { toneOf } from '../../entity/values/tone.ts'
import type { Row } from '../../entity/types.ts'
import { useRow } from '../../entity/use-entity.ts'
import { useAddressParam } from '../../entity/list/use-list-state.ts'
import { useNarrow } from '../../entity/list/use-narrow.ts'
import { filesOf } from '../../entity/values/files-view.tsx'
import { useSession, useT } from '../../shell/index.ts'
import { tradePaths } from './addresses.ts'
import { priceOf, quantityOf, sizeOf, volumeOf } from './listing-cells.tsx'
import { PhoneLine } from './phone-line.tsx'
import { checkUnit } from './listing-rules.ts'
import { useQuoteActions } from './use-quote-actions.tsx'
import { useListingActions } from './use-listing-actions.tsx'
import '../../entity/entity.css'
import './trade.css'

/** Passes the route's id on to the detail. */
export default function ListingDetailScreen() {
  const { id = '' } = useParams()
  const { permissions } = useSession()
  return canUse(listing, 'query', permissions) ? <ListingDetail key={id} id={id} /> : <NoPermission />
}

/** Timber detail: one listing with its pictures, its publisher and the quotes that concern the reader. */
export function ListingDetail({ id }: { id: string }) {
  const t = useT()
  const navigate = useNavigate()
  const { can } = useSession()
  const [editing, setEditing] = useAddressParam('edit')
  const { data, error, refetch } = useRow(listing, id)
  const { ofRow, dialogs } = useListingActions({ onEdit: () => setEditing('1') })
  if (!data) return <LoadingOrFailure error={error} onRetry={refetch} paragraph={{ rows: 10 }} />
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
        hints={{ productId: t('trade.listing.productHint') }}
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
  const product = row.product as RowOf<typeof listings>['product']
  const latin = product
    ? ([product.latinGenus, product.latinSpecies] as const)
    : latinNames(row.species as string | null)
  const items = [
    {
      key: 'expectedPrice',
      label: label('expectedPrice'),
      children: <strong className="tm-price">{priceOf(t, row.expectedPrice)}</strong>,
    },
    { key: 'quantity', label: label('quantity'), children: quantityOf(t, row) },
    ...(product ? [{ key: 'product', label: label('product'), children: product.name }] : []),
    {
      key: 'species',
      label: label('species'),
      children: (
        <>
          {row.species ? <DictTag type="tree_species" value={String(row.species)} /> : latin ? null : '–'}{' '}
          {latin && <i>{latin.join(' ')}</i>}
        </>
      ),
    },
    ...(latin ? [{ key: 'cites', label: t('trade.cites'), children: <CitesNote taxon={citesOf(...latin)} /> }] : []),
    {
      key: 'form',
      label: label('form'),
      children: row.form ? <DictTag type="wood_kind" value={String(row.form)} /> : '–',
    },
    { key: 'woodName', label: label('woodName'), children: text(row.woodName) },
    { key: 'origin', label: label('origin'), children: row.origin ? countryName(String(row.origin), t.locale) : '–' },
    ...(row.volume ? [{ key: 'volume', label: label('volume'), children: volumeOf(t, row.volume) }] : []),
    { key: 'size', label: t('trade.listing.size'), children: sizeOf(t, row) },
    { key: 'publisher', label: label('publisher'), children: text(row.publisher) },
    {
      key: 'contactPhone',
      label: label('contactPhone'),
      children: <PhoneLine row={row} />,
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
  const { ofRow, dialogs } = useQuoteActions()
  return (
    <>
      <EntityTable entity={quotes} prefix="quotes." query={{ listingId }} actions={ofRow} />
      {dialogs}
    </>
  )
}
