/** Codes that others printed. */
export const codeForeign = {
  'code.request.origin': 'Codes',
  'code.request.origin.own': 'Made here',
  'code.request.origin.foreign': 'Printed by others',
  'code.request.origin.received': 'Received with goods',
  'code.request.origin.invited': 'Reported by invitation',
  'code.request.originHint':
    '“Printed by others” is for goods that already carry codes of another printer. Their list is taken in after saving; they have no anti-counterfeit codes.',
  'code.foreign.listDecides': 'Set by the list',
  'code.foreign.import': 'Import the list',
  'code.foreign.title': 'Import codes that others printed',
  'code.foreign.intro':
    'One code in each row, as it is printed. They are kept in the order of the list and cannot be changed afterwards.',
  'code.foreign.hint': 'xlsx, up to {size} and {n} rows; no formulas',
  'code.foreign.sheet': 'Codes of others',
  'code.foreign.value': 'Printed code',
  'code.foreign.right': '4 to 50 letters, digits or . _ : * ( ) -, beginning with a letter, a digit or (',
  'code.foreign.clean': 'Checked: {n} {n|code, new|codes, all of them new}. Nothing has been kept yet.',
  'code.foreign.done': 'Data import succeeded: {n} {n|code was|codes were} taken in',
  'code.foreign.doneHint':
    'They can be found, certified, packed, reported and given to dealers as codes made here. Labels are not printed for them.',
  'code.foreign.manifestHint': 'SHA-256 of the list: every code followed by a line feed.',
  'code.qr.printed': 'Printed by others',
  'error.code.foreignSigns':
    '4 to 50 letters, digits or . _ : * ( ) - are taken, beginning with a letter, a digit or (',
  'error.code.foreignOwn': 'This has the form of a code made by this platform',
  'error.code.foreignTwice': 'Stands in row {row} already',
  'error.code.foreignTaken': 'Was imported before',
  'error.code.foreignNumber': 'Stored as a number or a date, which spreadsheets round: format the column as text',
  'error.code.notForeign': 'This request is for codes that are made here: it takes no list',
  'error.code.listDecides': 'Codes that others printed come from their list: import it instead',
  'error.code.printedByOthers': 'Others printed these codes: there are no labels or files of them',
  'error.trace.several': 'Several enterprises have goods with this code: open it on the trace page and choose one',
  'error.trace.noSecurityCode': 'Others printed this code: it has no anti-counterfeit code',
} as const
