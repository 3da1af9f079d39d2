/** The parts of a workbook that do not depend on its rows (ECMA-376 part 1, sections 12.3 and 18). */
import { mostDecimals } from './cells.ts'

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelationships = 'http://schemas.openxmlformats.org/package/2006/relationships'
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Worksheets are the default for `.xml`, so that this part can be written before their number is known. */
export const contentTypes =
  `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  `<Default Extension="xml" ContentType="${spreadsheet}.worksheet+xml"/>` +
  `<Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/>` +
  `<Override PartName="/xl/styles.xml" ContentType="${spreadsheet}.styles+xml"/></Types>`

export const rootRelationships =
  `${declaration}<Relationships xmlns="${packageRelationships}">` +
  `<Relationship Id="rId1" Type="${relationships}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

/** Decimals with a fixed number of digits after the decimal point and a thousands separator. */
const fixedFormats = Array.from({ length: mostDecimals + 1 }, (_, digits) =>
  digits === 0 ? '#,##0' : `#,##0.${'0'.repeat(digits)}`,
)

const headerFormat = (place: string) =>
  '<xf numFmtId="49" fontId="1" fillId="2" borderId="1" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1">' +
  `<alignment ${place} vertical="center" wrapText="1"/></xf>`

const cellFormat = (format: number) =>
  `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1">` +
  // A long text grows downwards, so that a sheet stays as wide as its paper; the indent separates it from the number
  // before it.
  `<alignment vertical="top"${format === 49 ? ' horizontal="left" indent="1" wrapText="1"' : ''}/></xf>`

/**
 * Cell formats in the order of `styleOf`: default, header, text, integer, decimal, date, date with time, header of
 * numbers, fixed decimals.
 */
export const styles =
  `${declaration}<styleSheet xmlns="${main}">` +
  `<numFmts count="${2 + fixedFormats.length}">` +
  '<numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>' +
  '<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/>' +
  fixedFormats.map((format, digits) => `<numFmt numFmtId="${166 + digits}" formatCode="${format}"/>`).join('') +
  '</numFmts>' +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font>' +
  '<font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>' +
  '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>' +
  '<fill><patternFill patternType="solid"><fgColor rgb="FFEDEFF1"/><bgColor indexed="64"/></patternFill></fill></fills>' +
  '<borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border>' +
  '<border><left/><right/><top/><bottom style="thin"><color rgb="FF9AA3AB"/></bottom><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="${8 + fixedFormats.length}">` +
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  headerFormat('horizontal="left" indent="1"') +
  // 49 is "Text": what a person types into such a cell later stays text too.
  [49, 1, 0, 164, 165].map(cellFormat).join('') +
  headerFormat('horizontal="right"') +
  fixedFormats.map((_, digits) => cellFormat(166 + digits)).join('') +
  '</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'

export function workbook(names: readonly string[]): string {
  const sheets = names.map(
    (name, index) => `<sheet name="${attribute(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  )
  // Prints the heading on every page.
  const titles = names.map(
    (name, index) =>
      `<definedName name="_xlnm.Print_Titles" localSheetId="${index}">'${escaped(name).replaceAll("'", "''")}'!$1:$1</definedName>`,
  )
  return (
    `${declaration}<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets>${sheets.join('')}</sheets>` +
    `<definedNames>${titles.join('')}</definedNames></workbook>`
  )
}

export function workbookRelationships(sheets: number): string {
  const each = Array.from(
    { length: sheets },
    (_, n) =>
      `<Relationship Id="rId${n + 1}" Type="${relationships}/worksheet" Target="worksheets/sheet${n + 1}.xml"/>`,
  )
  const last = `<Relationship Id="rId${sheets + 1}" Type="${relationships}/styles" Target="styles.xml"/>`
  return `${declaration}<Relationships xmlns="${packageRelationships}">${each.join('')}${last}</Relationships>`
}

/** Start of a worksheet up to its rows: the header row frozen, columns with width and format for cells still to be filled. */
export function sheetHead(columns: readonly { width: number; style: number }[]): string {
  const cols = columns.map(
    ({ width, style }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" style="${style}" customWidth="1"/>`,
  )
  return (
    `${declaration}<worksheet xmlns="${main}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/></sheetView></sheetViews>' +
    `<sheetFormatPr defaultRowHeight="15"/>${cols.length > 0 ? `<cols>${cols.join('')}</cols>` : ''}<sheetData>`
  )
}

/**
 * A4 landscape, one page wide and as many pages long as needed; sheet name and date at the top, page number and page
 * count at the bottom.
 */
const paper =
  '<pageMargins left="0.4" right="0.4" top="0.6" bottom="0.6" header="0.3" footer="0.3"/>' +
  '<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>' +
  '<headerFooter><oddHeader>&amp;L&amp;A&amp;R&amp;D</oddHeader><oddFooter>&amp;R&amp;P / &amp;N</oddFooter></headerFooter>'

/** End of a worksheet after `rows` rows, with filter buttons on the header, and its print settings. */
export function sheetFoot(lastColumn: string, rows: number, validations = ''): string {
  const filter = rows > 1 ? `<autoFilter ref="A1:${lastColumn}${rows}"/>` : ''
  return `</sheetData>${filter}${validations}${paper}</worksheet>`
}

/** A name that Excel accepts for a sheet: 1 to 31 characters without `[]:*?/\` and without apostrophes at its ends. */
export function sheetName(name: string, number: number): string {
  const suffix = number > 1 ? ` (${number})` : ''
  const clean = name.replace(/[[\]:*?/\\\p{Cc}\p{Cs}\ufffe\uffff]/gu, ' ').trim()
  const short = clean.slice(0, 31 - suffix.length).replace(/^'+|['\p{Cs}]+$/gu, '')
  return (short.trim() || 'Sheet') + suffix
}

function attribute(text: string): string {
  return escaped(text).replaceAll('"', '&quot;')
}

/** Drop-down lists for cells of a sheet. */
export function validations(lists: readonly { cells: string; from: string; closed: boolean }[]): string {
  if (lists.length === 0) return ''
  const each = lists.map(
    ({ cells, from, closed }) =>
      `<dataValidation type="list" allowBlank="1" showErrorMessage="${closed ? 1 : 0}" sqref="${cells}"><formula1>${escaped(from)}</formula1></dataValidation>`,
  )
  return `<dataValidations count="${lists.length}">${each.join('')}</dataValidations>`
}

/** A formula's reference to cells of another sheet. */
export const cellsOf = (sheet: string, column: string, from: number, to: number): string =>
  `'${sheet.replaceAll("'", "''")}'!$${column}$${from}:$${column}$${to}`

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
