import type { Language } from '@timbermark/contract'
import { phrase } from '@timbermark/phrases/all'
import type { FlowLink, FlowNode } from '@timbermark/contract/calls'
import { type SheetContent, sheetAnswer, textColumn } from '../../../entity/sheets.ts'
import { word } from '../../../entity/words.ts'
import type { Call, FileAnswer } from '../../../platform/http/http.ts'
import type { XlsxColumn } from '../../../platform/workbook/xlsx/xlsx.ts'
import type { BatchSums } from './load-moves.ts'

/** What a node is called, as the page calls it. */
function nameNode(language: Language, species: ReadonlyMap<string, string>, node: FlowNode): string {
  const { kind, form, stage, batch, partner, otherBatch, plot, reason, others } = node
  if (kind === 'stage') return word(language, stage ? `stage.${stage}` : 'material.flow.kind.stage')
  const named = others
    ? word(language, 'material.flow.others')
    : [
        reason && word(language, `material.entry.reason.${reason}`),
        batch?.number,
        node.species && (species.get(node.species) ?? node.species),
        partner,
        otherBatch,
        plot,
      ]
        .filter(Boolean)
        .join(' ')
  const what = kind === 'wood' ? named : word(language, `material.flow.kind.${kind}`)
  const of = kind === 'wood' ? word(language, `material.balance.form.${form}`) : named
  return of === '' ? what : phrase(language, 'material.flow.named', { name: what, of })
}

async function* each(rows: Iterable<unknown[]>): AsyncGenerator<unknown[]> {
  yield* rows
}

const sums = [
  'before',
  'felled',
  'purchased',
  'received',
  'transferredIn',
  'output',
  'undeclared',
  'measured',
  'used',
  'handedOver',
  'transferredOut',
  'there',
] as const

/** Two sheets: the links of the picture, and the sums of each batch, species and form. */
export function flowSheets(
  asking: Pick<Call, 'request' | 'language'>,
  species: ReadonlyMap<string, string>,
  { nodes, links, batches }: { nodes: readonly FlowNode[]; links: readonly FlowLink[]; batches: readonly BatchSums[] },
): Promise<FileAnswer> {
  const { language } = asking
  const title = (key: string) => word(language, `material.flow.${key}`)
  const volume = (key: string): XlsxColumn => ({ title: title(key), width: 14, kind: 'decimal', decimals: 3 })
  const names = new Map(nodes.map(node => [node.id, nameNode(language, species, node)]))
  const perBatch = async function* (): AsyncGenerator<SheetContent> {
    yield {
      name: title('batches'),
      columns: [
        textColumn(title('batch')),
        textColumn(title('species')),
        textColumn(title('form')),
        ...sums.map(key => volume(`sum.${key}`)),
      ],
      rows: each(
        batches.map(row => [
          row.batch,
          species.get(row.species) ?? row.species,
          word(language, `material.balance.form.${row.form}`),
          ...sums.map(key => Number(row[key])),
        ]),
      ),
    }
  }
  return sheetAnswer(
    asking,
    word(language, 'menu.material.flow'),
    [textColumn(title('whence'), 30), textColumn(title('whither'), 30), volume('volume')],
    each(links.map(link => [names.get(link.from), names.get(link.to), Number(link.volume)])),
    perBatch(),
  )
}
