import { useApp } from '../app/context.ts'
import type { CodeCheck } from '../report/report.ts'
import { Icon } from '../ui/icons.tsx'

/** The check result of a scanned code, as text. */
export function CodeCheckText({ check }: { check: CodeCheck }) {
  const { t, online } = useApp()
  if (check.state === 'unchecked')
    return <span className="code-check">{t(online ? 'h5.codes.checking' : 'h5.codes.unchecked')}</span>
  if (check.state === 'refused')
    return (
      <span className="code-check bad">
        <Icon name="bad" size={18} /> {check.message}
      </span>
    )
  const level = check.level ? t.from(`h5.level.${check.level}`) : ''
  const many = check.count === undefined ? '' : t('h5.codes.count', { n: check.count })
  const facts = [many, level, check.batchNumber, check.productName].filter(Boolean).join(' · ')
  return (
    <>
      <span className="code-check good">
        <Icon name="good" size={18} /> {facts || t('h5.codes.good')}
      </span>
      {check.already && <span className="code-check warn">{t('h5.codes.already')}</span>}
    </>
  )
}
