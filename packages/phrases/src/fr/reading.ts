import type { reading as english } from '../en/reading.ts'

/** What a reader of a value (`@timbermark/contract/reading`) read, and what it expects; what it understood. */
export const reading = {
  'error.notNumber.read':
    '« {value} » dans « {label} » n’est pas un nombre. Écrivez des chiffres, par exemple 24500,5 ou 24 500,5',
  'error.notNumber.ambiguous':
    '« {value} » dans « {label} » peut vouloir dire {first} ou {second}. Écrivez le nombre sans séparateur de milliers, avec une virgule pour les décimales',
  'error.notNumber.exponent':
    '« {value} » dans « {label} » est un nombre abrégé par le tableur. Écrivez tous ses chiffres, par exemple 24500',
  'error.notNumber.digits':
    '« {value} » dans « {label} » a trop de chiffres pour un nombre. Écrivez un nombre comme 24500,5',
  'error.notNumber.date':
    '« {value} » dans « {label} » est une date ; un nombre est attendu, par exemple 24500,5. Mettez la cellule au format nombre et récrivez-la',
  'error.notNumber.unit':
    '« {value} » dans « {label} » porte l’unité « {unit} ». L’unité attendue est {wanted} : écrivez 24500 ou 24500 {wanted}',
  'error.notNumber.noUnit':
    '« {value} » dans « {label} » contient « {unit} » à côté du nombre. Écrivez le nombre seul, par exemple 24500,5',
  'error.notNumber.currency':
    '« {value} » dans « {label} » nomme la monnaie « {unit} », qui a sa propre place. Écrivez le montant seul, par exemple 120000,50',
  'error.notNumber.longitude':
    '« {value} » dans « {label} » n’est pas une longitude. Écrivez des degrés de -180 à 180, par exemple 11,6281 ou 11,6281 E',
  'error.notNumber.latitude':
    '« {value} » dans « {label} » n’est pas une latitude. Écrivez des degrés de -90 à 90, par exemple -0,7352 ou 0,7352 S',
  'error.notNumber.coordinates':
    '« {value} » dans « {label} » n’est pas un lieu. Écrivez la longitude puis la latitude, par exemple 9,4673 ; 0,4162 ou 9,4673 E ; 0,4162 N',
  'error.notDate.read': '« {value} » dans « {label} » n’est pas une date. Écrivez-la comme 12/09/2026 ou 2026-09-12',
  'error.notDate.moment':
    '« {value} » dans « {label} » n’est pas une date avec une heure. Écrivez-la comme 12/09/2026 14:30 ou 2026-09-12 14:30',
  'error.notDate.noSuchDay':
    '« {value} » dans « {label} » : ce jour n’existe pas. Écrivez un jour du calendrier, par exemple 12/09/2026',
  'error.notDate.noSuchTime':
    '« {value} » dans « {label} » : cette heure n’existe pas. La journée va de 00:00 à 23:59, par exemple 12/09/2026 14:30',
  'error.notDate.skipped':
    '« {value} » dans « {label} » : au passage à l’heure d’été, les horloges de {zone} ont sauté cette heure. Écrivez-en une autre, par exemple 12/09/2026 14:30',
  'error.notDate.ambiguous':
    '« {value} » dans « {label} » peut vouloir dire {first} ou {second}. Écrivez l’année d’abord, par exemple {first}',
  'error.notDate.shortYear':
    '« {value} » dans « {label} » a une année à deux chiffres. Écrivez-en quatre, par exemple 12/09/2026',
  'error.notDate.year': '« {value} » dans « {label} » est antérieur à l’année 1900. Écrivez une date comme 12/09/2026',
  'error.notDate.serial': 'Le nombre « {value} » dans « {label} » n’est pas une date. Écrivez-la comme 12/09/2026',
  'error.notDate.withTime':
    '« {value} » dans « {label} » contient une heure ; seul le jour est attendu, par exemple 12/09/2026',
  'error.notOneOf.near': '« {value} » ne convient pas au champ « {label} ». Vouliez-vous dire : {choices} ?',
  'error.notOneOf.country':
    '« {value} » dans « {label} » n’est ni un pays ni une région. Écrivez son nom ou son code, par exemple Gabon, GA ou GAB',
  'error.notOneOf.timeZone':
    '« {value} » dans « {label} » n’est pas un fuseau horaire. Écrivez-le comme Africa/Libreville ou Shanghai',
  'error.referenceMissing.near': '« {value} » est introuvable pour « {label} ». Vouliez-vous dire : {choices} ?',
  'error.notEmail.read': '« {value} » dans « {label} » n’est pas une adresse e-mail. Écrivez-la comme nom@exemple.fr',
  'error.notPhone.read':
    '« {value} » dans « {label} » n’est pas un numéro de téléphone. Écrivez-le comme +241 11 72 00 00',
  'error.notMobile.read': '« {value} » dans « {label} » n’est pas un numéro de mobile. Écrivez-le comme +24174123456',
  'error.cellChanged.value':
    '« {value} » dans « {label} » est enregistré comme nombre ou comme date, que le tableur modifie : mettez la colonne au format texte et récrivez la valeur, par exemple AAC-0012',
  'error.cellFailed.value':
    '« {value} » dans « {label} » est une erreur du tableur. Corrigez la formule ou écrivez la valeur elle-même',
  'note.number': '« {value} » dans « {label} » est compris comme {as}',
  'note.day': '« {value} » dans « {label} » est compris comme {as} (année, mois, jour)',
  'note.hour': '« {value} » dans « {label} » n’a pas d’heure ; il est compris comme {as}',
  'note.twice':
    '« {value} » dans « {label} » : au passage à l’heure d’hiver, les horloges de {zone} ont montré cette heure deux fois ; la première est retenue',
  'note.unit': '« {value} » dans « {label} » est converti en {as}',
} as const satisfies Record<keyof typeof english, string>
