import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { plot } from '@timbermark/contract'
import { AutoComplete } from 'antd'
import { useClient, useSession, useT } from '../../shell/index.ts'
import { canUse } from '../actions/permissions.ts'
import { useDebounced } from './use-options.ts'
import type { ControlProps } from './control-props.ts'

/** The number of a plot, typed or found by a part of it; the server checks it. Who may see no plots can name none. */
export function PlotControl({ value, onChange, ...props }: ControlProps<string>) {
  const t = useT()
  const client = useClient()
  const { permissions } = useSession()
  const typed = useDebounced(value ?? '')
  const lists = canUse(plot, 'list', permissions)
  const names = lists || canUse(plot, 'query', permissions)
  const { data } = useQuery({
    queryKey: ['entity', 'material/plot', 'numbers', typed],
    queryFn: ({ signal }) =>
      client.list<{ number: string | null; name: string }>(
        '/material/plot/list',
        { number: typed, limit: 20 },
        { signal },
      ),
    placeholderData: keepPreviousData,
    enabled: lists,
  })
  return (
    <AutoComplete
      {...props}
      className="tm-full"
      value={value ?? undefined}
      disabled={props.disabled || !names}
      placeholder={t(names ? 'common.enter' : 'material.plot.outOfReach')}
      // Enter keeps the typed text: the number of another plot may begin with it.
      defaultActiveFirstOption={false}
      options={(data?.rows ?? []).flatMap(({ number, name }) =>
        number ? [{ value: number, label: `${number} · ${name}` }] : [],
      )}
      onChange={number => onChange?.(number || null)}
    />
  )
}
