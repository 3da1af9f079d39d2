import type { monitor as english } from '../en/monitor.ts'

/** Logs and sessions. */
export const monitor = {
  'monitor.internalNetwork': 'Réseau interne',
  'monitor.log.clean': 'Vider',
  'monitor.log.cleanTitle': 'Vider tout le journal ?',
  'monitor.log.cleanText':
    'Toutes les entrées sont supprimées, pas seulement celles qui s’affichent. Exportez-les d’abord si elles peuvent servir. Les entrées du journal des opérations sur les personnes, leurs droits et les journaux restent.',
  'monitor.log.cleaned': 'Le journal a été vidé',
  'monitor.log.cleanedExcept':
    'Le journal a été vidé ; {n} {n|entrée|entrées} sur les personnes, leurs droits et les journaux {n|reste|restent}',
  'monitor.logininfor.unlockTitle': 'Déverrouiller le compte {name} ?',
  'monitor.logininfor.unlockText': 'Le compteur d’échecs repart de zéro ; l’utilisateur peut réessayer aussitôt.',
  'monitor.logininfor.unlocked': 'Le compte {name} est déverrouillé',
  'monitor.online.current': 'cette session',
  'monitor.online.own': 'C’est votre propre session ; déconnectez-vous plutôt',
  'monitor.online.endTitle': 'Déconnecter {name} ?',
  'monitor.online.endText': 'Ce qui n’est pas enregistré est perdu. L’utilisateur peut se reconnecter.',
  'monitor.online.endSelected': 'Forcer la déconnexion ({n})',
  'monitor.online.endSeveral': 'Terminer {n} {n|session sélectionnée|sessions sélectionnées} ?',
  'monitor.online.ended': 'Sessions terminées : {n}',
  'monitor.online.noneEnded': 'Cet utilisateur n’est pas connecté',
  'alarm.databaseDown': 'La base de données est injoignable',
  'alarm.databaseDown.help':
    'Le travail reprend de lui-même dès son retour. Au-delà d’une minute, vérifiez le processus de la base et son journal.',
  'alarm.databaseSilent': 'La base de données ne répond pas',
  'alarm.databaseSilent.help':
    'Les connexions sont ouvertes mais muettes ; les demandes sont refusées aussitôt au lieu d’attendre. Vérifiez la charge et le disque de sa machine.',
  'alarm.diskFull': 'Le disque est plein',
  'alarm.diskFull.help': 'Plus rien ne peut être écrit. Libérez de la place ; le travail reprend ensuite de lui-même.',
  'alarm.filesUnwritable': 'Le dossier des fichiers n’est pas accessible en écriture',
  'alarm.filesUnwritable.help':
    'Les envois ne peuvent pas être conservés. Vérifiez les droits et le montage du dossier de données, ou le compartiment et sa clé.',
  'alarm.jobsWaiting': 'Des tâches de fond attendent',
  'alarm.jobsWaiting.help':
    'Aucun processus de fond ne tourne : les demandes de codes et autres tâches longues attendent. Démarrez-en au moins un.',
  'alarm.ledgerBehind': 'Le registre est en retard sur ce qui a été signé',
  'alarm.ledgerBehind.help':
    'Il contient {size} entrées, et il y manque ce qui avait été signé jusqu’à l’entrée {known}. Les déclarations sont acceptées et attendent ; rien n’est signé d’ici là. Lancez npm run ledger:recover.',
  'alarm.ledgerFaults': 'Le registre et les enregistrements divergent',
  'alarm.ledgerFaults.help': 'Le contrôle de nuit a trouvé {found} endroits. Le journal du serveur les nomme.',
  'alarm.ledgerRefused': 'Un élément étranger était dans la file du registre',
  'alarm.ledgerRefused.help':
    '{found} entrées ont été écartées : le serveur ne les y avait pas mises, ou elles sont déjà dans le registre. Quelqu’un écrit dans la base à côté du serveur ; consultez la table ledger_refused et changez les mots de passe de la base.',
  'alarm.proxyUndeclared': 'Un serveur mandataire n’est pas déclaré',
  'alarm.proxyUndeclared.help':
    'Les requêtes passent par un serveur mandataire alors que TRUST_PROXY n’est pas défini : tous les visiteurs semblent n’en faire qu’un et partagent ses limites. Définissez-le comme le dit le guide d’exploitation, puis redémarrez.',
  'alarm.recordsChanged': 'Des enregistrements ne disent plus ce qui a été scellé',
  'alarm.recordsChanged.help':
    'Le contrôle de nuit a trouvé {found} endroits où vos données ne sont pas celles du registre. Les lecteurs de vos codes en sont informés. Adressez-vous à l’exploitant de la plateforme : quelqu’un a modifié la base.',
  'alarm.since': 'Depuis le {time}.',
} as const satisfies Record<keyof typeof english, string>
