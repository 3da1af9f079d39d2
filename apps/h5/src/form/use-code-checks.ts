import { ApiError, type Client, type Translate } from '@timbermark/client'
import type { StageKey } from '@timbermark/contract'
import { stageByKey } from '@timbermark/contract/stages'
import { useEffect, useRef, useState } from 'react'
import { useApp } from '../app/context.ts'
import { refusalText } from '../app/texts.ts'
import type { CodeCheck, ScannedCode } from '../report/report.ts'
import type { CheckResult } from '../scan/scan-list.ts'
import type { CodeAnswer, Id } from '../report/wire.ts'

/** The stage and template that codes are checked for. */
interface CheckTarget {
  stage: StageKey
  /** Empty before one is chosen. */
  templateId: string
}

/** Number of codes checked at the same time. */
const maxParallel = 3

/** Identifies one scan: a code that is removed and scanned again is checked again, and so is the first code of another range. */
const scanKey = ({ code, last, at }: ScannedCode) => `${at} ${code} ${last ?? ''}`

/** Turns the server's answer about a code into a check result. The answer has no code when `typed` is not a code. */
export function codeCheckOf(t: Translate, stage: StageKey, answer: CodeAnswer, typed: string): CodeCheck {
  const error = answer.refusal ?? (answer.known ? null : 'stage.foreignCode')
  const circulation = answer.circulation ?? undefined
  const proposed = answer.proposedReported ? undefined : answer.proposed
  if (error) {
    const { first } = answer
    const params = {
      code: answer.code ?? typed,
      stage: t(`stage.${stage}`),
      ...(first ? { first: t(`stage.${first}`), n: stageByKey(first).order } : {}),
    }
    const message = refusalText(t, { error, message: '' }, params)
    return {
      state: 'refused',
      error,
      message: answer.ask ? t('common.twoSentences', { first: message, second: answer.ask }) : message,
      circulation,
      proposed,
    }
  }
  return {
    state: 'good',
    level: answer.level ?? undefined,
    batchNumber: answer.batchNumber ?? undefined,
    productName: answer.productName ?? undefined,
    already: answer.alreadyReported || undefined,
    circulation,
    count: answer.count,
    proposed,
  }
}

async function checkCode(
  t: Translate,
  client: Client,
  where: CheckTarget,
  { code, last }: ScannedCode,
): Promise<CheckResult> {
  const { stage, templateId } = where
  try {
    const answer = await client.call('GET /stage/code/:code', {
      params: { code },
      query: { stage, ...(templateId && { templateId }), ...(last !== undefined && { last }) },
    })
    return { check: codeCheckOf(t, stage, answer, code), code: answer.code ?? undefined, last: answer.last }
  } catch (error) {
    if (error instanceof ApiError && error.code !== 401 && error.code !== 429)
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

/**
 * Lets the server check every unchecked code while there is a network, a few at a time. Codes that could not be checked
 * stay unchecked until the network returns or `recheck` is called; the server checks them with the report in any case.
 */
export function useCodeChecks(
  stage: StageKey,
  template: Id | '',
  codes: readonly ScannedCode[],
  onResult: (code: string, result: CheckResult) => void,
) {
  const { t, client, online } = useApp()
  const requestedScans = useRef(new Set<string>())
  const running = useRef(0)
  const [checkRound, setCheckRound] = useState(0)
  const onResultRef = useRef(onResult)
  onResultRef.current = onResult
  const latestCodes = useRef(codes)
  latestCodes.current = codes

  useEffect(() => {
    if (online) requestedScans.current.clear()
  }, [online])

  // The template decides which codes are allowed: after a change of template all codes are checked again.
  const templateId = String(template)
  const latestTemplate = useRef(templateId)
  useEffect(() => {
    if (latestTemplate.current === templateId) return
    latestTemplate.current = templateId
    requestedScans.current.clear()
    for (const { code } of codes) onResultRef.current(code, { check: { state: 'unchecked' } })
  }, [templateId, codes])

  useEffect(() => {
    // `checkRound` changes when a check is done, so that the next ones start.
    void checkRound
    if (!online) return
    for (const entry of codes) {
      const { code, check } = entry
      const scan = scanKey(entry)
      if (running.current >= maxParallel) return
      if (check.state === 'good' || check.state === 'refused' || requestedScans.current.has(scan)) continue
      requestedScans.current.add(scan)
      running.current++
      void checkCode(t, client, { stage, templateId }, entry).then(result => {
        running.current--
        // A result is dropped when the code was removed or replaced by another range, or the template has changed.
        const isCurrent =
          latestTemplate.current === templateId && latestCodes.current.some(one => scanKey(one) === scan)
        if (isCurrent) onResultRef.current(code, result)
        setCheckRound(old => old + 1)
      })
    }
  }, [codes, online, stage, templateId, client, t, checkRound])

  return {
    /** Checks all codes again that are not good. */
    recheck() {
      requestedScans.current.clear()
      for (const { code, check } of codes)
        if (check.state !== 'good') onResultRef.current(code, { check: { state: 'unchecked' } })
      setCheckRound(old => old + 1)
    },
  }
}
