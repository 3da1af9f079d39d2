import type { trace as english } from '../en/trace.ts'

export const trace = {
  'trace.title': '{name} · d’où vient ce bois',
  'trace.title.code': 'Traçabilité du code {code}',
  'trace.title.welcome': 'D’où vient ce bois ?',
  'trace.skip': 'Aller au contenu',
  'trace.language': 'Langue',
  'trace.home': 'Page de traçabilité Timbermark',
  'trace.noscript':
    'Les scripts sont désactivés dans ce navigateur. Les informations ci-dessous sont complètes ; le contrôle anti-contrefaçon, la preuve par votre navigateur et la visionneuse de photos exigent les scripts.',

  'trace.product.picture': 'Image : {name}',
  'trace.product.rings': 'Pas encore d’image. Un motif de cernes dessiné à partir du code la remplace.',
  'trace.product.description': 'À propos de ce produit',
  'trace.product.video': 'Voir la vidéo',
  'trace.product.identity': 'Ce qui identifie l’article',
  'trace.product.name': 'Nom commercial',
  'trace.product.chineseName': 'Nom chinois',
  'trace.product.foreignName': 'Nom commercial étranger',
  'trace.product.latinName': 'Nom latin',
  'trace.product.category': 'Catégorie',
  'trace.product.owner': 'Entreprise responsable',
  'trace.product.batch': 'Lot',
  'trace.product.batchDate': 'Date du lot',
  'trace.product.volume': 'Volume du lot',
  'trace.product.code': 'Code',
  'trace.product.print': 'Imprimé à côté du code',
  'trace.product.print.note':
    'Pays · usine · date du lot · essence. À comparer avec l’étiquette que vous avez en main.',

  'trace.verdict.heading': 'Verdict',
  'trace.verdict.genuine': 'Conforme à un article authentique',
  'trace.verdict.genuine.note':
    'Ce code a été émis ici et rien dans son dossier ne le contredit. Une étiquette copiée ouvrirait la même page : saisissez aussi le code anti-contrefaçon.',
  'trace.verdict.suspicious': 'Suspect',
  'trace.verdict.suspicious.note':
    'Ne vous fiez pas à cet article tant que les points ci-dessous ne sont pas éclaircis.',
  'trace.verdict.unavailable': 'Vérification impossible pour le moment',
  'trace.verdict.unavailable.note':
    'Le dossier n’a pas pu être comparé à son empreinte. Cela ne dit rien pour ou contre l’article ; réessayez plus tard.',
  'trace.verdict.notActivated': 'Non activé',
  'trace.verdict.notActivated.note':
    'Le code existe, mais l’entreprise ne l’a pas encore mis en service. Un article en vente ne devrait pas le porter.',
  'trace.verdict.voided': 'Retiré',
  'trace.verdict.voided.note':
    'L’entreprise a retiré ce code. Un article qui le porte encore ne devrait pas être vendu.',
  'trace.verdict.unknown': 'Code inconnu',
  'trace.verdict.reasons': 'Raisons',
  'trace.verdict.notices': 'Bon à savoir',
  'trace.verdict.seal.server': 'Déclaré par la plateforme ; votre navigateur peut le vérifier plus bas.',
  'trace.verdict.seal.running': 'Votre navigateur vérifie le dossier…',
  'trace.verdict.seal.match': 'Vérifié par votre propre navigateur.',
  'trace.verdict.seal.pending':
    'Vérifié par votre propre navigateur ; les derniers enregistrements attendent encore d’être scellés.',
  'trace.verdict.genuine.note.part':
    'Ce code a été émis ici et rien ne le contredit dans les {n} enregistrements contrôlés sur {total}. Une étiquette copiée ouvrirait la même page : saisissez aussi le code anti-contrefaçon.',
  'trace.verdict.seal.server.part':
    'Déclaré par la plateforme pour les {n} enregistrements affichés ici, sur {total} ; votre navigateur peut les vérifier plus bas.',
  'trace.verdict.seal.match.part': '{n} enregistrements sur {total} vérifiés par votre propre navigateur.',
  'trace.verdict.seal.pending.part':
    '{n} enregistrements sur {total} vérifiés par votre propre navigateur ; les derniers attendent encore d’être scellés.',
  'trace.verdict.seal.unavailable': 'Votre navigateur n’a pas pu terminer sa vérification.',

  'trace.warning.product': 'Données du produit suspectes',
  'trace.warning.fingerprintMismatch': 'Les données ne correspondent plus à l’empreinte scellée.',
  'trace.warning.fingerprintMismatch.stage': '{stage} : les données ne correspondent plus à l’empreinte scellée.',
  'trace.warning.chainBroken':
    'La chaîne des enregistrements est rompue : il en manque un, ou l’ordre n’est pas respecté.',
  'trace.warning.chainBroken.stage':
    '{stage} : la chaîne des enregistrements est rompue, il en manque un ou l’ordre n’est pas respecté.',
  'trace.warning.clone': 'L’étiquette a peut-être été copiée',
  'trace.warning.impossibleSpeed':
    'Ce code a été scanné en deux lieux trop éloignés pour le temps écoulé : l’une des étiquettes est peut-être une copie.',
  'trace.warning.manyPlaces':
    'Ce code a été scanné par des appareils différents dans plusieurs régions en peu de temps.',
  'trace.warning.beforePort': 'Ce code a été scanné sur le marché avant que la marchandise ne quitte le port.',
  'trace.warning.afterSale': 'Ce code était encore scanné dans le commerce après la vente déclarée de l’article.',
  'trace.warning.channel': 'Ce code a été scanné hors du territoire de vente auquel il était destiné.',
  'trace.warning.manyWrongChecks': 'De nombreux codes anti-contrefaçon erronés ont été saisis pour cet article.',
  'trace.warning.ownerInactive': 'L’entreprise responsable n’est actuellement pas active sur la plateforme.',
  'trace.warning.checkFailed': 'Le code anti-contrefaçon saisi n’appartient pas à cet article.',
  'trace.warning.browserMismatch':
    'Votre navigateur constate que le dossier et son empreinte diffèrent (voir le contrôle d’empreinte).',

  'trace.check.heading': 'Contrôle anti-contrefaçon',
  'trace.check.intro': 'Saisissez le code anti-contrefaçon de l’étiquette, souvent caché sous une couche à gratter.',
  'trace.check.label': 'Code anti-contrefaçon',
  'trace.check.placeholder': 'tel qu’imprimé',
  'trace.check.hint': 'Majuscules, minuscules et espaces sont indifférents.',
  'trace.check.submit': 'Vérifier',
  'trace.check.running': 'Vérification…',
  'trace.check.empty': 'Veuillez saisir le code anti-contrefaçon.',
  'trace.check.format':
    'Cela ne ressemble pas à un code anti-contrefaçon. Il compte de 4 à 40 caractères : chiffres, lettres et signes $ * + - . / : %',
  'trace.check.isCode':
    'C’est le code de l’article lui-même. Le code anti-contrefaçon est un second code, plus court, souvent sous une couche à gratter.',
  'trace.check.success': 'Vérification réussie',
  'trace.check.success.note': 'Le code anti-contrefaçon appartient bien à cet article.',
  'trace.check.fail': 'Échec de la vérification',
  'trace.check.fail.note':
    'Le code anti-contrefaçon n’appartient pas à cet article. Cherchez une faute de frappe ; s’il est imprimé exactement ainsi, considérez l’article comme suspect.',
  'trace.check.count.one': 'Consulté {n} fois',
  'trace.check.count.other': 'Consulté {n} fois',
  'trace.check.first': 'Première consultation : {time}',
  'trace.check.isFirst': 'Vous êtes la première personne à consulter ce code.',
  'trace.check.again':
    'Il a déjà été consulté. Si ce n’était ni vous ni le vendeur, quelqu’un d’autre a pu voir le code anti-contrefaçon.',
  'trace.check.challenge':
    'De nombreux codes erronés ont été saisis. Recopiez les caractères de l’image, puis vérifiez à nouveau.',
  'trace.check.challenge.label': 'Caractères de l’image',
  'trace.check.challenge.image': 'Image des caractères à recopier',
  'trace.check.challenge.other': 'Autre image',
  'trace.check.challenge.empty': 'Veuillez recopier les caractères de l’image.',
  'trace.check.unavailable':
    'Vérification impossible pour le moment. Cela ne dit rien pour ou contre l’article ; veuillez réessayer.',
  'trace.check.noscript': 'Le contrôle anti-contrefaçon exige les scripts. Activez-les puis rouvrez la page.',

  'trace.scan.heading': 'Scans et consultations',
  'trace.scan.scans': 'Scans',
  'trace.scan.firstScan': 'Premier scan',
  'trace.scan.checks': 'Contrôles anti-contrefaçon',
  'trace.scan.firstCheck': 'Premier contrôle',
  'trace.scan.never': 'aucun',
  'trace.scan.isFirst': 'Vous êtes la première personne à scanner ce code.',
  'trace.scan.failed': 'Cette visite n’a pas pu être comptée.',

  'trace.position.heading': 'Partager votre position ?',
  'trace.position.why':
    'Un article ne peut être dans deux villes à la fois : le lieu du scan révèle les étiquettes copiées. Il ne sert à rien d’autre.',
  'trace.position.share': 'Partager ma position',
  'trace.position.decline': 'Non merci',
  'trace.position.locating': 'Localisation en cours…',
  'trace.position.shared': 'Merci. Votre position a été envoyée avec ce scan.',
  'trace.position.later': 'Merci. Votre position accompagnera votre contrôle anti-contrefaçon.',
  'trace.position.failed': 'Échec de la géolocalisation. Tout le reste fonctionne sans elle.',
  'trace.position.denied': 'Ce navigateur ne partage pas votre position. Tout le reste fonctionne sans elle.',

  'trace.journey.heading': 'Le voyage de ce bois',
  'trace.journey.summary': '{done} étapes déclarées sur {total}',
  'trace.journey.empty':
    'Aucune étape n’a encore été déclarée. Le voyage apparaîtra ici dès le premier enregistrement.',
  'trace.journey.missing': 'non déclarée',
  'trace.journey.stage': 'Étape {order}',
  'trace.journey.details': 'Tous les détails',
  'trace.journey.detailsOf': ' : {stage}',
  'trace.journey.happened': 'Date',
  'trace.journey.recorded': 'Inscription au registre',
  'trace.journey.place': 'Lieu',
  'trace.journey.record': 'Numéro d’enregistrement',
  'trace.journey.version': 'Version',
  'trace.journey.corrected':
    'Corrigé : voici la version {version}. La version précédente reste dans le registre scellé.',
  'trace.journey.photos': 'Photos',
  'trace.journey.documents': 'Documents',
  'trace.journey.openDocument': 'Ouvrir {name}',
  'trace.journey.openPhoto': 'Agrandir la photo {n} : {name}',
  'trace.journey.about': 'À propos de cet enregistrement',
  'trace.history.summary': '{total} enregistrements, dont {shown} affichés ici',
  'trace.history.span': '{total} enregistrements, du {first} au {last}',
  'trace.history.shown': '{shown} affichés sur {total}',
  'trace.history.hidden.one': '{n} enregistrement n’est pas affiché ici.',
  'trace.history.hidden.other': '{n} enregistrements ne sont pas affichés ici.',
  'trace.history.more': 'Afficher d’autres enregistrements',
  'trace.history.back': 'Revenir aux premiers et derniers enregistrements',
  'trace.history.loading': 'Chargement des enregistrements…',
  'trace.history.failed': 'Les enregistrements n’ont pas pu être chargés. Veuillez réessayer.',
  'trace.journey.differs': 'diffère de l’enregistrement scellé',

  'trace.viewer.label': 'Visionneuse de photos',
  'trace.viewer.close': 'Fermer',
  'trace.viewer.previous': 'Photo précédente',
  'trace.viewer.next': 'Photo suivante',
  'trace.viewer.position': '{n} sur {total}',

  'trace.places.heading': 'Lieux',
  'trace.places.note':
    'La ligne relie les lieux déclarés dans l’ordre des étapes ; ce n’est pas l’itinéraire parcouru. Les frontières ne sont pas représentées.',
  'trace.places.window': 'Ce sont les lieux des enregistrements affichés sur cette page.',
  'trace.places.map': 'Carte des lieux déclarés',
  'trace.places.unnamed': 'Lieu sans nom',
  'trace.places.empty': 'Aucun enregistrement de cet article ne comporte de position.',
  'trace.places.column.stage': 'Étapes',
  'trace.places.column.place': 'Lieu',
  'trace.compass.n': '{d}° N',
  'trace.compass.s': '{d}° S',
  'trace.compass.e': '{d}° E',
  'trace.compass.w': '{d}° O',

  'trace.proof.heading': 'Contrôle d’empreinte blockchain',
  'trace.proof.intro':
    'Chaque enregistrement a une empreinte dans un registre public qui ne fait que s’allonger. Votre navigateur peut la recalculer : inutile de nous croire sur parole.',
  'trace.proof.run': 'Vérifier soi-même',
  'trace.proof.again': 'Vérifier à nouveau',
  'trace.proof.running': 'Votre navigateur vérifie…',
  'trace.proof.match': 'Empreinte conforme',
  'trace.proof.match.note.one': 'Votre navigateur a vérifié l’enregistrement : rien n’a changé depuis son scellement.',
  'trace.proof.match.note.other':
    'Votre navigateur a vérifié les {n} enregistrements : rien n’a changé depuis leur scellement.',
  'trace.proof.mismatch': 'Empreinte non conforme',
  'trace.proof.mismatch.note':
    'Au moins un enregistrement diffère de son empreinte. Les données du produit sont suspectes.',
  'trace.proof.pending': 'En attente de scellement',
  'trace.proof.pending.note':
    '{n} enregistrements sur {total} sont en file et seront scellés dans un instant ; les autres sont conformes.',
  'trace.proof.unavailable': 'Vérification impossible pour le moment',
  'trace.proof.unavailable.note':
    'La preuve n’a pas pu être obtenue ou évaluée. Cela ne dit rien pour ou contre l’article ; veuillez réessayer.',
  'trace.proof.empty': 'Aucun enregistrement',
  'trace.proof.empty.note': 'Il n’y a rien à vérifier avant la première étape déclarée.',
  'trace.proof.anchored': 'Le registre est aussi ancré sur une blockchain.',
  'trace.proof.notAnchored':
    'Aucune blockchain n’est reliée à ce registre : son point de contrôle signé fait foi, et chacun peut en garder une copie.',
  'trace.break.told':
    'Le {time}, ce registre a été interrompu et continue sous un nouveau nom, car des entrées déjà signées ont été perdues : {lost} avaient été signées, {size} ont été conservées. Motif donné par l’exploitant : « {reason} »',
  'trace.proof.field.timestamp': 'Horodatage',
  'trace.proof.field.ownerEnterprise': 'Identifiant de l’entreprise propriétaire',
  'trace.proof.field.transactionFingerprint': 'Empreinte de transaction',
  'trace.proof.field.traceHash': 'Hachage de traçabilité',
  'trace.proof.field.databaseHash': 'Hachage de la base de données',
  'trace.proof.field.compliant': 'Indicateur de conformité',
  'trace.proof.field.compliant.yes': 'conforme, empreinte identique',
  'trace.proof.field.compliant.no': 'non conforme, empreinte différente',
  'trace.proof.field.anchor': 'Blockchain {chain}, bloc {block}',
  'trace.proof.match.part': '{n} empreintes conformes sur {total}',
  'trace.proof.match.note.part':
    'Votre navigateur a vérifié ces {n} enregistrements : rien n’a changé depuis leur scellement. Les autres n’ont pas encore été vérifiés.',
  'trace.proof.pending.note.part':
    '{n} des {checked} enregistrements vérifiés sont en file et seront scellés dans un instant ; les autres sont conformes. Il existe {total} enregistrements en tout.',
  'trace.proof.all': 'Vérifier les {total} enregistrements',
  'trace.proof.running.part': 'Votre navigateur vérifie : {n} enregistrements reçus sur {total}…',
  'trace.proof.others.one': '{n} autre enregistrement a été vérifié et est conforme ; cette page ne l’affiche pas.',
  'trace.proof.others.other':
    '{n} autres enregistrements ont été vérifiés et sont conformes ; cette page ne les affiche pas.',
  'trace.proof.steps': 'Vérifié par votre propre navigateur',
  'trace.proof.step.leaf': 'L’empreinte de l’enregistrement est recalculée',
  'trace.proof.step.inclusion': 'Elle fait partie du registre (chemin d’inclusion de {n} hachages)',
  'trace.proof.step.checkpoint': 'Le point de contrôle du registre porte une signature valide',
  'trace.proof.step.database': 'La ligne actuelle de la base a la même empreinte',
  'trace.proof.step.page': 'Cette page montre ce qui a été enregistré',
  'trace.proof.step.ok': 'réussi',
  'trace.proof.step.failed': 'échec',
  'trace.proof.step.waiting': 'en attente de scellement',
  'trace.proof.step.skipped': 'vérification impossible',
  'trace.proof.differences': 'Différences : {fields}',
  'trace.proof.leaf': 'Le texte enregistré, exactement tel qu’il a été haché',
  'trace.proof.download': 'Télécharger la preuve',
  'trace.proof.log': 'Registre',
  'trace.proof.key': 'Clé de vérification du registre',
  'trace.proof.entries': 'Enregistrements du registre',
  'trace.proof.noscript':
    'La vérification dans votre navigateur exige les scripts. La preuve brute peut être ouverte ici :',
  'trace.proof.raw': 'Preuve brute',

  'trace.unknown.heading': 'Ce code est inconnu ici',
  'trace.unknown.note': 'Aucun article portant ce code n’a été émis sur cette plateforme.',
  'trace.unknown.hint.type':
    'Comparez-le à l’étiquette, caractère par caractère. Les lettres I, L, O et U ne sont jamais utilisées.',
  'trace.unknown.hint.printed':
    'Si l’étiquette le porte vraiment, elle n’a pas été émise ici : considérez l’article comme suspect.',
  'trace.unknown.hint.seller': 'Gardez l’étiquette et interrogez le vendeur, ou l’entreprise qui y est nommée.',
  'trace.unavailable.heading': 'Vérification impossible pour le moment',
  'trace.unavailable.note':
    'Le service n’est pas joignable actuellement. Cela ne dit rien pour ou contre l’article ; réessayez dans quelques minutes.',
  'trace.unavailable.retry': 'Réessayer',
  'trace.busy.heading': 'Beaucoup de lecteurs en ce moment',
  'trace.busy.note':
    'La page n’a pas pu être préparée à temps. Cela ne dit rien pour ou contre l’article ; réessayez dans quelques secondes.',
  'trace.welcome.heading': 'D’où vient ce bois ?',
  'trace.welcome.note':
    'Scannez le code de l’article ou saisissez-le ici : vous verrez son voyage, de la forêt au magasin.',
  'trace.welcome.what': 'Ce que vous verrez',
  'trace.welcome.what.journey': 'Le voyage, étape par étape, avec lieux, photos et papiers.',
  'trace.welcome.what.check': 'Si le code anti-contrefaçon appartient bien à l’article.',
  'trace.welcome.what.proof': 'Si le dossier a été modifié, vérifié par votre propre navigateur.',
  'trace.enter.label': 'Code de l’article',
  'trace.enter.hint': '20 caractères sous l’image QR ; les espaces sont indifférents.',
  'trace.enter.submit': 'Voir le voyage',
  'trace.enter.another': 'Chercher un autre code',

  'trace.footer.host':
    'Cette page se trouve à l’adresse {host}. Si votre barre d’adresse affiche autre chose, ne vous y fiez pas.',
  'trace.footer.privacy':
    'Une visite compte comme un scan du code. Votre position n’est conservée que si vous la partagez ; aucun compte n’est nécessaire.',
  'trace.error.network': 'Pas de connexion. Vérifiez le réseau et réessayez.',
  'trace.error.timeout': 'La réponse se fait attendre. Veuillez réessayer.',
} as const satisfies Record<keyof typeof english, string>
