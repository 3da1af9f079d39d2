import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { document } from '@timbermark/contract'
import { AutoComplete } from 'antd'
import { useClient, useSession, useT } from '../../shell/index.ts'
import { canUse } from '../actions/permissions.ts'
import { useDebounced } from './use-options.ts'
import type { ControlProps } from './control.tsx'

/**
 * The number of a certificate or form: typed, or found by a part of it. Whether it has a file is the server's to say. Whoever
 * may look up none can name none, and is told so; one that a record names already stays.
 */
export function PaperControl({ value, onChange, ...props }: ControlProps<string>) {
  const t = useT()
  const client = useClient()
  const { permissions } = useSession()
  const typed = useDebounced(value ?? '')
  const lists = canUse(document, 'list', permissions)
  const names = lists || canUse(document, 'query', permissions)
  const { data } = useQuery({
    queryKey: ['entity', 'evidence/document', 'papers', typed],
    queryFn: ({ signal }) =>
      client.list<{ code: string; name: string }>('/evidence/document/list', { code: typed, limit: 20 }, { signal }),
    placeholderData: keepPreviousData,
    enabled: lists,
  })
  return (
    <AutoComplete
      {...props}
      className="tm-full"
      value={value ?? undefined}
      disabled={props.disabled || !names}
      placeholder={t(names ? 'common.enter' : 'evidence.document.outOfReach')}
      // Enter keeps what was typed: the number of another paper may begin with it.
      defaultActiveFirstOption={false}
      options={(data?.rows ?? []).map(({ code, name }) => ({ value: code, label: `${code} · ${name}` }))}
      onChange={code => onChange?.(code || null)}
    />
  )
}
