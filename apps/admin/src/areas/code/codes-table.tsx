import { LinkOutlined } from '@ant-design/icons'
import { qrCode } from '@timbermark/contract'
import type { ReactNode } from 'react'
import type { Action } from '../../entity/actions/action-button.tsx'
import { EntityTable } from '../../entity/list/entity-table.tsx'
import type { EntityTableProps } from '../../entity/list/table-props.ts'
import { Copyable } from '../../entity/values/long-text.tsx'
import type { Row } from '../../entity/types.ts'
import { useT } from '../../shell/index.ts'
import { tracePath } from '../../entity/values/trace-path.ts'

interface CodesTableProps {
  requestId: number | string
  /** Filter: only codes with this kind of data. */
  known?: string
  prefix?: string
  selection?: EntityTableProps['selection']
  actions?: (row: Row) => readonly Action[]
  toolbar?: ReactNode
  onRows?: (rows: readonly Row[]) => void
}

/** Codes of one request, derived page by page. */
export function CodesTable({ requestId, known, ...props }: CodesTableProps) {
  const t = useT()
  return (
    <EntityTable
      {...props}
      entity={qrCode}
      path="/code/qr/list"
      query={{ requestId, known }}
      rowKey="code"
      cells={{
        code: row => (
          <span className="tm-number">
            <Copyable text={String(row.code)} />{' '}
            <a
              href={tracePath(String(row.code))}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={t('code.qr.openTrace', { code: String(row.code) })}
            >
              <LinkOutlined />
            </a>
            {row.printed && (
              <div className="tm-muted">
                <Copyable text={String(row.printed)} />
              </div>
            )}
          </span>
        ),
      }}
    />
  )
}
