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
import { countCodes } from './entry-body.ts'
import type { CodeRequestRange } from './entry-values.ts'

interface Request {
  id: number
  count: number
  codeType: CodeType
  status: string
}

const isGenerated = ({ status }: Request) => status === 'completed' || status === 'downloaded'

/** The goods of a report: single codes, ranges of the codes of requests, or all codes of a batch. */
export function GoodsSection({ stage, fill }: { stage: Stage | undefined; fill: (values: FormValues) => void }) {
  const t = useT()
  const form = Form.useFormInstance()
  const codes = Form.useWatch('codes', form) as string | undefined
  const ranges = (Form.useWatch('ranges', form) as CodeRequestRange[] | undefined) ?? []
  return (
    <section className="tm-form-wide tm-goods" aria-label={t('stage.entry.goods')}>
      <h3 data-part="goods" tabIndex={-1}>
        {t('stage.entry.goods')}{' '}
        <span className="tm-muted" role="status">
          {t('stage.record.codeCount', { n: formatNumber(countCodes(codes, ranges), t.language) })}
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
              <BatchPicker
                stage={stage}
                // Adds to the ranges present when the answer arrives, which may be more than when the batch was chosen.
                onRanges={added => fill({ ranges: mergeRanges(form.getFieldValue('ranges') ?? [], added) })}
              />
            </div>
          </>
        )}
      </Form.List>
    </section>
  )
}

/** The existing ranges, and those of requests that are not among them. */
function mergeRanges(before: readonly CodeRequestRange[], added: readonly CodeRequestRange[]): CodeRequestRange[] {
  const knownRequests = new Set(before.map(range => range?.requestId))
  return [...before.filter(range => range?.requestId), ...added.filter(range => !knownRequests.has(range.requestId))]
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

/** Finds the codes of a batch that the stage accepts. */
export function useBatchRanges() {
  const client = useClient()
  return async (batchId: number, stage: Stage | undefined): Promise<CodeRequestRange[]> => {
    const { rows } = await client.list<Request>('/code/request/list', { batchId, limit: limits.maxPageSize })
    return rows
      .filter(request => isGenerated(request) && (!stage || stage.levels.includes(codeLevels[request.codeType])))
      .map(({ id, count }) => ({ requestId: id, from: 1, to: count }))
  }
}

function BatchPicker({
  stage,
  onRanges,
}: {
  stage: Stage | undefined
  onRanges: (ranges: CodeRequestRange[]) => void
}) {
  const t = useT()
  const feedback = useFeedback()
  const rangesOf = useBatchRanges()
  async function choose(batchId: number | null) {
    if (batchId === null) return
    try {
      const ranges = await rangesOf(batchId, stage)
      if (ranges.length === 0) feedback.refuse(t('stage.entry.batchEmpty'))
      else onRanges(ranges)
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
