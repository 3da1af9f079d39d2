import type { undo as english } from '../en/undo.ts'

export const undo = {
  'entity.canUndo': 'Vous pourrez annuler pendant quelques secondes.',
  'entity.undo': 'Annuler l’action',
  'entity.undoKey': 'Ctrl+Z',
  'entity.undone': 'Action annulée',
  'entity.enabled': 'Activé : {name}',
  'entity.disabled': 'Désactivé : {name}',
  'entity.removedOne': 'Supprimé : {name}',
  'entity.copyRecord': 'Copier',
  'entity.bulkEdit': 'Modifier la sélection',
  'entity.bulkEdit.title': 'Modifier {n} {n|enregistrement|enregistrements}',
  'entity.bulkEdit.ok': 'Changer {n} {n|enregistrement|enregistrements}',
  'entity.bulkEdit.fields': 'Ce qui change',
  'entity.bulkEdit.hint':
    'Tous reçoivent la même valeur, chacun selon les règles d’une modification seule. Impossible de revenir en arrière.',
  'entity.compare': 'Comparer',
  'entity.compareTitle': 'Deux enregistrements côte à côte',
  'entity.compareCount': '{n} {n|champ diffère|champs diffèrent} sur {all}',
  'entity.compareOnly': 'Différences seulement',
  'entity.compareField': 'Champ',
  'entity.compareDiffers': 'différent',
  'error.undoExpired': 'Annulation impossible : le délai est écoulé',
  'error.undoChanged': 'Annulation impossible : l’enregistrement a été modifié depuis',
  'error.undoTaken': 'Annulation impossible : un autre enregistrement utilise désormais le même nom ou numéro',
} as const satisfies Record<keyof typeof english, string>
