import type { bare as english } from '../en/bare.ts'

export const bare = {
  'shell.login.motto': 'Chaque pièce de bois a une origine',
  'shell.login.lead': 'Dix-huit étapes consignées, de la marque en forêt à la vente, que chacun peut vérifier.',
  'shell.transport.network': 'Échec de la connexion au serveur',
  'shell.transport.timeout': 'Délai d’attente du serveur dépassé',
  'shell.transport.status': 'Erreur {status} de l’interface du système',
  'shell.notFound.title': 'Cette page n’existe pas',
  'shell.notFound.text': 'L’adresse est peut-être erronée, ou la page ne figure pas dans votre menu.',
  'shell.home': 'Retour à l’accueil',
  'shell.session.title': 'Session expirée',
  'shell.session.text': 'Votre session a expiré. Vous pouvez rester sur cette page ou vous reconnecter.',
  'shell.session.stay': 'Rester',
  'shell.session.again': 'Se reconnecter',
  'shell.session.overtakenTitle': 'Nouvelle connexion',
  'shell.session.overtakenText':
    'Cette page a été ouverte par {name}. Depuis, un autre onglet de ce navigateur s’est connecté : rechargez la page pour continuer sous cette connexion. Ce qui a été saisi dans les formulaires reste dans cet onglet.',
  'shell.session.leftTitle': 'Déconnexion',
  'shell.session.leftText':
    'Vous avez été déconnecté dans un autre onglet de ce navigateur. Vous pouvez rester sur cette page ou vous reconnecter.',
  'shell.session.userMissing': 'L’utilisateur n’existe pas',
  'shell.nav.language': 'Langue',
  'shell.broken.title': 'Cette page a rencontré une erreur',
  'shell.broken.text':
    'Les autres pages ne sont pas touchées. Réessayez ; si l’erreur persiste, prévenez l’administrateur.',
  'shell.broken.update': 'Le système a été mis à jour. Rechargez la page pour continuer.',
  'shell.broken.reload': 'Recharger',
  'shell.offline.text': 'Vous êtes hors ligne. Les données affichées peuvent dater et rien ne peut être enregistré.',
  'shell.offline.back': 'Vous êtes de nouveau en ligne',
  'shell.filing':
    'Déclaration du site : voir le registre du ministère de l’Industrie et des Technologies de l’information',
  'shell.filing.open': 'Consulter la déclaration (nouvelle fenêtre)',
} as const satisfies Record<keyof typeof english, string>
