import { ReloadOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { type AnswerTo, formatDateTime } from '@timbermark/client'
import { anchor } from '@timbermark/contract'
import type { ReactNode } from 'react'
import { ActionButton } from '../../entity/actions/action-button.tsx'
import { useFeedback } from '../../entity/actions/use-feedback.ts'
import { ToneTag } from '../../entity/values/tone-tag.tsx'
import { useClient, useSession, useT } from '../../shell/index.ts'
import { LogScreen } from './log-screen.tsx'
import { Facts } from './process-card.tsx'
import { useUnits } from './use-units.ts'
import '../../entity/entity.css'
import './monitor.css'

const refreshMs = 15_000
type Chain = NonNullable<AnswerTo<'GET /monitor/anchor/state'>['chain']>

/** Heads of the ledger on the chain, and how anchoring stands. */
export default function AnchorScreen() {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const { can } = useSession()
  const { data } = useQuery({
    queryKey: ['monitor', 'anchor', 'state'],
    queryFn: ({ signal }) => client.call('GET /monitor/anchor/state', { signal }),
    refetchInterval: refreshMs,
    enabled: can('monitor:anchor:list'),
  })
  return (
    <>
      {data && (data.chain ? <ChainCards of={data.chain} /> : <p className="tm-muted">{t('monitor.anchor.off')}</p>)}
      <LogScreen
        entity={anchor}
        nameOf={({ size }) => t('monitor.anchor.headOf', { n: size })}
        cells={{ transactionHash: row => <span className="tm-told">{row.transactionHash ?? '–'}</span> }}
        toolbar={
          can('monitor:anchor:retry') &&
          data?.chain && (
            <ActionButton
              action={{
                key: 'retry',
                label: t('action.retry'),
                icon: <ReloadOutlined />,
                confirm: {
                  title: t('monitor.anchor.retryTitle'),
                  text: t('monitor.anchor.retryText'),
                  ok: t('action.retry'),
                },
                run: async () => {
                  await client.call('POST /monitor/anchor/retry', {})
                  feedback.done(t('monitor.anchor.retried'))
                },
              }}
            />
          )
        }
      />
    </>
  )
}

function ChainCards({ of: chain }: { of: Chain }) {
  const t = useT()
  const { number, span, milliseconds } = useUnits()
  const { fault, faultAt } = chain
  const amount = (text: string | null) => (text === null ? '–' : t('monitor.anchor.units', { n: text }))
  const endpointOf = ({ state, block, ms }: Chain['endpoints'][number]) => (
    <>
      <ToneTag tone={state === 'ok' ? 'success' : 'error'}>{t(`monitor.anchor.endpoint.${state}`)}</ToneTag>{' '}
      {block !== null && t('monitor.anchor.endpointBlock', { block: number(block), time: milliseconds(ms) })}
    </>
  )
  return (
    // The list keeps its room; the line above it names what is wrong.
    <details className="tm-mon-chain">
      <summary>
        {t('monitor.anchor.chain', { id: String(chain.chainId) })}{' '}
        <ToneTag tone={fault ? 'error' : 'success'}>
          {t(fault ? `monitor.anchor.fault.${fault}` : 'monitor.anchor.inOrder')}
        </ToneTag>{' '}
        <span className="tm-muted">
          {t('monitor.anchor.lag')} {span(chain.lag)}
        </span>
      </summary>
      <div className="tm-mon-grid tm-mon-above">
        <section className="tm-mon-box">
          <h3>{t('monitor.anchor.state')}</h3>
          {chain.demonstration && <p className="tm-muted">{t('monitor.anchor.demonstration')}</p>}
          <Facts
            rows={[
              [
                t('monitor.anchor.lag'),
                chain.lag > chain.lagLimit ? <strong key="lag">{span(chain.lag)}</strong> : span(chain.lag),
              ],
              [t('monitor.anchor.faultAt'), faultAt ? formatDateTime(faultAt) : '–'],
              [t('monitor.anchor.askedAt'), chain.askedAt ? formatDateTime(chain.askedAt) : '–'],
              [t('monitor.anchor.every'), span(chain.everyMinutes * 60)],
              [
                t('monitor.anchor.finality'),
                chain.finality === 'finalized' ? chain.finality : t('monitor.anchor.blocks', { n: chain.finality }),
              ],
            ]}
          />
        </section>
        <section className="tm-mon-box">
          <h3>{t('monitor.anchor.sender')}</h3>
          <Facts
            rows={[
              [
                t('monitor.anchor.address'),
                <span className="tm-told" key="sender">
                  {chain.sender ?? '–'}
                </span>,
              ],
              [
                t('monitor.anchor.contract'),
                <span className="tm-told" key="contract">
                  {chain.contract}
                </span>,
              ],
              [t('monitor.anchor.balance'), amount(chain.balance)],
              [t('monitor.anchor.costEach'), amount(chain.cost)],
              [t('monitor.anchor.costYear'), amount(chain.yearCost)],
              ...chain.earlier.map(({ sender, heads, lastAt }): [string, ReactNode] => [
                t('monitor.anchor.earlier'),
                <span key={sender}>
                  <span className="tm-told">{sender}</span>{' '}
                  {t('monitor.anchor.earlierHeads', { n: number(heads), time: lastAt ? formatDateTime(lastAt) : '–' })}
                </span>,
              ]),
            ]}
          />
        </section>
        <section className="tm-mon-box">
          <h3>{t('monitor.anchor.endpoints')}</h3>
          <Facts rows={chain.endpoints.map(endpoint => [endpoint.name, endpointOf(endpoint)])} />
        </section>
      </div>
    </details>
  )
}
