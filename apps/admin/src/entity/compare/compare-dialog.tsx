import { can } from '@timbermark/client'
import type { Listed } from '@timbermark/contract'
import { Button, Checkbox, Modal } from 'antd'
import { useState } from 'react'
import { useSession, useT } from '../../shell/index.ts'
import { fieldLabel } from '../labels.ts'
import { LoadingOrFailure } from '../list/list-states.tsx'
import { ScrollRegion } from '../list/scroll-region.tsx'
import type { Row } from '../types.ts'
import { useRow } from '../use-entity.ts'
import { FieldValue } from '../values/field-value.tsx'
import { compareRows } from './compared-lines.ts'

interface CompareDialogProps {
  entity: Listed
  ids: readonly [number, number]
  onClose: () => void
}

/** Two records, field by field; where they differ is marked. */
export function CompareDialog({ entity, ids, onClose }: CompareDialogProps) {
  const t = useT()
  const left = useRow(entity, String(ids[0]))
  const right = useRow(entity, String(ids[1]))
  const both = left.data && right.data ? ([left.data, right.data] as unknown as [Row, Row]) : undefined
  return (
    <Modal
      open
      width={860}
      title={t('entity.compareTitle')}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('action.close')}
        </Button>
      }
    >
      {both ? (
        <ComparedTable entity={entity} rows={both} />
      ) : (
        <LoadingOrFailure
          error={left.error ?? right.error}
          onRetry={() => Promise.all([left.refetch(), right.refetch()])}
          paragraph={{ rows: 10 }}
        />
      )}
    </Modal>
  )
}

function ComparedTable({ entity, rows }: { entity: Listed; rows: [Row, Row] }) {
  const t = useT()
  const { permissions } = useSession()
  const [onlyDifferent, setOnlyDifferent] = useState(false)
  const lines = compareRows(entity, ...rows).filter(
    ({ field }) => !field.permission || can(permissions, [field.permission]),
  )
  const different = lines.filter(({ differs }) => differs).length
  const nameOf = (row: Row) => String(row[entity.label] ?? row.id)
  return (
    <>
      <p className="tm-compare-head">
        <span>{t('entity.compareCount', { n: different, all: lines.length })}</span>
        <Checkbox checked={onlyDifferent} onChange={event => setOnlyDifferent(event.target.checked)}>
          {t('entity.compareOnly')}
        </Checkbox>
      </p>
      <ScrollRegion label={t('entity.compareTitle')} className="tm-compare-scroll">
        <table className="tm-compare">
          <thead>
            <tr>
              <th scope="col">{t('entity.compareField')}</th>
              {rows.map(row => (
                <th key={row.id} scope="col">
                  {nameOf(row)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines
              .filter(({ differs }) => differs || !onlyDifferent)
              .map(({ name, field, differs }) => (
                <tr key={name} className={differs ? 'tm-compare-differs' : undefined}>
                  <th scope="row">
                    {fieldLabel(t, entity, name)}
                    {differs && <span className="tm-compare-mark">{t('entity.compareDiffers')}</span>}
                  </th>
                  {rows.map(row => (
                    <td key={row.id}>
                      <FieldValue entity={entity} name={name} field={field} row={row} place="detail" />
                    </td>
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
      </ScrollRegion>
    </>
  )
}
