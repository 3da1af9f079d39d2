import { ApiError, type Client, type Translate } from '@timbermark/client'
import type { StageKey } from '@timbermark/contract'
import { stageByKey } from '@timbermark/contract/stages'
import { useEffect, useRef, useState } from 'react'
import { useApp } from '../app/context.ts'
import { refusalText } from '../app/texts.ts'
import type { CodeCheck, ScannedCode } from '../report/report.ts'
import type { CheckResult } from '../scan/scan-list.ts'
import type { CodeAnswer, Id } from '../report/wire.ts'

/** What codes are looked at for. */
interface CheckTarget {
  stage: StageKey
  /** Empty before one is chosen. */
  templateId: string
}

/** So many codes are asked about at a time. */
const maxParallel = 3

/** One scan: a code that was removed and scanned again is asked about again, and so is the same first code of another range. */
const scanKey = ({ code, last, at }: ScannedCode) => `${at} ${code} ${last ?? ''}`

/** What the server says about a code at a stage, for the list. It answers without a code when `typed` is none at all. */
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

async function ask(
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
 * Has every unchecked code looked at by the server while there is a network, a few at a time. Codes that could not be
 * asked about stay unchecked until the network returns or `again` is called; the server judges them with the report.
 */
export function useCodeChecks(
  stage: StageKey,
  template: Id | '',
  codes: readonly ScannedCode[],
  note: (code: string, learned: CheckResult) => void,
) {
  const { t, client, online } = useApp()
  const asked = useRef(new Set<string>())
  const running = useRef(0)
  const [round, setRound] = useState(0)
  const noteRef = useRef(note)
  noteRef.current = note
  const listed = useRef(codes)
  listed.current = codes

  useEffect(() => {
    if (online) asked.current.clear()
  }, [online])

  // Which codes a form takes is its template's to say: another one asks anew.
  const templateId = String(template)
  const judgedBy = useRef(templateId)
  useEffect(() => {
    if (judgedBy.current === templateId) return
    judgedBy.current = templateId
    asked.current.clear()
    for (const { code } of codes) noteRef.current(code, { check: { state: 'unchecked' } })
  }, [templateId, codes])

  useEffect(() => {
    // `round` brings the next ones when one is done.
    void round
    if (!online) return
    for (const entry of codes) {
      const { code, check } = entry
      const scan = scanKey(entry)
      if (running.current >= maxParallel) return
      if (check.state === 'good' || check.state === 'refused' || asked.current.has(scan)) continue
      asked.current.add(scan)
      running.current++
      void ask(t, client, { stage, templateId }, entry).then(result => {
        running.current--
        // What was removed meanwhile may be in the list again, with another end; what another template said holds no more.
        const wanted = judgedBy.current === templateId && listed.current.some(one => scanKey(one) === scan)
        if (wanted) noteRef.current(code, result)
        setRound(old => old + 1)
      })
    }
  }, [codes, online, stage, templateId, client, t, round])

  return {
    /** Forgets what was said about the refused codes and asks anew. */
    again() {
      asked.current.clear()
      for (const { code, check } of codes)
        if (check.state !== 'good') noteRef.current(code, { check: { state: 'unchecked' } })
      setRound(old => old + 1)
    },
  }
}
