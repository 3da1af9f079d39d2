import { logRules } from '@timbermark/material'
import type { StageField } from '../types.ts'

/**
 * The forest as surveyed. The plot's own point is what the EU regulation (EU) 2023/1115, article 9, asks for. `plotNumber` is
 * the number on the ground, and public; `plot` names a stored plot, which is not.
 */
export const forestFields = [
  { key: 'forestLevel', type: 'dict', group: 'forest', dict: 'forest_level' },
  { key: 'forestLocation', type: 'text', group: 'forest', max: 200 },
  { key: 'forestArea', type: 'number', group: 'forest', unit: 'ha', min: 0.01, max: 10_000_000 },
  { key: 'resourceStatus', type: 'dict', group: 'forest', dict: 'resource_status' },
  { key: 'plotNumber', type: 'text', group: 'forest', max: 50 },
  { key: 'plot', type: 'plot', group: 'forest', confidential: true },
  { key: 'plotCoordinates', type: 'coordinates', group: 'forest' },
  { key: 'treeSpecies', type: 'dict', group: 'forest', dict: 'tree_species' },
  { key: 'breastHeightDiameter', type: 'number', group: 'forest', unit: 'cm', min: 1, max: 1000 },
  { key: 'estimatedVolume', type: 'number', group: 'forest', unit: 'm3', min: 0.001, max: 1_000_000 },
] as const satisfies readonly StageField[]

const compliance = ['compliant', 'nonCompliant', 'notChecked'] as const

/** Labour compliance flags. A plain yes would not say whether the rule or the breach is meant, hence three options. */
export const labourFields = [
  { key: 'childLabour', type: 'choice', group: 'labour', options: compliance },
  { key: 'forcedLabour', type: 'choice', group: 'labour', options: compliance },
  { key: 'discrimination', type: 'choice', group: 'labour', options: compliance },
  { key: 'associationFreedom', type: 'choice', group: 'labour', options: compliance },
] as const satisfies readonly StageField[]

/** Licences and permits of the forest operator. */
export const permitFields = [
  { key: 'concessionDecree', type: 'document', group: 'permits' },
  { key: 'miningAgreement', type: 'document', group: 'permits' },
  { key: 'loggingPlanningPermit', type: 'document', group: 'permits' },
  { key: 'annualLicence', type: 'document', group: 'permits' },
  { key: 'noticeOfCommencement', type: 'document', group: 'permits' },
  { key: 'subcontractingLetter', type: 'document', group: 'permits' },
  { key: 'fellingPermit', type: 'document', group: 'permits' },
  { key: 'environmentalSocialCertificate', type: 'document', group: 'permits' },
] as const satisfies readonly StageField[]

/**
 * One felled tree or the logs made of it, and the plot that it stood on. Diameters are the two ends, so that the volume can be checked by formula; a named
 * rule says by which (`measure.ts`). By the Chinese table a pole of 4 cm has less than a litre.
 */
export const fellingFields = [
  { key: 'treeSpecies', type: 'dict', group: 'felling', dict: 'tree_species' },
  { key: 'fellingTime', type: 'datetime', group: 'felling', happened: true },
  { key: 'loggingPermitNumber', type: 'text', group: 'felling', max: 50 },
  { key: 'logNumber', type: 'text', group: 'felling', max: 50 },
  { key: 'measureRule', type: 'choice', group: 'felling', options: logRules },
  { key: 'diameter1', type: 'number', group: 'felling', unit: 'cm', min: 1, max: 1000 },
  { key: 'diameter2', type: 'number', group: 'felling', unit: 'cm', min: 1, max: 1000 },
  { key: 'middleDiameter', type: 'number', group: 'felling', unit: 'cm', min: 1, max: 1000 },
  { key: 'length', type: 'number', group: 'felling', unit: 'm', min: 0.1, max: 100 },
  { key: 'volume', type: 'number', group: 'felling', unit: 'm3', min: 0.0001, max: 100_000 },
  { key: 'quantity', type: 'integer', group: 'felling', unit: 'pieces', min: 1, max: 1_000_000 },
  { key: 'plot', type: 'plot', group: 'felling', confidential: true },
  { key: 'yardName', type: 'text', group: 'felling', max: 100 },
  { key: 'yardLocation', type: 'text', group: 'felling', max: 200 },
  { key: 'blockInfo', type: 'longText', group: 'felling', max: 500 },
] as const satisfies readonly StageField[]
