import type { Listed } from '@timbermark/contract'
import { Switch } from 'antd'
import { useSession, useT } from '../../shell/index.ts'
import { canUse } from './permissions.ts'
import { DictTag } from '../values/dict-tag.tsx'
import { useIsForPrint } from '../print/use-printing.ts'
import type { Row } from '../types.ts'
import { useWrites } from '../use-entity.ts'
import { useFeedback } from './use-feedback.ts'
import { useUndo } from './use-undo.tsx'
import { WhyNot } from './why-not.tsx'

/** Dictionary of normal ("0") and disabled ("1"). */
export const statusDict = 'sys_normal_disable'

/** Normal or disabled: a switch for users who may edit the row, a label for others. */
export function StatusSwitch({ entity, row, name }: { entity: Listed; row: Row; name: string }) {
  const t = useT()
  const feedback = useFeedback()
  const report = useUndo(entity)
  const { permissions } = useSession()
  const { changeStatus } = useWrites(entity)
  const paper = useIsForPrint()
  const normal = row[name] === '0'
  const canEdit = canUse(entity, 'edit', permissions) && (row.can?.includes('edit') ?? true)
  if (!canEdit || paper) return <DictTag type={statusDict} value={String(row[name])} />
  const label = String(row[entity.label] ?? row.id)
  const refused = normal ? row.why?.disable : row.why?.enable
  const change = async () => {
    try {
      const answer = await changeStatus.mutateAsync({ id: row.id, status: normal ? '1' : '0' })
      report(t(normal ? 'entity.disabled' : 'entity.enabled', { name: label }), answer)
    } catch (error) {
      feedback.fail(error)
    }
  }
  return (
    <WhyNot reason={refused && t(`error.${refused}`)}>
      <Switch
        checked={normal}
        // The switch stays reachable by keyboard, so that the reason can be read.
        aria-disabled={refused !== undefined}
        className={refused && 'tm-refused'}
        loading={changeStatus.isPending}
        aria-label={`${t('common.status')}: ${label}`}
        onChange={() => {
          if (refused) return
          // What can be undone needs no question.
          if (entity.final?.changeStatus === undefined) return void change()
          void feedback.ask({
            title: t(normal ? 'entity.disableTitle' : 'entity.enableTitle', { name: label }),
            danger: normal,
            run: change,
          })
        }}
      />
    </WhyNot>
  )
}
