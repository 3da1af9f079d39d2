import { useApp } from '../app/context.ts'
import { warningTexts } from '../app/texts.ts'
import type { CodeCheck } from '../report/report.ts'
import { Icon } from '../ui/icons.tsx'

/** The check result of a scanned code, as text. @param texts what is said of a code without further facts, and of one that was handled before */
export function CodeCheckText({ check, texts }: { check: CodeCheck; texts?: { good: string; already: string } }) {
  const { t, online } = useApp()
  if (check.state === 'unchecked')
    return <span className="code-check">{t(online ? 'h5.codes.checking' : 'h5.codes.unchecked')}</span>
  if (check.state === 'refused')
    return (
      <span className="code-check bad">
        <Icon name="bad" size={18} /> {check.message}
      </span>
    )
  const warnings = warningTexts(t, check)
  const level = check.level ? t.from(`h5.level.${check.level}`) : ''
  const many = check.count === undefined ? '' : t('h5.codes.count', { n: check.count })
  const facts = [many, level, check.batchNumber, check.productName].filter(Boolean).join(' · ')
  return (
    <>
      <span className="code-check good">
        <Icon name="good" size={18} /> {facts || (texts?.good ?? t('h5.codes.good'))}
      </span>
      {check.already && <span className="code-check warn">{texts?.already ?? t('h5.codes.already')}</span>}
      {warnings.map(text => (
        <span key={text} className="code-check warn">
          {text}
        </span>
      ))}
    </>
  )
}
