/** What the server says of a scanned code before it is reported. */
import { ApiError, type Client, type Translate } from '@timbermark/client'
import type { StageKey } from '@timbermark/contract'
import { stageByKey } from '@timbermark/contract/stages'
import { useApp } from '../app/context.ts'
import { labelReasonText, refusalText } from '../app/texts.ts'
import type { CodeCheck, ScannedCode } from '../report/report.ts'
import type { CodeAnswer, Id } from '../report/wire.ts'
import type { CheckResult } from '../scan/scan-list.ts'
import { useCodeChecks } from './use-code-checks.ts'

/** Turns the server's answer about a code into a check result. The answer has no code when `typed` is not a code. */
export function codeCheckOf(t: Translate, stage: StageKey, answer: CodeAnswer, typed: string): CodeCheck {
  const error = answer.refusal ?? (answer.known ? null : 'stage.foreignCode')
  const circulation = answer.circulation ?? undefined
  const proposed = answer.proposedReported ? undefined : answer.proposed
  const recalled = answer.recalled ?? undefined
  const warnings = { ...(answer.label && { label: answer.label }), ...(recalled !== undefined && { recalled }) }
  if (error) {
    const { first } = answer
    const isLabel = error.startsWith('code.label')
    const params = {
      // Of a range it is one label that is in the way.
      code: (isLabel && answer.label?.code) || (answer.code ?? typed),
      stage: t(`stage.${stage}`),
      ...(first ? { first: t(`stage.${first}`), n: stageByKey(first).order } : {}),
    }
    const message = refusalText(t, { error, message: answer.refusalText ?? '' }, params)
    const second =
      answer.ask ?? (isLabel ? labelReasonText(t, answer.label) : error === 'stage.recalled' ? recalled : '')
    return {
      state: 'refused',
      error,
      message: second ? t('common.twoSentences', { first: message, second }) : message,
      circulation,
      proposed,
      ...warnings,
    }
  }
  return {
    state: 'good',
    level: answer.level ?? undefined,
    batchNumber: answer.batchNumber ?? undefined,
    productName: answer.productName ?? undefined,
    species: answer.species,
    already: answer.alreadyReported || undefined,
    circulation,
    count: answer.count,
    proposed,
    ...warnings,
  }
}

/** Turns the server's answer about a package or container into a check result, before anything goes into it. */
export function parentCheckOf(t: Translate, answer: CodeAnswer, typed: string): CodeCheck {
  const code = answer.code ?? typed
  const { label, level } = answer
  const refuse = (error: string, second = ''): CodeCheck => {
    const message = refusalText(t, { error, message: '' }, { code })
    return { state: 'refused', error, message: second ? t('common.twoSentences', { first: message, second }) : message }
  }
  if (!answer.known) return refuse(answer.refusal ?? 'stage.foreignCode')
  if (label?.state === 'spoiled') return refuse('code.labelSpoiled', labelReasonText(t, label))
  if (label?.state === 'lost') return refuse('code.labelLost', labelReasonText(t, label))
  if (level === 1) return refuse('stage.parentLevel')
  const recalled = answer.recalled ?? undefined
  return {
    state: 'good',
    level,
    batchNumber: answer.batchNumber ?? undefined,
    productName: answer.productName ?? undefined,
    ...(label && { label }),
    ...(recalled !== undefined && { recalled }),
  }
}

/** Asks about a code or range. What the server cannot be asked stays unchecked. */
export async function askAboutCode(
  t: Translate,
  client: Client,
  { code, last }: Pick<ScannedCode, 'code' | 'last'>,
  input: { query?: { stage?: StageKey; templateId?: string }; checkOf: (answer: CodeAnswer) => CodeCheck },
): Promise<CheckResult> {
  try {
    const answer = await client.call('GET /stage/code/:code', {
      params: { code },
      query: { ...input.query, ...(last !== undefined && { last }) },
    })
    return { check: input.checkOf(answer), code: answer.code ?? undefined, last: answer.last }
  } catch (error) {
    // Who attaches labels without the right to report learns of each with the answer to the act.
    const silent = input.query?.stage ? [401, 429] : [401, 403, 429]
    if (error instanceof ApiError && !silent.includes(error.code))
      return {
        check: {
          state: 'refused',
          error: error.error ?? 'unknown',
          message: refusalText(t, { error: error.error, message: error.message }, { code }),
        },
      }
    return { check: { state: 'unchecked' } }
  }
}

/** Checks the codes of a report for its stage and template. */
export function useReportedCodeChecks(
  stage: StageKey,
  template: Id | '',
  codes: readonly ScannedCode[],
  onResult: (code: string, result: CheckResult) => void,
) {
  const { t, client } = useApp()
  // Empty before a template is chosen, which decides which codes are allowed.
  const templateId = String(template)
  return useCodeChecks({
    codes,
    target: templateId,
    check: entry =>
      askAboutCode(t, client, entry, {
        query: { stage, ...(templateId && { templateId }) },
        checkOf: answer => codeCheckOf(t, stage, answer, entry.code),
      }),
    onResult,
  })
}
