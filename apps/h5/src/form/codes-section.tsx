import type { Stage } from '@timbermark/contract'
import { useApp } from '../app/context.ts'
import { countCodes } from '../report/scanned-codes.ts'
import { applyCheckResult, type CheckResult } from '../scan/scan-list.ts'
import { CodeCollector } from '../codes/code-collector.tsx'
import { useReportedCodeChecks } from '../codes/code-checks.ts'
import { useForm } from './form-context.ts'
import { OtherStageNotice } from './other-stage.tsx'
import { ParentCode } from './parent-code.tsx'

/**
 * The codes of a report, scanned or typed; the server checks each one at once while there is a network. In packing the package
 * comes first: what is scanned then goes into it.
 */
export function CodesSection({ stage }: { stage: Stage }) {
  const { t } = useApp()
  const form = useForm()
  const { codes, parentCode } = form.content
  const isPacking = stage.shape === 'aggregation'
  const applyResult = (code: string, result: CheckResult) =>
    form.change(old => ({ codes: applyCheckResult(old.codes, code, result) }))
  const checks = useReportedCodeChecks(stage.key, form.content.templateId, codes, applyResult)
  const problem = form.problem('codes')
  return (
    <>
      {isPacking && (
        <section className="card" data-at="package">
          <h2>{t('h5.package')}</h2>
          <ParentCode stage={stage} />
        </section>
      )}
      <section className="card" data-at="codes">
        <h2>
          {t('h5.codes')} <span className="card-note">{t('h5.codes.count', { n: countCodes(codes) })}</span>
        </h2>
        {problem && <p className="field-problem">{problem}</p>}
        <CodeCollector
          codes={codes}
          change={next => form.change(old => ({ codes: next(old.codes) }))}
          takesRanges={isPacking}
          parentCode={parentCode}
          onRecheck={checks.recheck}
        >
          <OtherStageNotice stage={stage} codes={codes} />
        </CodeCollector>
        {!isPacking && <ParentCode stage={stage} />}
      </section>
    </>
  )
}
