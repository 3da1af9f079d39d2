import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { document, type EntityInput, keyOf, plot } from '@timbermark/contract'
import { AutoComplete } from 'antd'
import { useClient, useSession, useT } from '../../shell/index.ts'
import { canUse } from '../actions/permissions.ts'
import { useDebounced } from './use-options.ts'
import type { ControlProps } from './control-props.ts'

interface Identified {
  entity: EntityInput
  /** The field that a form names a row by. */
  field: 'code' | 'number'
  /** Said to those who may see no rows, so can name none. */
  outOfReach: 'evidence.document.outOfReach' | 'material.plot.outOfReach'
}

type Candidate = { name: string } & Partial<Record<Identified['field'], string | null>>

/**
 * An identifier, typed or found by a part of it; the server checks it. Who may see no rows can name none, and the placeholder
 * says so; one that the record names already stays.
 */
function IdentifierControl(props: ControlProps<string> & { identified: Identified }) {
  const { value, onChange, identified, ...rest } = props
  const { entity, field, outOfReach } = identified
  const t = useT()
  const client = useClient()
  const { permissions } = useSession()
  const typed = useDebounced(value ?? '')
  const lists = canUse(entity, 'list', permissions)
  const names = lists || canUse(entity, 'query', permissions)
  const { data } = useQuery({
    queryKey: ['entity', keyOf(entity), 'identifiers', typed],
    queryFn: ({ signal }) =>
      client.list<Candidate>(`/${keyOf(entity)}/list`, { [field]: typed, limit: 20 }, { signal }),
    placeholderData: keepPreviousData,
    enabled: lists,
  })
  return (
    <AutoComplete
      {...rest}
      className="tm-full"
      value={value ?? undefined}
      disabled={rest.disabled || !names}
      placeholder={t(names ? 'common.enter' : outOfReach)}
      // Enter keeps the typed text: another identifier may begin with it.
      defaultActiveFirstOption={false}
      options={(data?.rows ?? []).flatMap(({ name, [field]: identifier }) =>
        identifier ? [{ value: identifier, label: `${identifier} · ${name}` }] : [],
      )}
      onChange={identifier => onChange?.(identifier || null)}
    />
  )
}

const paper: Identified = { entity: document, field: 'code', outOfReach: 'evidence.document.outOfReach' }
const numberedPlot: Identified = { entity: plot, field: 'number', outOfReach: 'material.plot.outOfReach' }

/** The code of a certificate or form; the server checks whether it has a file. */
export const PaperControl = (props: ControlProps<string>) => <IdentifierControl {...props} identified={paper} />

/** The number of a plot. */
export const PlotControl = (props: ControlProps<string>) => <IdentifierControl {...props} identified={numberedPlot} />
