import type { stageEntry as english } from '../en/stage-entry.ts'

/** Reports that are entered in the back office. */
export const stageEntry = {
  'stage.entry.title': 'Déclarer une étape',
  'stage.entry.send': 'Déclarer',
  'stage.entry.done': 'L’étape est déclarée',
  'stage.entry.parts': 'Parties du formulaire',
  'stage.entry.goods': 'Ce qui est déclaré',
  'stage.entry.goodsHint':
    'Des codes un à un ({max} au plus), des plages d’une demande de codes ou tous les codes d’un lot. Une déclaration porte sur un seul lot.',
  'stage.entry.codes': 'Codes',
  'stage.entry.codesHint': 'Un par ligne, ou séparés par des virgules',
  'stage.entry.addRange': 'Ajouter une plage',
  'stage.entry.range': 'plage {n}',
  'stage.entry.rangeOf': 'Elle compte {n} {n|code, numéroté|codes, numérotés} à partir de 1',
  'stage.entry.wholeBatch': 'Tous les codes d’un lot',
  'stage.entry.batchEmpty': 'Ce lot n’a aucun code que l’étape accepte',
  'stage.entry.parentPacking': 'Le colis ou le conteneur dans lequel ils sont emballés',
  'stage.entry.parentHint': 'Seulement s’ils sont mis dans un colis ou un conteneur à cette étape : cela les lie',
  'stage.entry.linkTitle': 'Mettre {n} {n|code|codes} sous {parent} ?',
  'stage.entry.linkText':
    'Qui scanne le code parent les verra comme son contenu. Seule l’annulation de cet enregistrement défait le lien.',
  'stage.entry.link': 'Lier et déclarer',
  'stage.entry.noStages': 'Il n’y a aucune étape que vous puissiez déclarer',
  'stage.entry.begunForm': '{name} (tel qu’au début de la saisie)',
  'stage.entry.chooseTemplate': 'Choisissez le modèle : ce qu’il demande s’affiche ici.',
  'stage.entry.usual': 'Remplir les valeurs habituelles',
  'stage.entry.filled': 'Champs remplis : {n}',
  'stage.entry.firstCode': 'Code',
  'stage.entry.unlikely': 'Pourquoi l’invraisemblable est exact',
  'stage.entry.lastCode': 'Dernier code d’une plage',
  'stage.entry.import': 'Déclarer une liste',
  'stage.entry.importHint':
    'xlsx ou csv de {size} et {n} lignes au plus. Les lignes qui disent la même chose font un seul enregistrement ; avec un dernier code, une ligne vaut pour toute la plage.',
  'stage.entry.importClean': '{rows} lignes sans erreur feront {records} enregistrements',
  'stage.entry.imported':
    'Import réussi : {records} {records|enregistrement créé|enregistrements créés} à partir de {rows} {rows|ligne|lignes}',
} as const satisfies Record<keyof typeof english, string>
