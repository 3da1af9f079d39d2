import { type Format, formatMoment } from '../format.ts'
import type { FactChange } from '../proof/proven.ts'
import { humanizeKey, type Texts, type TraceKey } from '../texts.ts'
import { useVouched } from './page-context.ts'

interface Props {
  changes: readonly FactChange[]
  texts: Texts
  format: Format
}

const fieldKeys: Record<string, TraceKey> = {
  'enterprise.name': 'trace.product.owner',
  'enterprise.active': 'trace.change.active',
  'product.name': 'trace.product.name',
  'product.chineseName': 'trace.product.chineseName',
  'product.foreignName': 'trace.product.foreignName',
  'product.latinName': 'trace.product.latinName',
  'product.category': 'trace.product.category',
  'product.description': 'trace.product.description',
  'product.video': 'trace.change.video',
  'product.image': 'trace.change.image',
  'batch.number': 'trace.product.batch',
  'batch.date': 'trace.product.batchDate',
  'batch.volume': 'trace.product.volume',
  'batch.status': 'trace.change.status',
}

/** Facts that were sealed with other values before: no fact of the item can change without appearing here. */
export function Changes({ changes, texts, format }: Props) {
  const vouched = useVouched()
  if (changes.length === 0) return null
  return (
    <section className="changes" aria-labelledby="changes">
      <h3 id="changes">{texts.t('trace.change.heading')}</h3>
      <ul>
        {changes.flatMap(({ of, at, reason, facts }) =>
          facts.map(({ name, before, after }) => (
            <li key={`${of} ${at} ${name}`} {...vouched}>
              {texts.t('trace.change.told', {
                time: formatMoment(at, format),
                name: fieldName(`${of}.${name}`, texts),
                before: changedValueText(`${of}.${name}`, before, texts),
                after: changedValueText(`${of}.${name}`, after, texts),
              })}
              {reason && <span className="aside">{texts.t('trace.change.reason', { reason })}</span>}
            </li>
          )),
        )}
      </ul>
    </section>
  )
}

/** The text of a changed value; states are sealed as keys. */
function changedValueText(path: string, text: string, texts: Texts): string {
  if (path === 'batch.status') return texts.find(`trace.status.${text}`) ?? text
  if (path === 'enterprise.active') return texts.t(text === 'true' ? 'common.yes' : 'common.no')
  return text || '–'
}

/** The name of a changed field; pictures are numbered: `product.image/2`. */
function fieldName(path: string, texts: Texts): string {
  const key = fieldKeys[path.replace(/\/\d+$/, '')]
  return key ? texts.t(key) : humanizeKey(path.slice(path.indexOf('.') + 1))
}
