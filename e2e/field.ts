import type { Page } from 'playwright-core'
import { labelled, type Words } from './words.ts'

export interface FellingReport {
  code: string
  documentCode: string
  permit: string
}

/** Puts one code into the report by hand, as when the camera shows none. */
export async function typeCode(page: Page, t: Words, code: string): Promise<void> {
  await page.getByRole('textbox', { name: t('h5.codes.type') }).fill(code)
  await page.getByRole('button', { name: t('h5.codes.add'), exact: true }).click()
}

/** Fills in what the felling stage requires, beside its codes. */
export async function fillFelling(page: Page, t: Words, report: Omit<FellingReport, 'code'>): Promise<void> {
  await page.getByLabel(labelled(t('h5.documentCode'))).fill(report.documentCode)
  await page.getByLabel(labelled(t('stage.field.treeSpecies'))).selectOption('OKO')
  await page.getByLabel(labelled(t('stage.field.fellingTime'))).fill('2026-01-15T09:30')
  await page.getByLabel(labelled(t('stage.field.loggingPermitNumber'))).fill(report.permit)
}
