import { keyFingerprint } from '@timbermark/ledger'
import { demoWitnessName } from '@timbermark/contract/demo-witness'
import { type Format, formatMoment, formatNumber } from '../format.ts'
import type { WalkResult } from '../proof/proven.ts'
import type { Texts } from '../texts.ts'

/** The log behind the proof, and a fingerprint of the key that came with the script, short enough to compare by eye. */
export function ProofLog({ log, texts, format }: { log: WalkResult['log']; texts: Texts; format: Format }) {
  const { origin, verifierKey, size, time, witnesses, witnessCount } = log
  return (
    <dl className="facts proof-log">
      <div>
        <dt>{texts.t('trace.proof.log')}</dt>
        <dd className="mono">{origin}</dd>
      </div>
      <div>
        <dt>{texts.t('trace.proof.key')}</dt>
        <dd className="mono" data-key-fingerprint="" title={verifierKey}>
          {keyFingerprint(verifierKey)}
        </dd>
      </div>
      {size !== null && (
        <div>
          <dt>{texts.t('trace.proof.entries')}</dt>
          <dd data-head-time={time}>
            {time === null
              ? formatNumber(size, format)
              : texts.t('trace.proof.time', { n: formatNumber(size, format), time: formatMoment(time, format) })}
          </dd>
        </div>
      )}
      <div>
        <dt>{texts.t('trace.proof.witnesses')}</dt>
        <dd data-witnesses={witnesses.length}>
          {witnessCount === 0
            ? texts.t('trace.proof.witnesses.none')
            : texts.t('trace.proof.witnesses.count', { n: witnesses.length, total: witnessCount })}
          {witnesses.map(({ name, at, size }) => (
            <div key={name} className="small">
              {texts.t('trace.proof.witnesses.seen', {
                name,
                time: formatMoment(at, format),
                n: formatNumber(size, format),
              })}
            </div>
          ))}
          {witnesses.some(({ name }) => name === demoWitnessName) && (
            <div className="small" data-witness-demo="">
              {texts.t('trace.proof.witnesses.demo')}
            </div>
          )}
        </dd>
      </div>
    </dl>
  )
}
