import type { TraceStore } from '@timbermark/contract/trace'
import type { Texts } from '../texts.ts'
import { StatedTag } from './StatedTag.tsx'

interface Props {
  stores: readonly TraceStore[]
  texts: Texts
}

/** Where the item is sold, according to its enterprise. No entry of the ledger contains it, so it is always stated. */
export function Stores({ stores, texts }: Props) {
  if (stores.length === 0) return null
  return (
    <section className="card stores" aria-labelledby="stores">
      <h2 id="stores">
        {texts.t('trace.stores.heading')} <StatedTag texts={texts} />
      </h2>
      <ul>
        {stores.map(({ name, address }) => (
          <li key={`${name} ${address}`} data-proof="stated">
            <strong>{name}</strong>
            <span>{address}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
