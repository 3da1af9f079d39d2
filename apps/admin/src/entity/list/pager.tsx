import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { formatNumber } from '@timbermark/client'
import { limits } from '@timbermark/contract'
import { Button, InputNumber, Select } from 'antd'
import { useId, useState } from 'react'
import { useT } from '../../shell/index.ts'
import { pageNumbers } from './page-numbers.ts'
import { useNarrow } from './use-narrow.ts'

export interface PagerProps {
  page: number
  limit: number
  total: number
  estimated?: boolean
  onChange: (change: { page: number; limit: number }) => void
}

/** The specification's pager: total, page size, previous, numbers, next, jump to page. */
export function Pager({ page, limit, total, estimated = false, onChange }: PagerProps) {
  const t = useT()
  const narrow = useNarrow()
  const jumper = useId()
  const [jump, setJump] = useState<number | null>(null)
  const pages = Math.max(1, Math.ceil(total / limit))
  const count = narrow ? 5 : 7
  const go = (to: number) => {
    const next = Math.max(1, Math.min(pages, to))
    if (next !== page) onChange({ page: next, limit })
  }
  const jumpNow = () => {
    if (jump !== null) go(Math.trunc(jump))
    setJump(null)
  }
  const key = estimated ? 'entity.totalAbout' : 'entity.total'
  return (
    <nav className="tm-pager" aria-label={t('entity.pager')}>
      <span className="tm-pager-total" role="status">
        {t(key, { n: formatNumber(total, t.language) })}
      </span>
      <Select
        className="tm-pager-sizes"
        aria-label={t('entity.pageSize')}
        value={limit}
        options={limits.pageSizes.map(size => ({ value: size, label: t('entity.perPage', { n: size }) }))}
        popupMatchSelectWidth={false}
        onChange={size => onChange({ page: Math.floor(((page - 1) * limit) / size) + 1, limit: size })}
      />
      <Button
        type="text"
        className="tm-pager-previous"
        icon={<LeftOutlined />}
        aria-label={t('entity.previousPage')}
        disabled={page <= 1}
        onClick={() => go(page - 1)}
      />
      <span className="tm-pager-numbers">
        {pageNumbers(page, pages, count).map((number, index, all) =>
          number === 'gap' ? (
            <Button
              key={`gap-${all[index - 1]}`}
              type="text"
              className="tm-pager-gap"
              aria-label={t(index === 1 ? 'entity.pagesBack' : 'entity.pagesOn', { n: count - 2 })}
              onClick={() => go(page + (index === 1 ? 2 - count : count - 2))}
            >
              …
            </Button>
          ) : (
            <Button
              key={number}
              type={number === page ? 'primary' : 'text'}
              className="tm-pager-number"
              aria-label={t('entity.pageNumber', { n: number })}
              aria-current={number === page ? 'page' : undefined}
              onClick={() => go(number)}
            >
              {number}
            </Button>
          ),
        )}
      </span>
      <Button
        type="text"
        className="tm-pager-next"
        icon={<RightOutlined />}
        aria-label={t('entity.nextPage')}
        disabled={page >= pages}
        onClick={() => go(page + 1)}
      />
      <label className="tm-pager-jump" htmlFor={jumper}>
        {t('entity.goTo')}
        <InputNumber
          id={jumper}
          value={jump}
          min={1}
          max={pages}
          precision={0}
          controls={false}
          onChange={setJump}
          onPressEnter={jumpNow}
          onBlur={jumpNow}
        />
      </label>
    </nav>
  )
}
