import { formatNumber } from '@timbermark/client'
import type { FlowLink, FlowNode } from '@timbermark/contract/calls'
import type { CSSProperties } from 'react'
import { useT } from '../../../shell/index.ts'
import { nodesByColumn, volumeOf } from './flow-columns.ts'
import { nameInColumn, nameOfNode } from './name-node.ts'

interface FlowListProps {
  nodes: readonly FlowNode[]
  links: readonly FlowLink[]
  species: ReadonlyMap<string, string>
}

/** The same flow for a narrow window: from above to below, each node with a bar and where its wood goes. */
export function FlowList({ nodes, links, species }: FlowListProps) {
  const t = useT()
  const byId = new Map(nodes.map(node => [node.id, node]))
  const most = Math.max(...nodes.map(volumeOf), Number.MIN_VALUE)
  const volume = (of: { volume: string }) => formatNumber(volumeOf(of), t.language, { maximumFractionDigits: 3 })
  return (
    <div className="tm-flow-steps">
      {nodesByColumn(nodes).map(({ column, nodes: its }) => (
        <section key={column} aria-label={t(`material.flow.column.${column}`)}>
          <h4>{t(`material.flow.column.${column}`)}</h4>
          <ul>
            {its.map(node => (
              <li key={node.id} className={`tm-flow-step tm-flow-${node.kind}`}>
                <p>
                  <span>{nameInColumn(t, species, node)}</span>
                  <strong>{volume(node)} m³</strong>
                </p>
                <span
                  aria-hidden
                  className="tm-flow-bar"
                  style={{ '--share': `${(volumeOf(node) / most) * 100}%` } as CSSProperties}
                />
                {links
                  .filter(({ from, to }) => from === node.id && byId.has(to))
                  .map(link => (
                    <p key={link.to} className="tm-muted">
                      {t('material.flow.goes', {
                        name: nameOfNode(t, species, byId.get(link.to)!),
                        volume: volume(link),
                      })}
                    </p>
                  ))}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
