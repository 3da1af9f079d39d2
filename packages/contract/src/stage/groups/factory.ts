import { sawnRules } from '@timbermark/material'
import { lossReasons } from '../../material/forms.ts'
import type { StageField } from '../types.ts'

/**
 * Who processes and who supplies. Names of companies are public, people and telephones are not; a supplier may be one
 * person selling from home, so the supplier's address is personal while the mill's is not.
 */
export const partyFields = [
  { key: 'supplierName', type: 'text', group: 'parties', max: 100 },
  { key: 'supplierLegalPerson', type: 'text', group: 'parties', max: 100, personal: true },
  { key: 'supplierContact', type: 'text', group: 'parties', max: 100, personal: true },
  { key: 'supplierAddress', type: 'text', group: 'parties', max: 200, personal: true },
  { key: 'supplierPhone', type: 'text', group: 'parties', max: 50, personal: true },
  { key: 'supplierQualifications', type: 'document', group: 'parties' },
  { key: 'processorName', type: 'text', group: 'parties', max: 100 },
  { key: 'processorLegalPerson', type: 'text', group: 'parties', max: 100, personal: true },
  { key: 'processorContact', type: 'text', group: 'parties', max: 100, personal: true },
  { key: 'processorAddress', type: 'text', group: 'parties', max: 200 },
  { key: 'processorPhone', type: 'text', group: 'parties', max: 50, personal: true },
  { key: 'processorQualifications', type: 'document', group: 'parties' },
] as const satisfies readonly StageField[]

/** Raw material as bought or put in. The names of the species are next to its code, because papers must agree on them. */
export const rawMaterialFields = [
  { key: 'rawMaterialCountry', type: 'country', group: 'rawMaterial' },
  { key: 'speciesCommonName', type: 'text', group: 'rawMaterial', max: 100 },
  { key: 'speciesScientificName', type: 'text', group: 'rawMaterial', max: 100 },
  { key: 'purchaseTime', type: 'datetime', group: 'rawMaterial', happened: true },
  { key: 'rawMaterialType', type: 'dict', group: 'rawMaterial', dict: 'wood_kind' },
  { key: 'rawMaterialQuantity', type: 'integer', group: 'rawMaterial', unit: 'pieces', min: 1, max: 10_000_000 },
  { key: 'rawMaterialGrade', type: 'dict', group: 'rawMaterial', dict: 'log_grade' },
  { key: 'logLot', type: 'text', group: 'rawMaterial', max: 50 },
  { key: 'inputRatio', type: 'number', group: 'rawMaterial', unit: 'percent', min: 0, max: 100 },
] as const satisfies readonly StageField[]

/** Proof of legality, and the mill's certification scheme. */
export const legalityFields = [
  { key: 'legalFellingCertificate', type: 'document', group: 'legality' },
  { key: 'legalPurchaseCertificate', type: 'document', group: 'legality' },
  { key: 'processingCertificate', type: 'choice', group: 'legality', options: ['FSC', 'OLB', 'CFCC', 'PEFC'] },
  { key: 'processingCertificateNumber', type: 'text', group: 'legality', max: 50 },
] as const satisfies readonly StageField[]

/** Wood that goes into a transformation, as measured (not as ordered). */
export const inputFields = [
  { key: 'inputSpecies', type: 'dict', group: 'rawMaterial', dict: 'tree_species' },
  { key: 'inputVolume', type: 'number', group: 'rawMaterial', unit: 'm3', min: 0.001, max: 1_000_000 },
] as const satisfies readonly StageField[]

/** The rule by which the output was measured, where it was not measured otherwise. */
export const outputRuleFields = [
  { key: 'outputRule', type: 'choice', group: 'product', options: sawnRules },
] as const satisfies readonly StageField[]

/** What comes out of a transformation. The species is reported only when it differs from the input. */
export const outputFields = [
  { key: 'outputSpecies', type: 'dict', group: 'product', dict: 'tree_species' },
  { key: 'outputVolume', type: 'number', group: 'product', unit: 'm3', min: 0.001, max: 1_000_000 },
] as const satisfies readonly StageField[]

/** What remains of the input: residues by kind, and why the rest is gone. Zero is a statement too: nothing of it remained. */
export const residueFields = [
  { key: 'offcutsVolume', type: 'number', group: 'product', unit: 'm3', min: 0, max: 1_000_000 },
  { key: 'sawdustVolume', type: 'number', group: 'product', unit: 'm3', min: 0, max: 1_000_000 },
  { key: 'barkVolume', type: 'number', group: 'product', unit: 'm3', min: 0, max: 1_000_000 },
  { key: 'lossReason', type: 'choice', group: 'product', options: lossReasons },
] as const satisfies readonly StageField[]

/** The residue fields by kind, as a stage's `material` names them. */
export const residueMaterial = {
  residues: { offcuts: 'offcutsVolume', sawdust: 'sawdustVolume', bark: 'barkVolume' },
  lossReason: 'lossReason',
} as const

export const productFields = [
  { key: 'productName', type: 'text', group: 'product', max: 100 },
  { key: 'productLength', type: 'number', group: 'product', unit: 'mm', min: 0.1, max: 100_000 },
  { key: 'productWidth', type: 'number', group: 'product', unit: 'mm', min: 0.1, max: 100_000 },
  { key: 'productHeight', type: 'number', group: 'product', unit: 'mm', min: 0.1, max: 100_000 },
  { key: 'productQuantity', type: 'integer', group: 'product', unit: 'pieces', min: 1, max: 10_000_000 },
  { key: 'productionDate', type: 'date', group: 'product', happened: true },
  { key: 'productionBatch', type: 'text', group: 'product', max: 50 },
  { key: 'productQuality', type: 'dict', group: 'product', dict: 'product_quality' },
] as const satisfies readonly StageField[]

export const storageFields = [
  { key: 'storageTime', type: 'datetime', group: 'storage', happened: true },
  { key: 'warehouse', type: 'text', group: 'storage', max: 100 },
  { key: 'quantity', type: 'integer', group: 'storage', unit: 'pieces', min: 1, max: 10_000_000 },
  { key: 'packageVolume', type: 'number', group: 'storage', unit: 'm3', min: 0.001, max: 1_000_000 },
  { key: 'warehouseWarrant', type: 'text', group: 'storage', max: 50 },
  { key: 'outboundOrder', type: 'text', group: 'storage', max: 50 },
] as const satisfies readonly StageField[]

/** How much of which species is bought. */
export const purchaseFields = [
  { key: 'treeSpecies', type: 'dict', group: 'rawMaterial', dict: 'tree_species' },
  { key: 'volume', type: 'number', group: 'rawMaterial', unit: 'm3', min: 0.001, max: 1_000_000 },
] as const satisfies readonly StageField[]

/** Where goods go when they leave the factory. */
export const deliveryFields = [
  { key: 'deliveryPlace', type: 'text', group: 'storage', max: 200 },
] as const satisfies readonly StageField[]
