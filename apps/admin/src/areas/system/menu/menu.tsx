import { menuView } from '@timbermark/contract'
import { LanguageMark } from '../../../entity/values/name-value.tsx'
import { NoPermission } from '../../../entity/list/list-states.tsx'
import { ToneTag } from '../../../entity/values/tone-tag.tsx'
import { MenuIcon } from '../../../shell/theme/icons.tsx'
import { useT } from '../../../shell/index.ts'
import { TreeTable } from '../tree/tree-table.tsx'
import { useTreeScreen } from '../tree/use-tree-screen.tsx'
import { MenuForm } from './menu-form.tsx'
import '../../../entity/entity.css'
import '../system.css'

const tones = { M: 'processing', C: 'success', F: 'default' } as const

/** The menu as a tree: catalogues, screens, and buttons, which hold the permissions. */
export default function MenuScreen() {
  const t = useT()
  const { mayList, adding, editing, closeForm, table } = useTreeScreen({
    entity: menuView,
    folded: true,
    mayHold: row => row.menuType !== 'F',
  })
  if (!mayList) return <NoPermission />
  return (
    <>
      <TreeTable
        {...table}
        cells={{
          menuName: row => (
            <span className="tm-menu-name">
              <MenuIcon name={row.icon ?? undefined} />
              {row.menuName}
              <LanguageMark row={row} name="menuName" />
              {row.platformOnly && <ToneTag>{t('system.menu.platformOnly')}</ToneTag>}
            </span>
          ),
          menuType: row => <ToneTag tone={tones[row.menuType]}>{t(`system.menu.menuType.${row.menuType}`)}</ToneTag>,
          perms: (row, plain) => (row.perms ? <code>{row.perms}</code> : plain),
        }}
      />
      {adding !== undefined ? (
        <MenuForm key={adding} id={undefined} parentId={adding} onClose={closeForm} />
      ) : editing ? (
        <MenuForm key={editing} id={editing} onClose={closeForm} />
      ) : null}
    </>
  )
}
