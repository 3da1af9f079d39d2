import { LinkOutlined } from '@ant-design/icons'
import { useT } from '../../shell/index.ts'
import type { Cell } from '../list/table-props.ts'
import { Copyable } from './long-text.tsx'

/** A code in a list: with a copy button and a link to its trace page. Rows without a code are drawn as declared. */
export function useCodeCell(): Cell {
  const t = useT()
  return (row, plain) =>
    row.code ? (
      <span className="tm-number">
        <Copyable text={String(row.code)} />{' '}
        <a
          href={`/c/${encodeURIComponent(String(row.code))}`}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t('code.qr.openTrace', { code: String(row.code) })}
        >
          <LinkOutlined />
        </a>
      </span>
    ) : (
      plain
    )
}
