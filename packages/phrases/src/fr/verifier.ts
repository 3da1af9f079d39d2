import type { verifier as english } from '../en/verifier.ts'

/** The stand-alone verifier: a file and a command that check saved evidence without this site. */
export const verifier = {
  'verifier.title': 'Vérifier des preuves enregistrées',
  'verifier.intro':
    'Vérifie les preuves enregistrées d’un code de traçabilité avec la clé que vous collez. Rien ne quitte cet appareil : le fichier fonctionne sans réseau.',
  'verifier.language': 'Langue',
  'verifier.evidence': 'Fichier de preuves',
  'verifier.evidence.hint': 'Enregistré sur la page de l’article, sous « Enregistrer toutes les preuves ».',
  'verifier.keys': 'Clé de vérification et clé des demandes du registre',
  'verifier.keys.hint':
    'Une par ligne : un registre qui a continué sous un autre nom en a une par nom, la plus ancienne d’abord. La clé des demandes commence par timbermark/request-key. Prenez-les dans les papiers du propriétaire, non sur le site dont vous doutez.',
  'verifier.code': 'Code sur l’article (facultatif)',
  'verifier.code.hint':
    'Si vous avez l’article devant vous, saisissez son code : un fichier sur un autre article est alors refusé.',
  'verifier.witnesses': 'Clés de témoins (facultatif)',
  'verifier.files': 'Images et documents à comparer (facultatif)',
  'verifier.run': 'Vérifier',
  'verifier.running': 'Vérification en cours…',
  'verifier.refused': 'Non vérifié',
  'verifier.refused.tooLarge':
    'Le fichier de preuves dépasse {limit} Mo : la page n’en enregistre jamais d’aussi grand.',
  'verifier.refused.notEvidence':
    'Ce n’est pas un fichier de preuves d’un code, ou il est incomplet : un fichier tronqué ou abîmé se présente ainsi.',
  'verifier.refused.noEvidence': 'Choisissez un fichier de preuves.',
  'verifier.refused.noKey': 'Collez la clé de vérification du registre : sans elle, rien ne peut être vérifié.',
  'verifier.refused.noRequestKey':
    'Collez aussi la clé des demandes du registre (timbermark/request-key+…) : sans elle, nul ne peut dire si le numéro d’un code mène à ce que montre le fichier.',
  'verifier.refused.badKey': 'Ce n’est ni une clé de vérification ni une clé des demandes (nom+id+base64) : {text}',
  'verifier.refused.badWitnessKey': 'Ce n’est pas une clé de témoin (nom+id+base64) : {text}',
  'verifier.refused.badCode': 'Ce n’est pas un code de traçabilité : {text}',
  'verifier.refused.otherCode': 'Le fichier concerne le code {code}, non {other}.',
  'verifier.refused.unreadableFile': 'Le fichier est illisible : {text}',
  'verifier.about': 'Code dont traite le fichier',
  'verifier.now': 'Vérifié le',
  'verifier.savedAt': 'Enregistré le, selon le fichier',
  'verifier.headTime': 'Dernière tête du registre signée le',
  'verifier.headTime.none': 'aucune tête',
  'verifier.key': 'Empreinte de votre clé',
  'verifier.namedKey': 'Clé que nomme le fichier',
  'verifier.namedKey.same': '{fingerprint}, la même',
  'verifier.namedKey.other': '{fingerprint}, une autre : demandez au propriétaire laquelle est la bonne',
  'verifier.namedKey.none': 'aucune',
  'verifier.steps': 'Ce qui a été vérifié',
  'verifier.item': 'Ce qui est prouvé de l’article',
  'verifier.item.records': 'Enregistrements',
  'verifier.item.recordsPart': '{n} sur {total} figurent dans le fichier',
  'verifier.item.certification': 'Certification',
  'verifier.item.withdrawn': 'Enregistrements retirés',
  'verifier.files.heading': 'Images, documents et autres fichiers, par leurs empreintes scellées',
  'verifier.files.none': 'Aucun fichier n’est scellé avec cet article.',
  'verifier.files.same': 'le fichier que vous avez choisi a les octets scellés',
  'verifier.files.open': 'non comparé',
  'verifier.files.stranger': 'Aucun des fichiers scellés avec cet article : {name}',
  'verifier.files.kind.picture': 'Image',
  'verifier.files.kind.video': 'Vidéo',
  'verifier.files.kind.file': 'Fichier',
  'verifier.files.kind.paper': 'Document, original',
  'verifier.files.kind.copy': 'Document, copie pour les acheteurs',
  'verifier.limits':
    'Une preuve dit ce qui a été déclaré et quand cela a été scellé, non que c’est vrai, ni que l’étiquette appartient à la marchandise. Ce qui s’est passé après la date de la tête n’est pas couvert.',
  // In place of what the page says to readers of its own.
  'verifier.instead.trace.verdict.proven': 'Prouvé',
  'verifier.instead.trace.verdict.proven.note':
    'Ce que dit le fichier a été scellé dans le registre et n’avait pas changé quand la tête a été signée.',
  'verifier.instead.trace.verdict.proven.note.part':
    'Les enregistrements du fichier ont été scellés dans le registre et n’avaient pas changé quand la tête a été signée.',
  'verifier.instead.trace.verdict.asOf.note':
    'La tête contenue dans ce fichier a été signée le {time}. Ce qui s’est passé depuis, un rappel par exemple, n’est pas couvert : ouvrez la page de l’article pour son état actuel.',
  'verifier.instead.trace.verdict.stated': 'Déclaré par la plateforme, non prouvé',
  'verifier.instead.trace.verdict.stated.note': 'Le fichier ne prouve rien sur cet article.',
  'verifier.instead.trace.verdict.unavailable': 'Vérification impossible',
  'verifier.instead.trace.verdict.unavailable.note':
    'Les réponses du fichier ne peuvent pas être évaluées. Cela ne dit rien pour ou contre l’article : enregistrez les preuves encore une fois.',
  'verifier.instead.trace.warning.browserMismatch':
    'Ce que contient le fichier se contredit, ou contredit la clé ou le registre.',
  'verifier.instead.trace.fault.key': 'signé avec une autre clé que la vôtre',
  'verifier.instead.trace.fault.history':
    'le registre n’est pas la suite de celui que le navigateur avait vu auparavant : il a été réécrit ou scindé',
  'verifier.instead.trace.proof.step.signature': 'La tête du registre est signée avec la clé que vous avez collée',
  'verifier.instead.trace.proof.step.history':
    'Le registre est la suite de ce que le navigateur en avait vu auparavant',
  'verifier.instead.trace.proof.step.time': 'La tête avait moins d’un jour au moment de cette vérification',
  'verifier.instead.trace.proof.step.database':
    'La base de données de la plateforme disait la même chose à l’enregistrement du fichier',
  'verifier.instead.trace.proof.step.files':
    'Les images et documents que vous avez choisis sont ceux qui ont été scellés',
  'verifier.instead.trace.proof.step.old': 'plus ancienne : prouvé à cette date',
  'verifier.instead.trace.proof.step.first': 'rien à comparer : c’était la première visite de ce navigateur',
} as const satisfies Record<keyof typeof english, string>
