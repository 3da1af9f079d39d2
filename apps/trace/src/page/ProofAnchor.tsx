import { demoChainId } from '@timbermark/contract/demo-chain'
import type { SealedAnchor } from '@timbermark/contract/trace'
import { fromBase64, toHex } from '@timbermark/ledger'
import { useRef, useState } from 'react'
import { type Format, formatMoment, formatNumber } from '../format.ts'
import type { LiveState } from '../live.ts'
import type { Texts } from '../texts.ts'
import { StatedTag } from './StatedTag.tsx'

export interface NodeActions {
  /** Asks a node of the reader's choice about the anchor. @returns false for an address that cannot be asked */
  onNode: (address: string) => boolean
  /** The address of a node that the reader typed before. */
  typedNode: () => string
}

interface Props extends NodeActions {
  anchor: SealedAnchor | null
  node: LiveState['node']
  texts: Texts
  format: Format
}

/** The head that is recorded on a chain: what the browser checked of it, and what it cannot check. */
export function ProofAnchor({ anchor, texts, format, ...question }: Props) {
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
    <section className="proof-anchor" id="anchor" data-anchor={chainId}>
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
      <AskNode {...question} words={{ ...place, n }} texts={texts} />
    </section>
  )
}

/** Asks a node that the reader names; nothing is asked before that. */
function AskNode({
  node,
  onNode,
  typedNode,
  words,
  texts,
}: Pick<Props, 'node' | 'onNode' | 'typedNode' | 'texts'> & { words: Record<string, string> }) {
  const input = useRef<HTMLInputElement>(null)
  const [isWrong, setWrong] = useState(false)
  const outcome = node?.outcome
  return (
    <details className="ask-node" open={node !== null || undefined}>
      <summary>{texts.t('trace.node.heading')}</summary>
      <p className="small">{texts.t('trace.node.note')}</p>
      <form
        className="check-form"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          setWrong(!onNode(input.current?.value ?? ''))
        }}
      >
        <label htmlFor="node">{texts.t('trace.node.label')}</label>
        <div className="check-row">
          <input
            id="node"
            ref={input}
            type="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={300}
            defaultValue={typedNode()}
            aria-invalid={isWrong}
            aria-describedby="node-answer"
          />
          <button type="submit" className="button" aria-disabled={node !== null && outcome === null}>
            {texts.t('trace.node.ask')}
          </button>
        </div>
      </form>
      <p
        id="node-answer"
        role="status"
        className={isWrong || outcome === 'differs' || outcome === 'otherChain' ? 'problem' : 'small'}
        data-node={outcome ?? undefined}
      >
        {isWrong
          ? texts.t('trace.node.wrong')
          : node && texts.t(`trace.node.${outcome ?? 'asking'}`, { ...words, host: node.host })}
      </p>
    </details>
  )
}
