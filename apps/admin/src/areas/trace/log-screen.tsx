import { LinkOutlined } from '@ant-design/icons'
import type { Listed } from '@timbermark/contract'
import { mayUse } from '../../entity/actions.ts'
import { ExportButton } from '../../entity/entity-screen.tsx'
import { type Cell, EntityTable } from '../../entity/entity-table.tsx'
import { NoPermission } from '../../entity/list-states.tsx'
import { Copyable } from '../../entity/long-text.tsx'
import { ToneTag } from '../../entity/tone-tag.tsx'
import { useSession, useT } from '../../shell/index.ts'
import '../../entity/entity.css'

/** Scans or checks of the own codes, newest first. */
export function TraceLogScreen({ entity }: { entity: Listed }) {
  const t = useT()
  const { permissions } = useSession()
  const regions = new Intl.DisplayNames([t.locale], { type: 'region' })
  if (!mayUse(entity, 'list', permissions)) return <NoPermission />

  const cells: Record<string, Cell> = {
    code: (row, plain) =>
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
      ),
    genuine: row => (
      <ToneTag tone={row.genuine === true ? 'success' : 'error'}>
        {t(row.genuine === true ? 'trace.check-log.genuine.true' : 'trace.check-log.genuine.false')}
      </ToneTag>
    ),
    country: (row, plain) => (isRegion(row.country) ? (regions.of(row.country) ?? plain) : plain),
  }
  return (
    <EntityTable
      entity={entity}
      cells={cells}
      toolbar={mayUse(entity, 'export', permissions) && <ExportButton entity={entity} />}
    />
  )
}

const isRegion = (value: unknown): value is string => typeof value === 'string' && /^[A-Z]{2}$/.test(value)
