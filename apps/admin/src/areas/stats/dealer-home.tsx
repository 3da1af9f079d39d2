import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '@timbermark/client'
import { Alert } from 'antd'
import { Link } from 'react-router'
import { LoadingOrFailure } from '../../entity/list/list-states.tsx'
import { ToneTag } from '../../entity/values/tone-tag.tsx'
import { useClient, useT } from '../../shell/index.ts'

/** The home page of a dealer: their codes and goods, scans and checks of thirty days, stores and territories. */
export function DealerHome() {
  const t = useT()
  const client = useClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['channel', 'own', 'overview'],
    queryFn: ({ signal }) => client.call('GET /channel/own/overview', { signal }),
    meta: { silent: true },
  })
  if (!data) return <LoadingOrFailure error={error} onRetry={refetch} paragraph={{ rows: 6 }} />
  if (data.dealer === null) return <Alert type="info" showIcon title={t('channel.own.none')} />
  const number = (n: number) => formatNumber(n, t.language)
  const { now, before } = data
  const figures = [
    { key: 'codes', list: 'codes', value: data.codes },
    { key: 'scans', list: 'scans', value: now.scans, more: [t('channel.own.before', { n: number(before.scans) })] },
    {
      key: 'checks',
      list: 'checks',
      value: now.checks,
      more: [
        t('channel.own.wrong', { n: number(now.wrongChecks) }),
        t('channel.own.before', { n: number(before.checks) }),
      ],
    },
    { key: 'stores', list: 'stores', value: data.stores },
    { key: 'cases', list: 'cases', value: data.cases },
  ] as const
  return (
    <>
      <h3 className="tm-dealer-head">{t('channel.own.of', { dealer: data.dealer })}</h3>
      <dl className="tm-figures">
        {figures.map(figure => (
          <div className="tm-tile-box" key={figure.key}>
            <dt>
              <Link to={`/channel/own?list=${figure.list}`}>{t(`channel.own.${figure.key}`)}</Link>
            </dt>
            <dd>{number(figure.value)}</dd>
            {'more' in figure && (
              <dd className="tm-figure-more">
                {figure.more.map(line => (
                  <p className="tm-muted" key={line}>
                    {line}
                  </p>
                ))}
              </dd>
            )}
          </div>
        ))}
      </dl>
      <div className="tm-latest">
        <section className="tm-tile-box">
          <h3>{t('channel.own.products')}</h3>
          {data.products.length === 0 ? (
            <p className="tm-muted">{t('channel.own.noProducts')}</p>
          ) : (
            <ul className="tm-recent">
              {data.products.map(product => (
                <li key={product.name}>
                  <span>{product.name}</span>
                  <span className="tm-number tm-latest-time">{number(product.codes)}</span>
                </li>
              ))}
            </ul>
          )}
        </section>
        <section className="tm-tile-box">
          <h3>{t('channel.own.territories')}</h3>
          {data.territories.length === 0 ? (
            <p className="tm-muted">{t('channel.own.anywhere')}</p>
          ) : (
            <p>
              {data.territories.map(name => (
                <ToneTag key={name}>{name}</ToneTag>
              ))}
            </p>
          )}
        </section>
      </div>
    </>
  )
}
