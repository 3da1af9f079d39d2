import { expect, test } from 'vitest'
import { stages } from '../src/stage/stages.ts'
import type { StageFieldType } from '../src/stage/types.ts'

const all = stages.map(stage => stage.order)

/** Specification section 3, "Stage field vocabulary": the word, the stages (by number) that carry it, field and type. */
type Row = [id: string, word: string, stages: readonly number[], key: string, type: StageFieldType]

const forest = [1]
const felling = [2]
const transport = [3, 8, 15]
const parties = [4, 5, 6, 7]
const raw = [4, 5]
const storage = [6, 7]
const dock = [9, 10, 11]
const customs = [12, 14]

const vocabulary: Row[] = [
  ['STG-20', 'parent code', all, 'parentCode', 'code'],
  ['STG-20', 'country or region', all, 'countryOrRegion', 'country'],
  ['STG-20', 'responsible person', all, 'responsiblePerson', 'text'],
  ['STG-20', 'latitude', all, 'coordinates', 'coordinates'],
  ['STG-20', 'longitude', all, 'coordinates', 'coordinates'],
  ['STG-20', 'time of entry onto the chain', all, 'chainTime', 'datetime'],
  ['STG-20', 'QR code value', all, 'qrCode', 'code'],
  ['STG-21', 'forest level', forest, 'forestLevel', 'dict'],
  ['STG-21', 'location', forest, 'forestLocation', 'text'],
  ['STG-21', 'area', forest, 'forestArea', 'number'],
  ['STG-21', 'resource status', forest, 'resourceStatus', 'dict'],
  ['STG-22', 'child labour', [1, 2], 'childLabour', 'choice'],
  ['STG-22', 'forced labour', [1, 2], 'forcedLabour', 'choice'],
  ['STG-22', 'discrimination', [1, 2], 'discrimination', 'choice'],
  ['STG-22', 'association freedom', [1, 2], 'associationFreedom', 'choice'],
  ['STG-23', 'concession decree', forest, 'concessionDecree', 'document'],
  ['STG-23', 'mining agreement', forest, 'miningAgreement', 'document'],
  ['STG-23', 'logging planning permit', forest, 'loggingPlanningPermit', 'document'],
  ['STG-23', 'annual licence', [1, 2], 'annualLicence', 'document'],
  ['STG-23', 'notice of commencement', [1, 2], 'noticeOfCommencement', 'document'],
  ['STG-23', 'subcontracting letter', [1, 2], 'subcontractingLetter', 'document'],
  ['STG-23', 'felling permit', [1, 2], 'fellingPermit', 'document'],
  ['STG-23', 'environmental and social certificate', forest, 'environmentalSocialCertificate', 'document'],
  ['STG-24', 'tree species', felling, 'treeSpecies', 'dict'],
  ['STG-24', 'diameter1', felling, 'diameter1', 'number'],
  ['STG-24', 'diameter2', felling, 'diameter2', 'number'],
  ['STG-24', 'felling date/time', felling, 'fellingTime', 'datetime'],
  ['STG-24', 'quantity', felling, 'quantity', 'integer'],
  ['STG-25', 'yard name', felling, 'yardName', 'text'],
  ['STG-25', 'yard location', felling, 'yardLocation', 'text'],
  ['STG-25', 'logging permit number', felling, 'loggingPermitNumber', 'text'],
  ['STG-25', 'log number', felling, 'logNumber', 'text'],
  ['STG-25', 'volume', felling, 'volume', 'number'],
  ['STG-25', 'length', felling, 'length', 'number'],
  ['STG-26', 'block-building info', felling, 'blockInfo', 'longText'],
  ['STG-27', 'times (departure)', transport, 'departureTime', 'datetime'],
  ['STG-27', 'times (arrival)', transport, 'arrivalTime', 'datetime'],
  ['STG-27', 'places (departure)', transport, 'departurePlace', 'text'],
  ['STG-27', 'places (arrival)', transport, 'arrivalPlace', 'text'],
  ['STG-27', 'vehicle', transport, 'vehicle', 'text'],
  ['STG-27', 'mode', transport, 'transportMode', 'dict'],
  ['STG-27', 'staff', transport, 'transportStaff', 'text'],
  ['STG-27', 'quantity', transport, 'quantity', 'integer'],
  ['STG-27', 'number', transport, 'transportNumber', 'text'],
  ['STG-28', 'authority certificate', transport, 'authorityCertificate', 'document'],
  ['STG-28', 'vehicle document', transport, 'vehicleDocument', 'document'],
  ['STG-28', 'contract', transport, 'transportContract', 'document'],
  ...(['supplier', 'processor'] as const).flatMap((party): Row[] => [
    ['STG-29', `${party} name`, parties, `${party}Name`, 'text'],
    ['STG-29', `${party} legal person`, parties, `${party}LegalPerson`, 'text'],
    ['STG-29', `${party} contact`, parties, `${party}Contact`, 'text'],
    ['STG-29', `${party} address`, parties, `${party}Address`, 'text'],
    ['STG-29', `${party} phone`, parties, `${party}Phone`, 'text'],
    ['STG-29', `${party} qualifications`, parties, `${party}Qualifications`, 'document'],
  ]),
  ['STG-30', 'raw material country', raw, 'rawMaterialCountry', 'country'],
  ['STG-30', 'species common name', raw, 'speciesCommonName', 'text'],
  ['STG-30', 'species scientific name', raw, 'speciesScientificName', 'text'],
  ['STG-30', 'purchase time', raw, 'purchaseTime', 'datetime'],
  ['STG-30', 'type', raw, 'rawMaterialType', 'dict'],
  ['STG-30', 'quantity', raw, 'rawMaterialQuantity', 'integer'],
  ['STG-30', 'grade', raw, 'rawMaterialGrade', 'dict'],
  ['STG-30', 'log lot', raw, 'logLot', 'text'],
  ['STG-30', 'input ratio', raw, 'inputRatio', 'number'],
  ['STG-31', 'legal felling certificate', raw, 'legalFellingCertificate', 'document'],
  ['STG-31', 'legal purchase certificate', raw, 'legalPurchaseCertificate', 'document'],
  ['STG-32', 'processing certificate', raw, 'processingCertificate', 'choice'],
  ['STG-33', 'product name', [5, 16, 17], 'productName', 'text'],
  ['STG-33', 'length', [5, 16, 17], 'productLength', 'number'],
  ['STG-33', 'width', [5, 16, 17], 'productWidth', 'number'],
  ['STG-33', 'height', [5, 16, 17], 'productHeight', 'number'],
  ['STG-33', 'quantity', [5], 'productQuantity', 'integer'],
  ['STG-33', 'production date', [5, 16], 'productionDate', 'date'],
  ['STG-33', 'production batch', [5, 16], 'productionBatch', 'text'],
  ['STG-33', 'quality', [5, 16, 17], 'productQuality', 'dict'],
  ['STG-34', 'storage time', storage, 'storageTime', 'datetime'],
  ['STG-34', 'package volume', storage, 'packageVolume', 'number'],
  ['STG-34', 'warehouse warrant', storage, 'warehouseWarrant', 'text'],
  ['STG-34', 'outbound order', storage, 'outboundOrder', 'text'],
  ['OPEN-20', 'packing list', dock, 'packingList', 'document'],
  ['OPEN-20', 'seal number', dock, 'sealNumber', 'text'],
  ['OPEN-20', 'warehouse', dock, 'warehouse', 'text'],
  ['OPEN-20', 'quantity', dock, 'quantity', 'integer'],
  ['OPEN-20', 'volume', dock, 'volume', 'number'],
  ['OPEN-20', 'number (package)', [9], 'packageNumber', 'text'],
  ['OPEN-20', 'number (entry)', [10], 'entryNumber', 'text'],
  ['OPEN-20', 'number (exit)', [11], 'exitNumber', 'text'],
  ['STG-35', 'origin country', customs, 'originCountry', 'country'],
  ['STG-35', 'customs number', customs, 'customsNumber', 'text'],
  ['STG-35', 'pieces', customs, 'pieces', 'integer'],
  ['STG-35', 'gross weight', customs, 'grossWeight', 'number'],
  ['STG-35', 'net weight', customs, 'netWeight', 'number'],
  ['STG-35', 'specification', customs, 'specification', 'text'],
  ['STG-35', 'unit price', customs, 'unitPrice', 'number'],
  ['STG-35', 'total price', customs, 'totalPrice', 'number'],
  ['STG-35', 'domestic source', customs, 'domesticSource', 'text'],
  ['STG-35', 'product number', customs, 'productNumber', 'text'],
  ['STG-36', 'packing list', customs, 'packingList', 'document'],
  ['STG-36', 'invoice', customs, 'invoice', 'document'],
  ['STG-36', 'trade contract', customs, 'tradeContract', 'document'],
  ['STG-36', 'certificate of origin', customs, 'certificateOfOrigin', 'document'],
  ['STG-36', 'phytosanitary certificate', customs, 'phytosanitaryCertificate', 'document'],
  ['STG-36', 'fumigation certificate', customs, 'fumigationCertificate', 'document'],
  ['STG-36', 'weight note', customs, 'weightNote', 'document'],
  ['STG-37', 'export country', [12], 'exportCountry', 'country'],
  ['STG-37', 'exporter name', [12], 'exporterName', 'text'],
  ['STG-37', 'consignor', [12], 'consignor', 'text'],
  ['STG-37', 'address', [12], 'exporterAddress', 'text'],
  ['STG-37', 'phone', [12], 'exporterPhone', 'text'],
  ['STG-37', 'organization code', [12], 'exporterOrganizationCode', 'text'],
  ['STG-37', 'port', [12], 'exportPort', 'text'],
  ['STG-38', 'export date', [12], 'exportDate', 'date'],
  ['STG-38', 'declaration date', [12], 'declarationDate', 'date'],
  ['STG-38', 'contract number', [12], 'contractNumber', 'text'],
  ['STG-38', 'container number', [12], 'containerNumber', 'text'],
  ['STG-38', 'business qualification certificate', [12], 'businessQualificationCertificate', 'document'],
  ['STG-39', 'departure country', [13], 'departureCountry', 'country'],
  ['STG-39', 'departure port', [13], 'departurePort', 'text'],
  ['STG-39', 'port of call', [13], 'portOfCall', 'text'],
  ['STG-39', 'destination country', [13], 'destinationCountry', 'country'],
  ['STG-39', 'destination port', [13], 'destinationPort', 'text'],
  ['STG-39', 'carrier name', [13], 'carrierName', 'text'],
  ['STG-39', 'carrier contact', [13], 'carrierContact', 'text'],
  ['STG-39', 'flight/voyage number', [13], 'voyageNumber', 'text'],
  ['STG-39', 'waybill', [13], 'waybill', 'text'],
  ['STG-40', 'consignee name', [14], 'consigneeName', 'text'],
  ['STG-40', 'address', [14], 'consigneeAddress', 'text'],
  ['STG-40', 'code', [14], 'consigneeCode', 'text'],
  ['STG-40', 'contact', [14], 'consigneeContact', 'text'],
  ['STG-40', 'phone', [14], 'consigneePhone', 'text'],
  ['STG-40', 'port', [14], 'importPort', 'text'],
  ['STG-40', 'date', [14], 'importDate', 'date'],
  ...(['Name', 'Contact', 'Address', 'Phone'] as const).flatMap((detail): Row[] => [
    ['STG-41', `dealer details (${detail})`, [15, 17, 18], `dealer${detail}`, 'text'],
    ['STG-41', `manufacturer details (${detail})`, [15, 16, 17, 18], `manufacturer${detail}`, 'text'],
  ]),
  ['STG-41', 'inspection report', [16, 17, 18], 'inspectionReport', 'document'],
  ['STG-41', 'sale time', [18], 'saleTime', 'datetime'],
  ['STG-41', 'quantity', [15, 16, 17, 18], 'quantity', 'integer'],
  ['STG-41', 'specification', [15, 16, 17, 18], 'specification', 'text'],
]

test.each(vocabulary)('%s: "%s" is a field of stage %j', (_id, _word, orders, key, type) => {
  for (const order of orders) {
    const field = stages[order - 1]?.fields.find(one => one.key === key)
    expect(field, `stage ${order} has ${key}`).toBeDefined()
    expect(field?.type).toBe(type)
  }
})

test('STG-20..STG-41: the table covers every row of the checklist', () => {
  const ids = new Set(vocabulary.map(([id]) => id))
  for (let n = 20; n <= 41; n++) expect(ids).toContain(`STG-${n}`)
})

test('STG-32: the processing certificate is exactly one of FSC, OLB, CFCC, PEFC', () => {
  for (const order of raw) {
    const field = stages[order - 1]?.fields.find(one => one.key === 'processingCertificate')
    expect(field?.options).toEqual(['FSC', 'OLB', 'CFCC', 'PEFC'])
  }
})
