import { formatNumber } from '@timbermark/client'
import { limits, user } from '@timbermark/contract'
import { Checkbox, Result } from 'antd'
import { useState } from 'react'
import { ImportDialog } from '../../../entity/dialogs/import-dialog.tsx'
import type { ImportAnswer } from '../../../entity/dialogs/use-import.ts'
import { useT } from '../../../shell/index.ts'
import { InitialPasswords, type NewAccount } from './initial-passwords.tsx'

interface UsersAnswer extends ImportAnswer {
  created: number
  updated: number
  passwords?: NewAccount[]
}

// The specification demands both; the server refuses a workbook that really has the old format.
const types = ['xlsx', 'xls']
/** Rows of one file: each new user costs a password hash. */
const maxRows = 500

/** Imports users: can update existing ones, and shows the initial passwords of new ones once. */
export function ImportUsers({ onClose }: { onClose: () => void }) {
  const t = useT()
  const [update, setUpdate] = useState(false)
  const counts = ({ created, updated }: UsersAnswer) => ({
    created: formatNumber(created, t.language),
    updated: formatNumber(updated, t.language),
  })
  return (
    <ImportDialog<UsersAnswer>
      open
      entity={user}
      types={types}
      limit={{ kilobytes: limits.importKilobytes, rows: maxRows }}
      fields={{ updateSupport: update ? '1' : '0' }}
      hint={size => t('system.user.importHint', { size, n: formatNumber(maxRows, t.language) })}
      option={
        <Checkbox className="tm-import-option" checked={update} onChange={({ target }) => setUpdate(target.checked)}>
          {t('system.user.importUpdate')}
        </Checkbox>
      }
      clean={answer => t('system.user.importClean', counts(answer))}
      done={answer => (
        <>
          <Result status="success" title={t('system.user.imported', counts(answer))} />
          {answer.passwords && answer.passwords.length > 0 && <InitialPasswords accounts={answer.passwords} />}
        </>
      )}
      onClose={onClose}
    />
  )
}
