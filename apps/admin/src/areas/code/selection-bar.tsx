import { formatNumber } from '@timbermark/client'
import { Button, Form, Popover, Tag } from 'antd'
import { useState } from 'react'
import type { PrintedSerialRange } from '@timbermark/contract/calls'
import { WholeNumberItem } from '../../entity/form/whole-number-item.tsx'
import { useT } from '../../shell/index.ts'
import { type Selection, countSelected, removeSpans, addSpans } from './selection.ts'

interface SelectionBarProps {
  /** Number of codes of the request. */
  count: number
  chosen: Selection
  onChange: (chosen: PrintedSerialRange[]) => void
  /** Opens the dialog for a list of codes. */
  onList: () => void
}

/** Maximum number of ranges shown one by one. */
const maxShown = 12

/** The selection across pages, and buttons to select more at once. */
export function SelectionBar({ count, chosen, onChange, onList }: SelectionBarProps) {
  const t = useT()
  const number = (n: number) => formatNumber(n, t.language)
  const rangeText = ({ from, to }: PrintedSerialRange) =>
    from === to ? number(from) : `${number(from)} – ${number(to)}`
  return (
    <section className="tm-selection" aria-label={t('code.select')}>
      <strong role="status">{t('code.select.count', { n: number(countSelected(chosen)) })}</strong>
      {chosen.slice(0, maxShown).map(span => (
        <Tag
          key={span.from}
          closable={{ 'aria-label': t('code.select.leaveOut', { range: rangeText(span) }) }}
          onClose={event => {
            event.preventDefault()
            onChange(removeSpans(chosen, [span]))
          }}
        >
          {rangeText(span)}
        </Tag>
      ))}
      {chosen.length > maxShown && (
        <span className="tm-muted">{t('code.select.more', { n: number(chosen.length - maxShown) })}</span>
      )}
      <span className="tm-buttons">
        <RangeButton count={count} onAdd={span => onChange(addSpans(chosen, [span]))} />
        <Button onClick={onList}>{t('code.select.list')}</Button>
        <Button onClick={() => onChange([{ from: 1, to: count }])}>{t('code.select.all', { n: number(count) })}</Button>
        {chosen.length > 0 && <Button onClick={() => onChange([])}>{t('code.select.none')}</Button>}
      </span>
    </section>
  )
}

function RangeButton({ count, onAdd }: { count: number; onAdd: (span: PrintedSerialRange) => void }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const [form] = Form.useForm<PrintedSerialRange>()
  const field = (name: 'from' | 'to') => (
    <WholeNumberItem
      name={name}
      label={t(`field.${name}`)}
      required
      min={1}
      dependencies={name === 'to' ? ['from'] : []}
      problemOf={value => {
        const from = Number(form.getFieldValue('from') ?? 1)
        const least = name === 'to' && Number.isSafeInteger(from) ? from : 1
        if (value >= least && value <= count) return undefined
        return t('code.select.wrongRange', {
          least: formatNumber(least, t.language),
          count: formatNumber(count, t.language),
        })
      }}
    />
  )
  return (
    <Popover
      trigger="click"
      open={open}
      onOpenChange={setOpen}
      title={t('code.select.range')}
      content={
        <Form
          form={form}
          layout="vertical"
          className="tm-selection-range"
          onFinish={span => {
            onAdd(span)
            form.resetFields()
            setOpen(false)
          }}
        >
          {field('from')}
          {field('to')}
          <Button type="primary" htmlType="submit" block>
            {t('code.select.add')}
          </Button>
        </Form>
      }
    >
      <Button>{t('code.select.range')}</Button>
    </Popover>
  )
}
