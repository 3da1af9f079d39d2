import type { materialErrors as english } from '../en/material-errors.ts'

export const materialErrors = {
  'error.material.overdrawn': 'Le lot {batch} a {there} m³ de {species} en {form} : on ne peut en prendre {wanted} m³',
  'error.material.speciesMissing': 'Le lot {batch} n’a pas de {species} en {form} : on ne peut en prendre {wanted} m³',
  'error.material.reliedUpon':
    'Des enregistrements ultérieurs reposent sur ce bois : {records}. Corrigez-les ou retirez-les d’abord',
  'error.material.giverLacks':
    'L’entreprise qui offre les marchandises a moins de ce bois qu’elle n’en offre. Demandez-lui une autre offre avec le bon volume',
  'error.material.holderLacks':
    'L’entreprise qui vous a invité a moins de ce bois selon ses enregistrements. Vérifiez l’essence et le volume, ou demandez-lui quel enregistrement manque',
  'error.material.holderRelies':
    'Des enregistrements de l’entreprise qui vous a invité reposent sur ce bois. Demandez-lui de les corriger ou de les retirer d’abord',
  'error.material.receivedAbove':
    'On ne peut recevoir {received} m³ quand {volume} m³ ont été remis : les mesures diffèrent d’un dixième au plus',
  'error.material.transferSame': 'Le bois ne peut aller d’un lot vers lui-même',
  'error.material.transferTwice': 'Deux lignes ont les mêmes lots, essence et forme : faites-en une seule',
  'error.material.transferRecalled': 'Le lot {batch} est rappelé : son bois y reste',
  'error.material.transferTarget':
    'Le lot {batch} ne reçoit pas de bois : il est clos ou annulé, ou un partenaire y déclare',
  'error.material.recountDiffers':
    '{n} soldes de bois ne sont pas la somme de leurs écritures ; le premier est celui du lot {batch}',
  'error.material.originTooLarge':
    'Un fichier ne peut contenir toutes les parcelles : leurs contours dépassent 25 Mo, ou il y a plus de lots qu’on n’en suit. Interrogez lot par lot.',
  'material.form.log': 'grumes',
  'material.form.sawn': 'sciages',
  'material.form.product': 'produits finis',
  'material.form.residue': 'connexes',
} as const satisfies Record<keyof typeof english, string>
