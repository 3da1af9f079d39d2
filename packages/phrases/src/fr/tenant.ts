import type { tenant as english } from '../en/tenant.ts'

/** Enterprises. */
export const tenant = {
  'tenant.enterprise.createTime': 'Création',
  'tenant.enterprise.kind.platform': 'Opérateur de la plateforme',
  'tenant.enterprise.idHint': '2 à 20 lettres, chiffres, - ou _ ; ne peut plus être changée ensuite',
  'tenant.enterprise.administratorHint': 'Nom de compte, 4 à 20 caractères ; vide, c’est l’identifiant',
  'tenant.enterprise.createsTitle': 'Ce qui est créé',
  'tenant.enterprise.createsAccount': 'Le compte administrateur « {account} »',
  'tenant.enterprise.createsSomeAccount': 'Le compte administrateur, du nom de l’identifiant',
  'tenant.enterprise.createsPassword':
    'Un premier mot de passe, affiché une fois à l’enregistrement, qui ne sert qu’à en choisir un autre dans les 72 heures',
  'tenant.enterprise.createsRest': 'Un service au nom de l’entreprise et les rôles fournis',
  'tenant.enterprise.disableText':
    'Ses utilisateurs sont déconnectés aussitôt et ne peuvent plus se connecter. Les données restent et les codes restent traçables.',
  'tenant.enterprise.enableText': 'Ses utilisateurs pourront de nouveau se connecter.',
  'tenant.enterprise.resetPwd': 'Nouveau mot de passe administrateur',
  'tenant.enterprise.resetTitle': 'Nouveau mot de passe pour l’administrateur de {name} ?',
  'tenant.enterprise.resetText':
    'L’ancien mot de passe cesse de fonctionner et l’administrateur est déconnecté. Le nouveau ne s’affiche qu’une fois. Le journal de l’entreprise en garde trace et tous ses administrateurs en sont avertis.',
  'tenant.enterprise.resetFactor': 'Retirer aussi la validation en deux étapes (téléphone et codes de secours perdus)',
  'tenant.enterprise.handOver': 'Administrateur de {name}',
  'tenant.enterprise.handOverText':
    'Remettez-les maintenant : le mot de passe ne s’affiche qu’ici et doit être remplacé dans les {n} heures.',
} as const satisfies Record<keyof typeof english, string>
