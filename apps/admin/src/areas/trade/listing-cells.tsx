import { formatNumber, type Translate } from '@timbermark/client'
import type { ReactNode } from 'react'
import type { Row } from '../../entity/types.ts'

/** `120 m³`, `60 logs`: a quantity with its unit. */
export function quantityOf(t: Translate, row: Row): string {
  return t(`trade.listing.amount.${row.unit as 'ton'}`, { n: formatNumber(row.quantity as number, t.language) })
}

/** Thickness, length and width in mm, where they are filled in. */
export function sizeOf(t: Translate, row: Row): string {
  const parts = ['thickness', 'length', 'width'].map(name => {
    const value = row[name]
    return value === null || value === undefined ? '–' : formatNumber(value as string, t.language)
  })
  return parts.every(part => part === '–') ? '–' : `${parts.join(' × ')} ${t('unit.mm')}`
}

export function volumeOf(t: Translate, value: unknown): string {
  return `${formatNumber(value as string, t.language, { maximumFractionDigits: 3 })} ${t('unit.m3')}`
}

export function priceOf(t: Translate, value: unknown): string {
  return formatNumber(value as string, t.language, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
}

/** A phone number, with a hint when it is masked until a quote is accepted. */
export function phoneOf(t: Translate, row: Row): ReactNode {
  const phone = String(row.contactPhone ?? '')
  return row.phoneShown === false ? (
    <span title={t('trade.listing.phoneHidden')}>{phone}</span>
  ) : (
    <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>
  )
}
