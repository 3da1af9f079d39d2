import type { codeImport as english } from '../en/code-import.ts'

/** Importation de codes avec leurs colis, et importations qui en disent plus sur les erreurs. */
export const codeImport = {
  'code.import.open': 'Importer en masse',
  'code.import.title': 'Importer des codes',
  'code.import.sheet': 'Codes et colis',
  'code.import.intro':
    'Chaque ligne dit où se trouvent des codes : un seul code, ou une suite par son premier et son dernier code.',
  'code.import.hint': 'xlsx, {size}, {n} lignes et {packings} emballages au plus ; sans formules',
  'code.import.code': 'Code',
  'code.import.lastCode': 'Dernier code d’une suite',
  'code.import.parentCode': 'Colis ou conteneur',
  'code.import.time': 'Emballé le',
  'code.import.operator': 'Opérateur',
  'code.import.reason': 'Motif du changement',
  'code.import.right.code': 'Un code de votre entreprise, tel qu’il est imprimé sur l’étiquette',
  'code.import.right.lastCode': 'Un code de la même demande, placé après le premier',
  'code.import.right.parentCode':
    'Le code d’un colis ou d’un conteneur de votre entreprise, d’un niveau supérieur à son contenu',
  'code.import.right.time': 'Une date et une heure passées, par exemple 2026-03-30 08:30',
  'code.import.right.operator': 'Le nom de la personne qui a emballé, 50 caractères au plus',
  'code.import.right.reason': '200 caractères au plus',
  'code.import.right.code.alreadyPacked':
    'Retirez la ligne, ou indiquez dans la colonne « Motif du changement » pourquoi le code en sort',
  'code.import.right.code.rangesOverlap':
    'Chaque code dans une seule ligne ; un changement ultérieur demande sa propre date et un motif',
  'code.import.right.code.packedThen': 'Une date à laquelle le code n’était nulle part ailleurs : voyez où il a été',
  'code.import.right.code.unpackedTooEarly': 'Une date postérieure à celle où il a été mis là où il est',
  'code.import.right.stage.batchInactive': 'Des codes de lots qui ne sont pas clos',
  'code.import.clean':
    '{rows} lignes vérifiées, toutes correctes : {codes} codes en {packings} emballages. Rien n’est encore enregistré.',
  'code.import.cleanMoved':
    '{rows} lignes vérifiées, toutes correctes : {codes} codes en {packings} emballages, dont {moved} sortent d’un autre colis. Rien n’est encore enregistré.',
  'code.import.done':
    'Import réussi : {codes} {codes|code emballé|codes emballés}, en {packings} {packings|emballage|emballages}',
  'code.import.doneHint': 'Chaque emballage figure dans la liste des emballages et il est scellé.',
  'code.import.row': 'À partir de la ligne',
  'code.import.packed': 'Codes emballés',
  'code.import.moved': 'Dont changés de colis',
  'code.import.packings': 'Voir les emballages',
  'code.import.saveResult': 'Enregistrer le résultat',
  'error.code.importPackings':
    'Le fichier demande trop d’emballages : {max} au plus à la fois. Les lignes de mêmes colis, date et opérateur forment un seul emballage.',
  'entity.importValue': 'Contenu de la cellule',
  'entity.importRight': 'Ce qui serait correct',
  'entity.importRightIs': 'Ce qui serait correct : {right}',
  'entity.importSave': 'Enregistrer les erreurs',
  'entity.importMore': 'Il peut y avoir d’autres erreurs : corrigez ces lignes et vérifiez à nouveau.',
  'entity.importProgress': 'Traitement du fichier',
  'sheetName.importProblems': 'Erreurs',
} as const satisfies Record<keyof typeof english, string>
