/** Reports that are entered in the back office. */
export const stageEntry = {
  'stage.entry.title': 'Report a stage',
  'stage.entry.send': 'Report',
  'stage.entry.done': 'The stage is reported',
  'stage.entry.goods': 'What is reported',
  'stage.entry.goodsHint':
    'Single codes (at most {max}), ranges of a code request, or all codes of a batch. One report is about one batch.',
  'stage.entry.codes': 'Codes',
  'stage.entry.codesHint': 'One a line, or with commas between',
  'stage.entry.addRange': 'Add a range',
  'stage.entry.range': 'range {n}',
  'stage.entry.rangeOf': 'It has {n} {n|code|codes}, numbered from 1',
  'stage.entry.wholeBatch': 'All codes of a batch',
  'stage.entry.batchEmpty': 'This batch has no codes that the stage takes',
  'stage.entry.parentPacking': 'The package or container that they are packed into',
  'stage.entry.parentHint': 'Only when they are put into a package or container at this stage: it links them',
  'stage.entry.linkTitle': 'Put {n} {n|code|codes} under {parent}?',
  'stage.entry.linkText':
    'Whoever scans the parent code then sees them as its contents. Only voiding this record takes the link back.',
  'stage.entry.link': 'Link and report',
  'stage.entry.noStages': 'There is no stage that you may report',
  'stage.entry.chooseTemplate': 'Choose the template: what it asks for follows here.',
  'stage.entry.usual': 'Fill in usual values',
  'stage.entry.filled': 'Fields filled in: {n}',
  'stage.entry.firstCode': 'Code',
  'stage.entry.unlikely': 'Why what is unlikely is true',
  'stage.entry.lastCode': 'Last code of a range',
  'stage.entry.import': 'Report a list',
  'stage.entry.importHint':
    'xlsx or csv of at most {size} and {n} rows. Rows that say the same are one record; with a last code a row is a whole range.',
  'stage.entry.importClean': '{rows} rows without errors make {records} records',
  'stage.entry.imported': '{records} records of {rows} rows were made',
} as const
