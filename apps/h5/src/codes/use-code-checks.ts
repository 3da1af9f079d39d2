import { useEffect, useRef, useState } from 'react'
import { useApp } from '../app/context.ts'
import type { ScannedCode } from '../report/report.ts'
import type { CheckResult } from '../scan/scan-list.ts'

/** Number of codes checked at the same time. */
const maxParallel = 3

/** Identifies one scan: a code that is removed and scanned again is checked again, and so is the first code of another range. */
const scanKey = ({ code, last, at }: ScannedCode) => `${at} ${code} ${last ?? ''}`

/**
 * Lets the server check every unchecked code while there is a network, a few at a time. Codes that could not be checked
 * stay unchecked until the network returns or `recheck` is called; the server checks them with the report in any case.
 */
export function useCodeChecks(input: {
  codes: readonly ScannedCode[]
  /** What the codes are checked for: after a change all are checked again. */
  target: string
  check: (entry: ScannedCode) => Promise<CheckResult>
  onResult: (code: string, result: CheckResult) => void
}) {
  const { codes, target, check, onResult } = input
  const { online } = useApp()
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

  const checkRef = useRef(check)
  checkRef.current = check

  const latestTarget = useRef(target)
  useEffect(() => {
    if (latestTarget.current === target) return
    latestTarget.current = target
    requestedScans.current.clear()
    for (const { code } of codes) onResultRef.current(code, { check: { state: 'unchecked' } })
  }, [target, codes])

  useEffect(() => {
    // `checkRound` changes when a check is done, so that the next ones start.
    void checkRound
    if (!online) return
    for (const entry of codes) {
      const { code, check: known } = entry
      const scan = scanKey(entry)
      if (running.current >= maxParallel) return
      if (known.state === 'good' || known.state === 'refused' || requestedScans.current.has(scan)) continue
      requestedScans.current.add(scan)
      running.current++
      void checkRef.current(entry).then(result => {
        running.current--
        // A result is dropped when the code was removed or replaced by another range, or the target has changed.
        const isCurrent = latestTarget.current === target && latestCodes.current.some(one => scanKey(one) === scan)
        if (isCurrent) onResultRef.current(code, result)
        setCheckRound(old => old + 1)
      })
    }
  }, [codes, online, target, checkRound])

  return {
    /** Checks all codes again that are not good. */
    recheck() {
      requestedScans.current.clear()
      for (const { code, check: known } of codes)
        if (known.state !== 'good') onResultRef.current(code, { check: { state: 'unchecked' } })
      setCheckRound(old => old + 1)
    },
  }
}
