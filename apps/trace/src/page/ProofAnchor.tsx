import { demoChainId } from '@timbermark/contract/demo-chain'
import type { SealedAnchor } from '@timbermark/contract/trace'
import { fromBase64, toHex } from '@timbermark/ledger'
import { type Format, formatMoment, formatNumber } from '../format.ts'
import type { Texts } from '../texts.ts'
import { StatedTag } from './StatedTag.tsx'

interface Props {
  anchor: SealedAnchor | null
  texts: Texts
  format: Format
}

/** The head that is recorded on a chain: what the browser checked of it, and what it cannot check. */
export function ProofAnchor({ anchor, texts, format }: Props) {
  if (!anchor)
    return (
      <p className="small" data-proof="stated" data-anchor="none">
        {texts.t('trace.proof.notAnchored')}
      </p>
    )
  const { chainId, contract, sender, transaction, block, time, size, root, explorer } = anchor
  const n = formatNumber(size, format)
  const place = { chain: String(chainId), block: formatNumber(block, format), time: formatMoment(time, format) }
  return (
    <section className="proof-anchor" data-anchor={chainId}>
      <h3>
        {texts.t('trace.proof.anchor')} <StatedTag texts={texts} />
      </h3>
      {chainId === demoChainId && <p data-anchor-demo="">{texts.t('trace.proof.anchor.demo')}</p>}
      <dl className="facts proof-log" data-proof="stated">
        <div>
          <dt>{texts.t('trace.proof.anchor.transaction')}</dt>
          <dd>
            <span className="mono hash">{transaction}</span>
            <div className="small">{texts.t('trace.proof.anchor.chain', place)}</div>
            <div className="small">{texts.t('trace.proof.anchor.head', { n })}</div>
            {explorer && (
              <a href={`${explorer}/tx/${transaction}`} rel="noreferrer" target="_blank">
                {texts.t('trace.proof.anchor.explorer')}
              </a>
            )}
          </dd>
        </div>
        <div>
          <dt>{texts.t('trace.proof.anchor.contract')}</dt>
          <dd className="mono hash">{contract}</dd>
        </div>
        <div>
          <dt>{texts.t('trace.proof.anchor.sender')}</dt>
          <dd className="mono hash">{sender}</dd>
        </div>
      </dl>
      <p className="small">{texts.t('trace.proof.anchor.checked', { n, root: toHex(fromBase64(root)) })}</p>
    </section>
  )
}
