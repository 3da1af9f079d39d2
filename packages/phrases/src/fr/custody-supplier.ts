import type { custodySupplier as english } from '../en/custody-supplier.ts'

export const custodySupplier = {
  'custody.supplier-invitation': 'Fournisseur invité à des étapes',
  'custody.supplier-invitation.goods': 'Marchandises',
  'custody.supplier-invitation.supplier': 'Fournisseur',
  'custody.supplier-invitation.accountId': 'Fournisseur',
  'custody.supplier-invitation.codes': 'Codes',
  'custody.supplier-invitation.numbers': 'Numéros',
  'custody.supplier-invitation.ranges': 'Plages',
  'custody.supplier-invitation.stages': 'Étapes',
  'custody.supplier-invitation.stageNames': 'Étapes',
  'custody.supplier-invitation.untilOn': 'Dernier jour',
  'custody.supplier-invitation.untilHint': 'Le fournisseur ne déclare que ce qui a lieu ce jour-là ou avant.',
  'custody.supplier-invitation.note': 'Remarque',
  'custody.supplier-invitation.status': 'État',
  'custody.supplier-invitation.status.current': 'Invité',
  'custody.supplier-invitation.status.revoked': 'Révoquée',
  'custody.supplier-invitation.validity': 'Validité',
  'custody.supplier-invitation.validity.current': 'En vigueur',
  'custody.supplier-invitation.validity.ended': 'Échue',
  'custody.supplier-invitation.reason': 'Motif',
  'custody.supplier-invitation.invitedAt': 'Invité le',
  'custody.supplier-invitation.settledAt': 'Révoquée le',
  'custody.supplier-invitation.add': 'Inviter un fournisseur',
  'custody.supplier-invitation.addHint':
    'Le fournisseur peut déclarer les étapes choisies pour ces marchandises sur son téléphone, et ne voit rien d’autre de l’entreprise. L’invitation vaut aussitôt.',
  'custody.supplier-invitation.accountHint':
    'Comptes du type « fournisseur ». On les ajoute sous « Utilisateurs », avec le rôle « Fournisseur ».',
  'custody.supplier-invitation.sent': 'Fournisseur invité à déclarer pour {n} {n|code|codes}',
  'custody.supplier-invitation.revoke': 'Révoquer',
  'custody.supplier-invitation.revokeTitle':
    'Révoquer cette invitation ? Le fournisseur ne déclare plus rien ; ses déclarations restent.',
  'custody.supplier-invitation.details': 'Contenu',
} as const satisfies Record<keyof typeof english, string>
