/** CITES listing of the timber: appendix, annotation (which goods are meant) and the day that wording came into force. */
export interface CitesListing {
  appendix: 'I' | 'II' | 'III'
  annotation: string
  since: string
}

/** Logs, sawn wood, veneer, plywood and transformed wood (#17); everything but the named exceptions (#15). */
const since2019 = { appendix: 'II', annotation: '#17', since: '2019-11-26' } as const
const since2023 = { appendix: 'II', annotation: '#17', since: '2023-02-23' } as const
const since2017 = { appendix: 'II', annotation: '#15', since: '2017-01-02' } as const

/**
 * Timber species: code (three letters, printed next to QR codes), Latin genus and species. Trade names are phrases
 * `dict.tree_species.<value>`. The listings are those of the African populations and a first hint for the clerk;
 * Species+ decides (https://speciesplus.net).
 */
export const treeSpecies = [
  { value: 'OKO', latin: ['Aucoumea', 'klaineana'], default: true },
  { value: 'SAP', latin: ['Entandrophragma', 'cylindricum'] },
  { value: 'PAD', latin: ['Pterocarpus', 'soyauxii'], cites: since2023 },
  { value: 'IRO', latin: ['Milicia', 'excelsa'] },
  { value: 'AFR', latin: ['Pericopsis', 'elata'], cites: since2019 },
  { value: 'AZO', latin: ['Lophira', 'alata'] },
  { value: 'BUB', latin: ['Guibourtia', 'tessmannii'], cites: since2017 },
  { value: 'DOU', latin: ['Afzelia', 'bipindensis'], cites: since2023 },
  { value: 'KOS', latin: ['Entandrophragma', 'candollei'] },
  { value: 'MOA', latin: ['Baillonella', 'toxisperma'] },
  { value: 'MOV', latin: ['Distemonanthus', 'benthamianus'] },
  { value: 'NIA', latin: ['Heritiera', 'utilis'] },
  { value: 'OVE', latin: ['Guibourtia', 'ehie'] },
  { value: 'SIP', latin: ['Entandrophragma', 'utile'] },
  { value: 'TAL', latin: ['Erythrophleum', 'ivorense'] },
  { value: 'TIA', latin: ['Entandrophragma', 'angolense'] },
  { value: 'WEN', latin: ['Millettia', 'laurentii'] },
  { value: 'ZIN', latin: ['Microberlinia', 'brazzavillensis'] },
  { value: 'BIL', latin: ['Nauclea', 'diderrichii'] },
  { value: 'BEL', latin: ['Julbernardia', 'pellegriniana'] },
  { value: 'DAB', latin: ['Piptadeniastrum', 'africanum'] },
  { value: 'ACA', latin: ['Khaya', 'ivorensis'], cites: since2023 },
  { value: 'AYO', latin: ['Triplochiton', 'scleroxylon'] },
  { value: 'LIM', latin: ['Terminalia', 'superba'] },
  { value: 'FRM', latin: ['Terminalia', 'ivorensis'] },
  { value: 'ILO', latin: ['Pycnanthus', 'angolensis'] },
  { value: 'OZI', latin: ['Dacryodes', 'buettneri'] },
  { value: 'DIB', latin: ['Lovoa', 'trichilioides'] },
  { value: 'OKA', latin: ['Cylicodiscus', 'gabunensis'] },
  { value: 'MUK', latin: ['Autranella', 'congolensis'] },
  { value: 'PAO', latin: ['Bobgunnia', 'fistuloides'] },
  { value: 'EBN', latin: ['Diospyros', 'crassiflora'] },
  { value: 'TEA', latin: ['Tectona', 'grandis'] },
  { value: 'MER', latin: ['Intsia', 'bijuga'] },
  { value: 'RUB', latin: ['Hevea', 'brasiliensis'] },
  { value: 'EUC', latin: ['Eucalyptus', 'grandis'] },
  { value: 'OAK', latin: ['Quercus', 'robur'] },
  { value: 'BEE', latin: ['Fagus', 'sylvatica'] },
  { value: 'ASH', latin: ['Fraxinus', 'excelsior'] },
  { value: 'BIR', latin: ['Betula', 'pendula'] },
  { value: 'MAP', latin: ['Acer', 'saccharum'] },
  { value: 'WAL', latin: ['Juglans', 'nigra'] },
  { value: 'CHE', latin: ['Prunus', 'serotina'] },
  { value: 'PIN', latin: ['Pinus', 'sylvestris'] },
  { value: 'RAD', latin: ['Pinus', 'radiata'] },
  { value: 'LAR', latin: ['Larix', 'gmelinii'] },
  { value: 'SPR', latin: ['Picea', 'abies'] },
  { value: 'DGL', latin: ['Pseudotsuga', 'menziesii'] },
  { value: 'FIR', latin: ['Cunninghamia', 'lanceolata'] },
] as const
