import type { codeForeign as english } from '../en/code-foreign.ts'

/** Codes that others printed. */
export const codeForeign = {
  'code.request.origin': 'Codes',
  'code.request.origin.own': 'Créés ici',
  'code.request.origin.foreign': 'Imprimés par un tiers',
  'code.request.origin.received': 'Reçus avec les marchandises',
  'code.request.origin.invited': 'Déclarés sur invitation',
  'code.request.originHint':
    '« Imprimés par un tiers » : pour des marchandises qui portent déjà de tels codes. Leur liste s’importe après l’enregistrement ; ils n’ont pas de code anti-contrefaçon.',
  'code.foreign.listDecides': 'Fixé par la liste',
  'code.foreign.import': 'Importer la liste',
  'code.foreign.title': 'Importer des codes imprimés par un tiers',
  'code.foreign.intro':
    'Un code par ligne, tel qu’il est imprimé. Les codes sont conservés dans l’ordre de la liste et ne peuvent plus être modifiés.',
  'code.foreign.hint': 'xlsx, {size} et {n} lignes au plus ; sans formule',
  'code.foreign.sheet': 'Codes de tiers',
  'code.foreign.value': 'Code imprimé',
  'code.foreign.right': '4 à 50 lettres, chiffres ou . _ : * ( ) -, en commençant par une lettre, un chiffre ou (',
  'code.foreign.clean': 'Vérifié : {n} {n|code, nouveau|codes, tous nouveaux}. Rien n’est encore enregistré.',
  'code.foreign.done': 'Import réussi : {n} {n|code|codes}',
  'code.foreign.doneHint':
    'Ils se trouvent, se certifient, s’emballent, se déclarent et se confient aux revendeurs comme les codes créés ici. Aucune étiquette n’est imprimée pour eux.',
  'code.foreign.manifestHint': 'SHA-256 de la liste : chaque code suivi d’un saut de ligne.',
  'code.qr.printed': 'Imprimé par un tiers',
  'error.code.foreignSigns':
    '4 à 50 lettres, chiffres ou . _ : * ( ) - sont attendus, en commençant par une lettre, un chiffre ou (',
  'error.code.foreignOwn': 'A la forme d’un code créé par cette plateforme',
  'error.code.foreignTwice': 'Figure déjà à la ligne {row}',
  'error.code.foreignTaken': 'A déjà été importé',
  'error.code.foreignNumber':
    'Enregistré comme nombre ou date, que les tableurs arrondissent : mettez la colonne au format texte',
  'error.code.notForeign': 'Les codes de cette demande sont créés ici : elle n’accepte pas de liste',
  'error.code.listDecides': 'Les codes imprimés par un tiers viennent de leur liste : importez-la',
  'error.code.printedByOthers': 'Ces codes ont été imprimés par un tiers : ils n’ont ni étiquettes ni fichiers',
  'error.trace.several':
    'Plusieurs entreprises ont des marchandises avec ce code : ouvrez-le sur la page de traçabilité et choisissez',
  'error.trace.noSecurityCode': 'Ce code a été imprimé par un tiers : il n’a pas de code anti-contrefaçon',
} as const satisfies Record<keyof typeof english, string>
