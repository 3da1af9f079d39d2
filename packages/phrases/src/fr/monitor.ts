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
  'alarm.databaseConnections': 'La base de données n’a presque plus de connexions',
  'alarm.databaseConnections.help':
    'Neuf sur dix sont utilisées ; quand il n’y en aura plus, des demandes seront refusées. Terminez celles qui sont inactives, autorisez-en davantage, ou placez un pooler devant la base, comme le dit le guide d’exploitation.',
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
  'alarm.filesSilent': 'Le stockage des fichiers ne répond pas',
  'alarm.filesSilent.help':
    'Les connexions au compartiment sont ouvertes mais muettes ; envois et téléchargements sont refusés aussitôt au lieu d’attendre. Le travail reprend de lui-même dès qu’il répond. Vérifiez le stockage et le réseau qui y mène.',
  'alarm.jobsWaiting': 'Des tâches de fond attendent',
  'alarm.jobsWaiting.help':
    'Aucun processus de fond ne tourne : les demandes de codes et autres tâches longues attendent. Démarrez-en au moins un.',
  'alarm.ledgerBehind': 'Le registre est en retard sur ce qui a été signé',
  'alarm.ledgerBehind.help':
    'Il contient {size} entrées, et il y manque ce qui avait été signé jusqu’à l’entrée {known}. Les déclarations sont acceptées et attendent ; rien n’est signé d’ici là. Lancez npm run ledger:recover.',
  'alarm.standbySilent': 'Les écritures attendent une base de secours',
  'alarm.standbySilent.help':
    '{waiting} transactions attendent la confirmation d’une base de secours synchrone. Rétablissez-la, ou continuez sans elle (docs/operations.md, Failover).',
  'alarm.walNotArchived': 'Le journal de la base de données n’est pas archivé',
  'alarm.walNotArchived.help':
    'La copie vers WAL_ARCHIVE_DIR échoue. Ce disque est-il plein ou absent ? D’ici là, une restauration s’arrête au dernier moment archivé.',
  'alarm.ledgerFaults': 'Le registre et les enregistrements divergent',
  'alarm.ledgerFaults.help':
    'Le contrôle de nuit, ou un appel refusé pour cette raison, a trouvé {found} endroits. La table ledger_fault les nomme.',
  'alarm.ledgerRefused': 'Un élément étranger était dans la file du registre',
  'alarm.ledgerRefused.help':
    '{found} entrées ont été écartées : le serveur ne les y avait pas mises, ou elles sont déjà dans le registre. Quelqu’un écrit dans la base à côté du serveur ; consultez la table ledger_refused et changez les mots de passe de la base.',
  'alarm.proxyUndeclared': 'Un serveur mandataire n’est pas déclaré',
  'alarm.proxyUndeclared.help':
    'Les requêtes passent par un serveur mandataire alors que TRUST_PROXY n’est pas défini : tous les visiteurs semblent n’en faire qu’un et partagent ses limites. Définissez-le comme le dit le guide d’exploitation, puis redémarrez.',
  'alarm.recordsChanged': 'Des enregistrements ne disent plus ce qui a été scellé',
  'alarm.recordsChanged.help':
    'Il y a {found} endroits où vos données ne sont pas celles du registre. Les lecteurs de vos codes en sont informés. Adressez-vous à l’exploitant de la plateforme : quelqu’un a modifié la base.',
  'alarm.replicaBehind': 'La réplique de lecture est en retard',
  'alarm.replicaBehind.help':
    'Elle a {seconds} {seconds|seconde|secondes} de retard ; la base principale répond donc à toutes les lectures. Vérifiez la charge de la machine de la réplique et la ligne entre les deux.',
  'alarm.replicaDown': 'La réplique de lecture est inutilisable',
  'alarm.replicaDown.help':
    'La base principale répond à toutes les lectures. Le journal du serveur en donne la raison. Démarrez la réplique ou corrigez DATABASE_READ_URL.',
  'alarm.anchorLag': 'Les têtes du registre n’atteignent pas la chaîne',
  'alarm.anchorLag.help':
    'Aucune tête n’a été ancrée depuis {minutes} minutes. Le registre lui-même continue. Voyez les ancrages : l’anomalie y indique ce qui bloque.',
  'alarm.anchorFunds': 'L’expéditeur des ancrages manque de fonds',
  'alarm.anchorFunds.help':
    'Envoyez-lui de quoi payer les prochains ancrages ; son adresse figure à l’écran des ancrages.',
  'alarm.anchorDisagreement': 'La chaîne contredit les ancrages',
  'alarm.anchorDisagreement.help':
    'Un nœud, le contrat ou le registre ne dit pas ce qu’il devrait. Voyez lequel à l’écran des ancrages ; rien n’est envoyé à la chaîne d’ici là.',
  'alarm.requestNumbersScarce': 'Les numéros de demandes de codes s’épuisent',
  'alarm.requestNumbersScarce.help':
    '{used} sur {most} sont utilisés ; au rythme des 90 derniers jours, le reste dure {years} ans. Demandez une version avec un format de code plus long avant leur épuisement : aucune demande ne serait alors possible.',
  'alarm.workWaitsAhead': 'Du travail attend une heure très lointaine',
  'alarm.workWaitsAhead.help':
    '{waiting} travaux attendent plus longtemps qu’il n’est jamais demandé : l’horloge était fausse à ce moment-là. Vérifiez l’horloge de la machine de la base et qu’un processus de fond tourne : il les corrige en quelques secondes.',
  'alarm.short':
    'Elle a été levée {times} fois en une minute, pendant {longest} s au plus, et s’est terminée d’elle-même. Si elle revient sans cesse, cherchez-en la cause dans le journal du serveur.',
  'alarm.since': 'Depuis le {time}.',
} as const satisfies Record<keyof typeof english, string>
