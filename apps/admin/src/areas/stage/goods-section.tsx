import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { formatNumber } from '@timbermark/client'
import { codeLevels, type CodeType, codeRequest, limits, type Stage } from '@timbermark/contract'
import { Button, Form, Input } from 'antd'
import { ReferenceControl } from '../../entity/controls/reference-control.tsx'
import type { FormValues } from '../../entity/form/form-values.ts'
import { WholeNumberItem } from '../../entity/form/whole-number-item.tsx'
import { useFeedback } from '../../entity/actions/use-feedback.ts'
import { useRow } from '../../entity/use-entity.ts'
import { useClient, useT } from '../../shell/index.ts'
import { countOf } from './entry-body.ts'
import type { CodeRequestRange } from './entry-values.ts'

interface Request {
  id: number
  count: number
  codeType: CodeType
  status: string
}

const isMade = ({ status }: Request) => status === 'completed' || status === 'downloaded'

/** What a report is about: single codes, ranges of the codes of requests, or all codes of a batch. */
export function GoodsSection({ stage, fill }: { stage: Stage | undefined; fill: (values: FormValues) => void }) {
  const t = useT()
  const form = Form.useFormInstance()
  const codes = Form.useWatch('codes', form) as string | undefined
  const ranges = (Form.useWatch('ranges', form) as CodeRequestRange[] | undefined) ?? []
  return (
    <section className="tm-form-wide tm-goods" aria-label={t('stage.entry.goods')}>
      <h3>
        {t('stage.entry.goods')}{' '}
        <span className="tm-muted" role="status">
          {t('stage.record.codeCount', { n: formatNumber(countOf(codes, ranges), t.language) })}
        </span>
      </h3>
      <p className="tm-muted">{t('stage.entry.goodsHint', { max: formatNumber(limits.reportCodes, t.language) })}</p>
      <Form.Item name="codes" label={t('stage.entry.codes')}>
        <Input.TextArea
          autoSize={{ minRows: 2, maxRows: 8 }}
          placeholder={t('stage.entry.codesHint')}
          spellCheck={false}
          className="tm-code"
        />
      </Form.Item>
      <Form.List name="ranges">
        {(items, { add, remove }) => (
          <>
            {items.map(item => (
              <RangeRow key={item.key} at={item.name} onRemove={() => remove(item.name)} />
            ))}
            <div className="tm-goods-add">
              <Button type="dashed" icon={<PlusOutlined />} onClick={() => add({})}>
                {t('stage.entry.addRange')}
              </Button>
              <WholeBatch
                stage={stage}
                // To what stands there when the answer comes: it may be more than when the batch was chosen.
                onRanges={found => fill({ ranges: merged(form.getFieldValue('ranges') ?? [], found) })}
              />
            </div>
          </>
        )}
      </Form.List>
    </section>
  )
}

/** The ranges that stand there already, and those of requests that do not. */
function merged(before: readonly CodeRequestRange[], found: readonly CodeRequestRange[]): CodeRequestRange[] {
  const known = new Set(before.map(range => range?.requestId))
  return [...before.filter(range => range?.requestId), ...found.filter(range => !known.has(range.requestId))]
}

function RangeRow({ at, onRemove }: { at: number; onRemove: () => void }) {
  const t = useT()
  const form = Form.useFormInstance()
  const chosen = Form.useWatch(['ranges', at, 'requestId'], form) as number | undefined
  const { data } = useRow(codeRequest, chosen ? String(chosen) : undefined)
  const count = data ? Number(data.count) : undefined
  const number = (name: 'from' | 'to') => (
    <WholeNumberItem name={[at, name]} label={t(`field.${name}`)} required min={1} max={count} />
  )
  return (
    <div className="tm-goods-range">
      <Form.Item
        name={[at, 'requestId']}
        label={t('code.request')}
        className="tm-goods-request"
        extra={count === undefined ? undefined : t('stage.entry.rangeOf', { n: formatNumber(count, t.language) })}
        rules={[{ required: true, message: t('error.required', { label: t('code.request') }) }]}
      >
        <ReferenceControl entity="code/request" />
      </Form.Item>
      {number('from')}
      {number('to')}
      <Button
        type="text"
        danger
        icon={<DeleteOutlined />}
        aria-label={t('entity.removeFile', { name: t('stage.entry.range', { n: at + 1 }) })}
        onClick={onRemove}
      />
    </div>
  )
}

/** Finds the codes of a batch that the stage takes. */
export function useBatchRanges() {
  const client = useClient()
  return async (batchId: number, stage: Stage | undefined): Promise<CodeRequestRange[]> => {
    const { rows } = await client.list<Request>('/code/request/list', { batchId, limit: limits.pageSizeByHand })
    return rows
      .filter(request => isMade(request) && (!stage || stage.levels.includes(codeLevels[request.codeType])))
      .map(({ id, count }) => ({ requestId: id, from: 1, to: count }))
  }
}

function WholeBatch({ stage, onRanges }: { stage: Stage | undefined; onRanges: (ranges: CodeRequestRange[]) => void }) {
  const t = useT()
  const feedback = useFeedback()
  const rangesOf = useBatchRanges()
  async function choose(batchId: number | null) {
    if (batchId === null) return
    try {
      const found = await rangesOf(batchId, stage)
      if (found.length === 0) feedback.refuse(t('stage.entry.batchEmpty'))
      else onRanges(found)
    } catch (error) {
      feedback.fail(error)
    }
  }
  return (
    <div className="tm-goods-batch">
      <label htmlFor="stage-entry-batch">{t('stage.entry.wholeBatch')}</label>
      <ReferenceControl<number> id="stage-entry-batch" entity="catalog/batch" onChange={id => void choose(id)} />
    </div>
  )
}
