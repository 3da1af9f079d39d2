import { type Listed, ownCases, ownChecks, ownCodes, ownScans, ownStores } from '@timbermark/contract'
import { Tabs } from 'antd'
import { canUse } from '../../entity/actions/permissions.ts'
import { useCodeCell } from '../../entity/values/code-cell.tsx'
import { ExportButton } from '../../entity/list/export-button.tsx'
import { EntityTable } from '../../entity/list/entity-table.tsx'
import type { Cell } from '../../entity/list/table-props.ts'
import { EntityScreen } from '../../entity/list/entity-screen.tsx'
import { NoPermission } from '../../entity/list/list-states.tsx'
import { ToneTag } from '../../entity/values/tone-tag.tsx'
import { useAddressParam } from '../../entity/list/use-list-state.ts'
import { useSession, useT } from '../../shell/index.ts'
import '../../entity/entity.css'

const lists = {
  codes: ownCodes,
  scans: ownScans,
  checks: ownChecks,
  stores: ownStores,
  cases: ownCases,
} as const satisfies Record<string, Listed>
type ListName = keyof typeof lists

const isList = (word: string | undefined): word is ListName => word !== undefined && Object.hasOwn(lists, word)

/** The lists of the signed-in dealer: codes, scans, checks, stores and cases. */
export default function OwnScreen() {
  const t = useT()
  const { permissions } = useSession()
  const code = useCodeCell()
  const [word, setWord] = useAddressParam('list')
  const names = (Object.keys(lists) as ListName[]).filter(name => canUse(lists[name], 'list', permissions))
  const listName = isList(word) && names.includes(word) ? word : names[0]
  if (listName === undefined) return <NoPermission />
  const entity = lists[listName]
  const cells: Record<string, Cell> = {
    code,
    genuine: row => (
      <ToneTag tone={row.genuine === true ? 'success' : 'error'}>
        {t(row.genuine === true ? 'channel.own-check.genuine.true' : 'channel.own-check.genuine.false')}
      </ToneTag>
    ),
  }
  return (
    <>
      <Tabs
        activeKey={listName}
        onChange={name => setWord(name)}
        items={names.map(name => ({ key: name, label: t(`channel.${lists[name].name}`) }))}
      />
      {listName === 'stores' ? (
        <EntityScreen entity={ownStores} form={{ hints: { address: t('channel.own-store.addressHint') } }} />
      ) : (
        <EntityTable
          key={listName}
          entity={entity}
          cells={cells}
          toolbar={canUse(entity, 'export', permissions) && <ExportButton entity={entity} />}
        />
      )}
    </>
  )
}
