import { type Format, formatNumber } from '../format.ts'
import type { Texts } from '../texts.ts'
import type { Item } from '../types.ts'
import { LocalizedText } from './LocalizedText.tsx'
import { Moment } from './Moment.tsx'

interface Props {
  transfers: NonNullable<Item['transfers']>
  texts: Texts
  format: Format
}

/** Wood of other batches in the batch of the goods: how much of what, from where and since when. */
export function Transfers({ transfers, texts, format }: Props) {
  return (
    <>
      {transfers.map(({ batch, species, speciesIn, form, volume, at }) => (
        <span key={`${batch} ${at} ${form} ${species}`} className="transfer">
          <span className="mono">{batch}</span> · {formatNumber(volume, format)} {texts.t('unit.m3')} ·{' '}
          <LocalizedText text={species} of={speciesIn} language={format.language} texts={texts} /> ·{' '}
          {texts.t(`trace.transfer.${form}`)}{' '}
          <span className="aside">
            <Moment at={at} format={format} />
          </span>
        </span>
      ))}
      <span className="aside">{texts.t('trace.transfer.note')}</span>
    </>
  )
}
