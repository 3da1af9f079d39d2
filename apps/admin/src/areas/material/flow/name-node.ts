import type { useT } from '../../../shell/index.ts'
import type { FlowNode } from '@timbermark/contract/calls'

type Translate = ReturnType<typeof useT>

/** What a node is called within its column. @param species labels by code */
export function nameInColumn(t: Translate, species: ReadonlyMap<string, string>, node: FlowNode): string {
  const { kind, stage, batch, partner, otherBatch, plot, reason, others } = node
  if (kind === 'stage') return stage ? t(`stage.${stage}`) : t('material.flow.kind.stage')
  const named = others
    ? t('material.flow.others')
    : [
        reason && t(`material.entry.reason.${reason}`),
        batch?.number,
        node.species && (species.get(node.species) ?? node.species),
        partner,
        otherBatch,
        plot,
      ]
        .filter(Boolean)
        .join(' ')
  if (kind === 'wood') return named === '' ? t('material.flow.kind.wood') : named
  const what = t(`material.flow.kind.${kind}`)
  return named === '' ? what : t('material.flow.named', { name: what, of: named })
}

/** What a node is called anywhere: wood with its form. */
export const nameOfNode = (t: Translate, species: ReadonlyMap<string, string>, node: FlowNode): string =>
  node.kind === 'wood' && node.form
    ? t('material.flow.named', {
        name: nameInColumn(t, species, node),
        of: t(`material.balance.form.${node.form}`),
      })
    : nameInColumn(t, species, node)
