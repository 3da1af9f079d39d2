/** Import of codes with what they are packed in, and imports that tell more of what is wrong. */
export const codeImport = {
  'code.import.open': 'Bulk import',
  'code.import.title': 'Import codes',
  'code.import.sheet': 'Codes and packages',
  'code.import.intro': 'Each row says what codes are packed in: one code, or a code range by its first and last one.',
  'code.import.hint': 'xlsx, up to {size}, {n} rows and {packings} packings; no formulas',
  'code.import.code': 'Code',
  'code.import.lastCode': 'Last code of a row',
  'code.import.parentCode': 'Package or container',
  'code.import.time': 'Packed at',
  'code.import.operator': 'Operator',
  'code.import.reason': 'Reason for moving',
  'code.import.right.code': 'A code of your enterprise, as it is printed on the label',
  'code.import.right.lastCode': 'A code of the same request that comes after the first one',
  'code.import.right.parentCode':
    'A code of a package or container of your enterprise, of a higher level than what goes in',
  'code.import.right.time': 'A day and time that has passed, such as 2026-03-30 08:30',
  'code.import.right.operator': 'The name of whoever packed, up to 50 characters',
  'code.import.right.reason': 'Up to 200 characters',
  'code.import.right.code.alreadyPacked':
    'Leave the row out, or say in the column “Reason for moving” why it comes out of there',
  'code.import.right.code.rangesOverlap': 'Each code in one row only; a later move needs its own time and a reason',
  'code.import.right.code.packedThen': 'A time at which the code was in nothing else: see where it was',
  'code.import.right.code.unpackedTooEarly': 'A time after it was packed where it is now',
  'code.import.right.stage.batchInactive': 'Codes of batches that are not closed',
  'code.import.clean':
    '{rows} rows checked, all of them correct: {codes} codes in {packings} packings. Nothing is stored yet.',
  'code.import.cleanMoved':
    '{rows} rows checked, all of them correct: {codes} codes in {packings} packings, of which {moved} come out of something else. Nothing is stored yet.',
  'code.import.done':
    'Data import succeeded: {codes} {codes|code is|codes are} packed, by {packings} {packings|packing|packings}',
  'code.import.doneHint': 'Each packing is in the list of packings and is sealed.',
  'code.import.row': 'From row',
  'code.import.packed': 'Codes packed',
  'code.import.moved': 'Of these moved',
  'code.import.packings': 'Open the packings',
  'code.import.saveResult': 'Save the result',
  'error.code.importPackings':
    'The file asks for too many packings: at most {max} at a time. Rows of the same package, time and operator are one packing.',
  'entity.importValue': 'What stands there',
  'entity.importRight': 'What would be right',
  'entity.importRightIs': 'Right would be: {right}',
  'entity.importSave': 'Save what is wrong',
  'entity.importMore': 'There may be more that is wrong: correct these rows and check again.',
  'entity.importProgress': 'Working through the file',
  'sheetName.importProblems': 'What is wrong',
} as const
