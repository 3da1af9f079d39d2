import { type Format, moment } from '../format.ts'
import type { Change } from '../proof/proven.ts'
import { readable, type Texts, type TraceKey } from '../texts.ts'
import { useVouched } from './means.ts'

interface Props {
  changes: readonly Change[]
  texts: Texts
  format: Format
}

const names: Record<string, TraceKey> = {
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

/** What once was sealed otherwise: nobody changes a fact of the item without it being seen here. */
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
                time: moment(at, format),
                name: nameOf(`${of}.${name}`, texts),
                before: toldValue(`${of}.${name}`, before, texts),
                after: toldValue(`${of}.${name}`, after, texts),
              })}
              {reason && <span className="aside">{texts.t('trace.change.reason', { reason })}</span>}
            </li>
          )),
        )}
      </ul>
    </section>
  )
}

/** States are sealed as keys. */
function toldValue(path: string, text: string, texts: Texts): string {
  if (path === 'batch.status') return texts.named(`trace.status.${text}`) ?? text
  if (path === 'enterprise.active') return texts.t(text === 'true' ? 'common.yes' : 'common.no')
  return text || '–'
}

/** Pictures are numbered: `product.image/2`. */
function nameOf(path: string, texts: Texts): string {
  const key = names[path.replace(/\/\d+$/, '')]
  return key ? texts.t(key) : readable(path.slice(path.indexOf('.') + 1))
}
