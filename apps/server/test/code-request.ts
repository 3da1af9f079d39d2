/**
 * The input of a request of codes: ten thousand for single items of a batch, felled in Gabon, to be reported from the
 * felling on.
 * @param change fields that differ
 */
export const codeRequest = <Change extends object>(batchId: number, change?: Change) => ({
  name: 'Codes',
  batchId,
  count: 10_000,
  codeRule: 'alnum',
  securityLength: 8,
  codeType: 'item',
  stageType: 'regular',
  updateStage: 'felling',
  countryCode: 'GA',
  factoryCode: 'F1',
  batchDate: '2026-11-01',
  species: 'OKO',
  ...change,
})
