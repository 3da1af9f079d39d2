import { formatNumber } from '@timbermark/client'
import type { FlowLink, FlowNode } from '@timbermark/contract/calls'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { textWidth } from '../../../entity/list/text-width.ts'
import { useT } from '../../../shell/index.ts'
import { volumeOf } from './flow-columns.ts'
import { layOutFlow, nodeWidth } from './flow-layout.ts'
import { nameInColumn, nameOfNode } from './name-node.ts'

interface FlowPictureProps {
  nodes: readonly FlowNode[]
  links: readonly FlowLink[]
  species: ReadonlyMap<string, string>
}

/** Letters are 12 px high. */
function cut(text: string, room: number): string {
  const most = (room * 14) / 12
  if (textWidth(text) <= most) return text
  let short = text
  while (short.length > 1 && textWidth(short) > most) short = short.slice(0, -1)
  return `${short.trimEnd()}…`
}

/** Bands of wood from its sources on the left to where it is on the right. The caller also gives the volumes as a table. */
export function FlowPicture({ nodes, links, species }: FlowPictureProps) {
  const t = useT()
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (!box.current) return
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)))
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  const layout = useMemo(() => (width > 0 ? layOutFlow(nodes, links, width) : undefined), [nodes, links, width])
  const byId = new Map(nodes.map(node => [node.id, node]))
  const volume = (of: { volume: string }) =>
    `${formatNumber(volumeOf(of), t.language, { maximumFractionDigits: 3 })} m³`
  const name = (id: string) => nameOfNode(t, species, byId.get(id)!)
  return (
    <div ref={box} className="tm-flow-box">
      {layout && (
        <svg
          className="tm-flow"
          width={width}
          height={layout.height}
          viewBox={`0 0 ${width} ${layout.height}`}
          role="img"
          aria-label={t('material.flow.picture')}
        >
          {layout.links.map(({ link, path, width: thickness }) => (
            <path
              key={`${link.from} > ${link.to}`}
              d={path}
              strokeWidth={thickness}
              className={`tm-flow-link tm-flow-${byId.get(link.from)?.kind} tm-flow-to-${byId.get(link.to)?.kind}`}
            >
              <title>{`${name(link.from)} → ${name(link.to)}: ${volume(link)}`}</title>
            </path>
          ))}
          {layout.columns.map(({ column, x, isLast }) => (
            <text
              key={column}
              className="tm-flow-column"
              x={isLast ? x + nodeWidth : x}
              y={14}
              textAnchor={isLast ? 'end' : 'start'}
            >
              {t(`material.flow.column.${column}`)}
            </text>
          ))}
          {layout.nodes.map(({ node, x, y, height, room, isLast }) => {
            const words = nameInColumn(t, species, node)
            const at = isLast ? x - 6 : x + nodeWidth + 6
            return (
              <g key={node.id} className={`tm-flow-node tm-flow-${node.kind}`} textAnchor={isLast ? 'end' : 'start'}>
                <title>{`${nameOfNode(t, species, node)}: ${volume(node)}`}</title>
                <rect x={x} y={y} width={nodeWidth} height={height} rx={2} />
                <text x={at} y={y + Math.max(10, height / 2 - 3)}>
                  {cut(words, room)}
                </text>
                <text x={at} y={y + Math.max(24, height / 2 + 11)} className="tm-flow-volume">
                  {volume(node)}
                </text>
              </g>
            )
          })}
        </svg>
      )}
    </div>
  )
}
