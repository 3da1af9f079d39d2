/**
 * The body of a code request: ten thousand codes for single items of a batch, felled in Gabon, reported from felling on.
 * @param change values to override
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
