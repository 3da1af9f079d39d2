import type { trace as english } from '../en/trace.ts'

export const trace = {
  'trace.title': '{name} · d’où vient ce bois',
  'trace.title.code': 'Traçabilité du code {code}',
  'trace.title.welcome': 'D’où vient ce bois ?',
  'trace.share.item':
    '{latin}, {owner}. {n} étapes déclarées : ouvrez la page pour suivre le voyage et vérifier le code anti-contrefaçon.',
  'trace.skip': 'Aller au contenu',
  'trace.language': 'Langue',
  'trace.home': 'Page de traçabilité Timbermark',
  'trace.noscript':
    'Les scripts sont désactivés dans ce navigateur. Ce qui suit est déclaré par la plateforme ; rien n’a été vérifié ici. Le contrôle anti-contrefaçon, la preuve par votre navigateur et la visionneuse ont besoin des scripts.',

  'trace.product.picture': 'Image : {name}',
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
  'trace.several.heading': 'Les marchandises de plusieurs entreprises portent ce code',
  'trace.several.note':
    'Il a été imprimé par un tiers et n’est pas un code de cette plateforme. Choisissez l’entreprise dont le nom figure sur la marchandise.',
  'trace.foreign.printed': 'Imprimé sur la marchandise :',
  'trace.foreign.note':
    'Ce code a été imprimé par un tiers. L’entreprise déclare qu’il représente le code ci-dessous, qui est celui que la preuve concerne.',
  'trace.check.none':
    'Le code de cette marchandise a été imprimé par un tiers : il n’y a pas de code anti-contrefaçon.',
  'trace.product.print.note':
    'Pays · usine · date du lot · essence. À comparer avec l’étiquette que vous avez en main.',
  'trace.change.heading': 'Modifié depuis le premier scellement',
  'trace.change.told': 'Modifié le {time} : {name}, de « {before} » à « {after} »',
  'trace.change.reason': 'Motif indiqué : {reason}',
  'trace.change.active': 'Entreprise active',
  'trace.change.video': 'Vidéo',
  'trace.change.image': 'Image',
  'trace.status.draft': 'brouillon',
  'trace.status.active': 'actif',
  'trace.status.closed': 'clos',
  'trace.status.voided': 'retiré',
  'trace.change.status': 'État du lot',

  'trace.recall.heading': 'Cet article est rappelé',
  'trace.recall.lifted': 'Rappelé auparavant, rappel levé depuis',
  'trace.recall.advice': 'Que faire',
  'trace.recall.contact': 'À qui s’adresser',
  'trace.recall.since': 'Rappelé le',
  'trace.recall.liftedAt': 'Levé le',
  'trace.recall.batch': 'tout son lot',
  'trace.recall.codes': 'certains codes, dont celui-ci',

  'trace.verdict.heading': 'Verdict',
  'trace.verdict.stated': 'Déclaré par la plateforme, non vérifié',
  'trace.verdict.stated.note': 'La plateforme déclare ce qui figure ici ; votre navigateur ne l’a pas vérifié.',
  'trace.verdict.proven': 'Vérifié : le dossier n’a pas été modifié',
  'trace.verdict.proven.part': 'Vérifié : ce qui est montré n’a pas été modifié',
  'trace.verdict.proven.note': 'Ce que montre cette page a été scellé dans le registre et n’a pas changé depuis.',
  'trace.verdict.proven.note.part':
    'Les enregistrements montrés ont été scellés dans le registre et n’ont pas changé depuis.',
  'trace.verdict.copy':
    'Une étiquette copiée afficherait la même page. Seul le code anti-contrefaçon dit si celle-ci est authentique : saisissez-le ci-dessous.',
  'trace.verdict.copy.foreign':
    'Un code copié afficherait la même page, et cette marchandise n’a pas de code anti-contrefaçon qui trahirait une copie.',
  'trace.verdict.genuine': 'Authentique : code anti-contrefaçon juste, premier contrôle',
  'trace.verdict.genuine.note':
    'Le code appartient à cet article et personne d’autre ne l’avait saisi : premier contrôle le {time}.',
  'trace.verdict.genuine.do': 'Gardez l’étiquette. Un contrôle ultérieur dira que le code a déjà été saisi.',
  'trace.verdict.again': 'Code anti-contrefaçon déjà saisi',
  'trace.verdict.again.note':
    'Le code que vous avez saisi est juste, mais quelqu’un d’autre l’a saisi avant vous : cette étiquette peut être une copie. Le contrôle ci-dessous dit depuis quand.',
  'trace.verdict.again.do': 'Demandez au vendeur qui l’a saisi et quand. Si personne ne peut le dire, n’achetez pas.',
  'trace.verdict.wrong': 'Code anti-contrefaçon faux',
  'trace.verdict.wrong.note':
    'Seul le code que vous avez saisi est faux ; le dossier de l’article est une autre question.',
  'trace.verdict.wrong.do':
    'Comparez-le à l’étiquette, signe par signe. S’il est imprimé exactement ainsi, n’achetez pas et prévenez l’entreprise.',
  'trace.verdict.copied': 'Cette étiquette a peut-être été copiée',
  'trace.verdict.copied.note':
    'Les scans de ce code ne correspondent pas à un seul article. Le vôtre peut être l’original ou la copie.',
  'trace.verdict.copied.do':
    'Saisissez le code anti-contrefaçon ci-dessous : un premier contrôle juste plaide pour votre étiquette.',
  'trace.verdict.waiting': 'Prouvé ; le reste n’est pas encore scellé',
  'trace.verdict.waiting.note':
    'Ce qui est montré comme prouvé a été scellé. La plateforme a remis {n} élément(s) de plus, pas encore scellé(s) : ils figurent plus bas, marqués comme déclarés, et ne remplacent rien de ce qui est prouvé.',
  'trace.verdict.asOf': 'Prouvé à la date du {time}',
  'trace.verdict.asOf.note':
    'La dernière tête du registre a été signée le {time}. Ce qui s’est passé depuis, un rappel par exemple, n’est pas couvert : le registre s’est peut-être arrêté, ou une ancienne réponse est montrée.',
  'trace.verdict.asOf.clock':
    'Votre appareil indique {now} ; la dernière tête du registre a été signée le {time}. Vérifiez la date de votre appareil. Si elle est juste, une ancienne réponse est montrée : ne vous y fiez pas.',
  'trace.verdict.unsealed': 'Le registre ne contient encore aucune entrée de cet article : rien n’en est prouvé.',
  'trace.verdict.fewWitnesses':
    'Seuls {n} témoin(s) sur {total} ont vu ce registre : il est peu attesté que d’autres voient le même.',
  'trace.verdict.suspicious': 'Suspect',
  'trace.verdict.suspicious.note': 'Ce que l’on sait de cet article se contredit.',
  'trace.verdict.suspicious.do':
    'Ne vous fiez pas à cet article tant que ces points ne sont pas éclaircis. Interrogez l’entreprise.',
  'trace.verdict.unavailable': 'Vérification impossible pour le moment',
  'trace.verdict.notActivated': 'Non activé',
  'trace.verdict.notActivated.note':
    'Le code existe, mais l’entreprise ne l’a pas encore mis en service. Un article en vente ne devrait pas le porter.',
  'trace.verdict.notInUse': 'Étiquette pas encore en service',
  'trace.verdict.notInUse.note':
    'L’entreprise n’a pas fixé cette étiquette à une marchandise. Elle ne devrait pas se trouver sur ce qu’on vous propose : ce qui suit concerne son lot.',
  'trace.verdict.notInUse.do': 'Demandez au vendeur d’où vient l’étiquette et prévenez l’entreprise.',
  'trace.verdict.spoiled': 'Étiquette déclarée gâchée',
  'trace.verdict.spoiled.note':
    'L’entreprise a déclaré cette étiquette inutilisable le {time} ({reason}). La marchandise qui la porte n’est pas celle de cette page.',
  'trace.verdict.lost': 'Étiquette déclarée perdue',
  'trace.verdict.lost.note':
    'L’entreprise a déclaré cette étiquette manquante le {time} ({reason}). La marchandise qui la porte n’est pas celle de cette page.',
  'trace.verdict.lost.do': 'N’achetez pas la marchandise et dites à l’entreprise où elle est proposée.',
  'trace.label.reason.misprint': 'erreur d’impression',
  'trace.label.reason.damaged': 'abîmée',
  'trace.label.reason.surplus': 'en trop',
  'trace.label.reason.destroyed': 'détruite',
  'trace.label.reason.lost': 'perdue',
  'trace.label.reason.stolen': 'volée',
  'trace.verdict.voided': 'Retiré',
  'trace.verdict.voided.note':
    'L’entreprise a retiré ce code. Un article qui le porte encore ne devrait pas être vendu.',
  'trace.verdict.recalled': 'Rappelé',
  'trace.verdict.recalled.note': 'L’entreprise rappelle cet article.',
  'trace.verdict.recalled.do': 'Ne le vendez pas, ne l’utilisez pas et suivez les consignes du rappel ci-dessus.',
  'trace.verdict.unknown': 'Code inconnu',
  'trace.verdict.reasons': 'Raisons',
  'trace.verdict.notices': 'Bon à savoir',
  'trace.verdict.unavailable.note':
    'Votre navigateur n’a pas pu comparer ce qui figure ici avec le registre. Cela ne dit rien pour ou contre l’article.',
  'trace.verdict.unavailable.do': 'Réessayez plus tard.',
  'trace.verdict.do': 'Que faire :',
  'trace.verdict.by': 'Vérifié par votre navigateur : comment ?',
  'trace.verdict.check': 'Vérifier maintenant',
  'trace.verdict.seal.running': 'Votre navigateur vérifie…',
  'trace.verdict.seal.part': '{n} enregistrements sur {total} vérifiés par votre propre navigateur.',

  'trace.warning.product': 'Données du produit suspectes',
  'trace.warning.fingerprintMismatch': 'Les données ne correspondent plus à l’empreinte scellée.',
  'trace.warning.fingerprintMismatch.stage': '{stage} : les données ne correspondent plus à l’empreinte scellée.',
  'trace.warning.chainBroken':
    'La chaîne des enregistrements est rompue : il en manque un, ou l’ordre n’est pas respecté.',
  'trace.warning.chainBroken.stage':
    '{stage} : la chaîne des enregistrements est rompue, il en manque un ou l’ordre n’est pas respecté.',
  'trace.warning.clone': 'L’étiquette a peut-être été copiée',
  'trace.warning.impossibleSpeed':
    'Ce code a été scanné en deux lieux trop éloignés pour le temps écoulé : l’une des étiquettes est peut-être une copie.',
  'trace.warning.manyPlaces':
    'Ce code a été scanné par différents appareils dans plusieurs régions en peu de temps : son étiquette a peut-être été copiée.',
  'trace.warning.beforePort':
    'Ce code a été scanné à l’étranger avant que la marchandise ne quitte le port : son étiquette a peut-être été copiée.',
  'trace.warning.afterSale':
    'Après la vente déclarée de l’article, ce code a encore été scanné dans plusieurs villes : son étiquette a peut-être été copiée.',
  'trace.warning.checkedElsewhere':
    'Après sa première vérification, le bon code anti-contrefaçon de cet article a aussi été saisi loin de là : étiquette et code ont peut-être été copiés.',
  'trace.warning.channel':
    'Ce code a été scanné hors du territoire de vente convenu. Cela seul ne dit rien contre l’article.',
  'trace.warning.manyWrongChecks': 'De nombreux codes anti-contrefaçon erronés ont été saisis pour cet article.',
  'trace.warning.ownerInactive': 'L’entreprise responsable n’est actuellement pas active sur la plateforme.',
  'trace.warning.checkFailed': 'Le code anti-contrefaçon saisi n’appartient pas à cet article.',
  'trace.warning.browserMismatch':
    'Votre navigateur constate que le dossier et son empreinte diffèrent (voir le contrôle d’empreinte).',
  'trace.warning.fileDiffers': 'Une image ou un document n’est pas celui qui a été scellé : {name}',
  'trace.fault': '{about} : {fault}',
  'trace.fault.unreadable': 'la réponse est illisible',
  'trace.fault.key': 'signé avec une autre clé que celle livrée avec cette page',
  'trace.fault.checkpoint': 'aucune tête signée par le registre',
  'trace.fault.index': 'ne mène pas à l’index signé',
  'trace.fault.entry': 'ses entrées sont en désordre, d’un autre objet, ou ne sont pas les plus récentes',
  'trace.fault.field': 'dit autre chose que ce qui a été scellé',
  'trace.fault.binding': 'appartient à autre chose que ce code',
  'trace.fault.subject': 'ne découle pas du numéro de ce code',
  'trace.fault.missing': 'quelque chose manque',
  'trace.fault.serial': 'concerne un autre code de la même demande : le rang ne correspond pas à ce code',
  'trace.fault.count': 'ce code dépasse ceux qui ont été émis',
  'trace.fault.age':
    'son scellement était promis sous 24 heures, et il attendait encore passé ce délai quand la dernière tête a été signée',
  'trace.fault.promise':
    'le registre avait signé pour ce navigateur un scellement sous 24 heures, et l’entrée n’est pas dans le registre',
  'trace.fault.database': 'la base d’aujourd’hui dit autre chose que ce qui a été scellé',
  'trace.fault.history': 'le registre ne prolonge pas celui que ce navigateur a déjà vu : il a été réécrit ou dédoublé',
  'trace.pending.heading': 'Remis, pas encore scellé',
  'trace.pending.since': 'remis le {time}',
  'trace.pending.promised': 'remis le {time} ; le registre a signé qu’il sera scellé sous {hours} heures',
  'trace.pending.added': '{stage} : un nouvel enregistrement, {n}',
  'trace.pending.corrected': '{stage} : une correction de l’enregistrement {n}',
  'trace.pending.withdrawn': '{stage} : un retrait de l’enregistrement {n}',
  'trace.pending.changed': '{about} : du plus récent',
  'trace.about.checkpoint': 'Registre',
  'trace.about.request': 'Demande de codes',
  'trace.about.enterprise': 'Entreprise',
  'trace.about.product': 'Produit',
  'trace.about.batch': 'Lot',
  'trace.about.records': 'Enregistrements',
  'trace.about.block': 'Enregistrements de ce code',
  'trace.about.packing': 'Emballage',
  'trace.about.certification': 'Certification',
  'trace.about.label': 'Étiquette',
  'trace.about.custody': 'Remise à une autre entreprise',
  'trace.about.promise': 'Un élément promis',
  'trace.about.record': 'Enregistrement {n}',

  'trace.custody.heading': 'Remises suivantes',
  'trace.custody.intro':
    'Chaque entreprise tient ses propres enregistrements ; ils sont prouvés à partir de la remise.',
  'trace.custody.since': 'Détient les marchandises depuis',
  'trace.custody.empty': 'N’a encore rien déclaré.',
  'trace.custody.unproven': 'Les enregistrements d’un détenteur suivant ne sont pas prouvés.',
  'trace.custody.unreachable': 'Les enregistrements d’un détenteur suivant ne peuvent pas être vérifiés maintenant.',

  'trace.certification.heading': 'Certification',
  'trace.certification.certifier': 'Certificateur',
  'trace.certification.judgedOn': 'Examiné le',
  'trace.certification.recorded': 'Enregistré',
  'trace.certification.document': 'Document',
  'trace.certification.steps': 'Tout le déroulement',
  'trace.certification.papers': 'Documents joints aux déclarations ({n})',
  'trace.certification.papersNote':
    'Ils accompagnent les déclarations de cette page, le plus souvent pour tout le lot. Ils ne certifient pas cet article.',
  'trace.certification.state.notAuthorized': 'Non autorisé',
  'trace.certification.state.notYetCertified': 'Pas encore certifié',
  'trace.certification.state.authorizedNotCertified': 'Autorisé mais non certifié',
  'trace.certification.state.failed': 'Échec de la certification',
  'trace.certification.state.authorizedFailed': 'Autorisé mais en échec',
  'trace.certification.state.certified': 'Certification réussie',
  'trace.certification.note.notAuthorized': 'Personne n’a certifié ce code, et personne n’en a été chargé.',
  'trace.certification.note.notYetCertified': 'Remis à l’examen interne de l’entreprise. Pas encore de résultat.',
  'trace.certification.note.authorizedNotCertified':
    'Un tiers a été autorisé à examiner ce code. Pas encore de résultat.',
  'trace.certification.note.failed': 'L’examen interne de l’entreprise n’a pas validé ce code.',
  'trace.certification.note.authorizedFailed': 'Le tiers n’a pas validé ce code.',
  'trace.certification.note.certified': 'Un tiers a examiné et validé ce code.',
  'trace.certification.note.certifiedOwn':
    'L’entreprise a elle-même examiné et validé ce code ; aucun tiers ne l’a fait.',
  'trace.certification.note.withdrawn':
    'Personne ne certifie ce code actuellement : l’autorisation ou la certification précédente a été retirée.',
  'trace.certification.action.submit': 'Remis à l’examen interne',
  'trace.certification.action.authorize': 'Tiers autorisé',
  'trace.certification.action.resubmit': 'Remis à nouveau',
  'trace.certification.action.withdraw': 'Retiré',
  'trace.certification.action.pass': 'Validé',
  'trace.certification.action.fail': 'Non validé',

  'trace.check.heading': 'Contrôle anti-contrefaçon',
  'trace.check.intro': 'Saisissez le code anti-contrefaçon de l’étiquette, souvent caché sous une couche à gratter.',
  'trace.check.label': 'Code anti-contrefaçon',
  'trace.check.placeholder': 'tel qu’imprimé',
  'trace.check.hint': 'Majuscules, minuscules et espaces sont indifférents.',
  'trace.check.submit': 'Vérifier',
  'trace.check.running': 'Vérification…',
  'trace.check.empty': 'Veuillez saisir le code anti-contrefaçon.',
  'trace.check.format':
    'Cela ne ressemble pas à un code anti-contrefaçon. Il compte de 4 à 40 caractères : chiffres, lettres et signes $ * + - . / : %',
  'trace.check.isCode':
    'C’est le code de l’article lui-même. Le code anti-contrefaçon est un second code, plus court, souvent sous une couche à gratter.',
  'trace.check.success': 'Vérification réussie',
  'trace.check.success.note': 'Le code anti-contrefaçon appartient bien à cet article.',
  'trace.check.fail': 'Échec de la vérification',
  'trace.check.fail.note':
    'Le code anti-contrefaçon n’appartient pas à cet article. Cherchez une faute de frappe ; s’il est imprimé exactement ainsi, considérez l’article comme suspect.',
  'trace.check.again': 'Vérification réussie, mais code déjà contrôlé',
  'trace.check.again.note':
    'Le code anti-contrefaçon appartient bien à cet article, mais quelqu’un l’a déjà saisi. Si ce n’était ni vous ni le vendeur, l’étiquette peut être une copie : interrogez le vendeur.',
  'trace.check.first': 'Premier contrôle juste : {time}',
  'trace.check.firstAt': 'Premier contrôle juste : {time}, {place}',
  'trace.check.count.one': 'Saisi correctement {n} fois',
  'trace.check.count.other': 'Saisi correctement {n} fois',
  'trace.check.isFirst': 'Vous êtes la première personne à saisir ce code.',
  'trace.check.wasFirst': 'Le premier contrôle était le vôtre, dans ce navigateur.',
  'trace.check.challenge':
    'De nombreux codes erronés ont été saisis. Recopiez les caractères de l’image, puis vérifiez à nouveau.',
  'trace.check.challenge.label': 'Caractères de l’image',
  'trace.check.challenge.image': 'Image des caractères à recopier',
  'trace.check.challenge.other': 'Autre image',
  'trace.check.challenge.empty': 'Veuillez recopier les caractères de l’image.',
  'trace.check.unavailable':
    'Vérification impossible pour le moment. Cela ne dit rien pour ou contre l’article ; veuillez réessayer.',
  'trace.check.noscript': 'Le contrôle anti-contrefaçon exige les scripts. Activez-les puis rouvrez la page.',

  'trace.stores.heading': 'Points de vente',
  'trace.scan.heading': 'Scans et consultations',
  'trace.scan.scans': 'Scans',
  'trace.scan.firstScan': 'Premier scan',
  'trace.scan.checks': 'Contrôles anti-contrefaçon',
  'trace.scan.rightAndWrong': 'justes : {right}, erronés : {wrong}',
  'trace.scan.firstRight': 'Premier contrôle juste',
  'trace.scan.firstCheck': 'Premier contrôle',
  'trace.scan.never': 'aucun',
  'trace.scan.isFirst': 'Vous êtes la première personne à scanner ce code.',
  'trace.scan.failed': 'Cette visite n’a pas pu être comptée.',

  'trace.position.heading': 'Partager votre position ?',
  'trace.position.why':
    'Un article ne peut être dans deux villes à la fois : le lieu du scan révèle les étiquettes copiées. Il ne sert à rien d’autre.',
  'trace.position.share': 'Partager ma position',
  'trace.position.decline': 'Non merci',
  'trace.position.locating': 'Localisation en cours…',
  'trace.position.shared': 'Merci. Votre position a été envoyée avec ce scan.',
  'trace.position.unsent': 'Votre position n’a pas pu être envoyée. Tout le reste fonctionne sans elle.',
  'trace.position.failed': 'Échec de la géolocalisation. Tout le reste fonctionne sans elle.',
  'trace.position.denied': 'Ce navigateur ne partage pas votre position. Tout le reste fonctionne sans elle.',

  'trace.journey.heading': 'Le voyage de ce bois',
  'trace.journey.span': '{from} → {to} en {days}, par {companies}',
  'trace.journey.days.one': '{n} jour',
  'trace.journey.days.other': '{n} jours',
  'trace.journey.companies.one': '{n} entreprise',
  'trace.journey.companies.other': '{n} entreprises',
  'trace.journey.summary': '{done} étapes déclarées sur {total}',
  'trace.journey.summary.named': '{done} étapes déclarées sur {total}, dont {named} nomment cet article',
  'trace.named.item.one': 'Cet article a été déclaré, seul.',
  'trace.named.item.other': 'Cet article est l’un des {n} déclarés.',
  'trace.named.package.one': 'Le colis de cet article a été déclaré.',
  'trace.named.package.other': 'Le colis de cet article est l’un des {n} codes déclarés.',
  'trace.named.which': 'Son colis est le numéro {n} de ceux dont le code commence par {prefix}.',
  'trace.named.batch.one': 'Déclaré pour le lot avec un autre article ; celui-ci n’a pas été scanné.',
  'trace.named.batch.other': 'Déclaré pour le lot avec {n} autres articles ; celui-ci n’a pas été scanné.',
  'trace.named.unknown.one': 'Déclaré avec un code du lot ; rien ne dit ici si c’est celui-ci.',
  'trace.named.unknown.other': 'Déclaré avec {n} codes du lot ; rien ne dit ici si celui-ci en fait partie.',
  'trace.journey.empty':
    'Aucune étape n’a encore été déclarée. Le voyage apparaîtra ici dès le premier enregistrement.',
  'trace.journey.missing': 'non déclarée',
  'trace.journey.stage': 'Étape {order}',
  'trace.journey.details': 'Tous les détails',
  'trace.journey.detailsOf': ' : {stage}',
  'trace.journey.happened': 'Date',
  'trace.journey.recorded': 'Inscription au registre',
  'trace.journey.place': 'Lieu',
  'trace.journey.record': 'Numéro d’enregistrement',
  'trace.journey.version': 'Version',
  'trace.journey.showAll': 'Tout déplier',
  'trace.journey.showEnds': 'Première et dernière étapes',
  'trace.journey.records.one': '{n} enregistrement',
  'trace.journey.records.other': '{n} enregistrements',
  'trace.journey.photoCount.one': '{n} photo',
  'trace.journey.photoCount.other': '{n} photos',
  'trace.journey.withdrawn': 'L’enregistrement {n} a été retiré le {time}.',
  'trace.journey.corrected':
    'Corrigé le {time} : voici la version {version}. La version précédente reste dans le registre scellé.',
  'trace.journey.photos': 'Photos',
  'trace.journey.documents': 'Documents',
  'trace.journey.openDocument': 'Ouvrir {name}',
  'trace.journey.openPhoto': 'Agrandir la photo {n} : {name}',
  'trace.journey.about': 'À propos de cet enregistrement',
  'trace.stated': 'selon la plateforme',
  'trace.history.summary': '{total} enregistrements, dont {shown} affichés ici',
  'trace.history.span': '{total} enregistrements, du {first} au {last}',
  'trace.history.shown': '{shown} affichés sur {total}',
  'trace.history.hidden.one': '{n} enregistrement n’est pas affiché ici.',
  'trace.history.hidden.other': '{n} enregistrements ne sont pas affichés ici.',
  'trace.history.more': 'Afficher d’autres enregistrements',
  'trace.history.back': 'Revenir aux premiers et derniers enregistrements',
  'trace.history.loading': 'Chargement des enregistrements…',
  'trace.history.failed': 'Les enregistrements n’ont pas pu être chargés. Veuillez réessayer.',

  'trace.viewer.label': 'Visionneuse de photos',
  'trace.viewer.close': 'Fermer',
  'trace.viewer.previous': 'Photo précédente',
  'trace.viewer.next': 'Photo suivante',
  'trace.viewer.position': '{n} sur {total}',
  'trace.file.fetching': 'Récupération et vérification…',
  'trace.file.differs': 'Non affiché : ce n’est pas le fichier qui a été scellé.',
  'trace.file.unavailable': 'Impossible à récupérer pour le moment.',
  'trace.file.gone': 'Non affiché : l’entreprise ne permet plus aux acheteurs de l’ouvrir.',
  'trace.paper.open': 'Ouvrir le document',
  'trace.paper.withdrawn':
    'L’entreprise ne permet plus aux acheteurs d’ouvrir ce document. Ce qui en a été scellé reste.',

  'trace.places.heading': 'Lieux',
  'trace.places.note':
    'La ligne relie les lieux déclarés dans l’ordre des étapes ; ce n’est pas l’itinéraire parcouru. Les frontières ne sont pas représentées.',
  'trace.places.window': 'Ce sont les lieux des enregistrements affichés sur cette page.',
  'trace.places.map': 'Carte des lieux déclarés',
  'trace.places.empty': 'Aucun enregistrement de cet article ne comporte de position.',
  'trace.places.column.stage': 'Étapes',
  'trace.places.column.place': 'Lieu',
  'trace.place.offCoast': 'Au large ({country})',
  'trace.place.gulfOfGuinea': 'Golfe de Guinée',
  'trace.place.northAtlantic': 'Océan Atlantique Nord',
  'trace.place.southAtlantic': 'Océan Atlantique Sud',
  'trace.place.indianOcean': 'Océan Indien',
  'trace.place.southChinaSea': 'Mer de Chine méridionale',
  'trace.place.eastChinaSea': 'Mer de Chine orientale',

  'trace.proof.heading': 'Contrôle d’empreinte',
  'trace.proof.heading.chain': 'Contrôle d’empreinte blockchain',
  'trace.proof.intro':
    'Chaque enregistrement a une empreinte dans un registre public qui ne fait que s’allonger. Votre navigateur peut la recalculer ; ce qui n’est que déclaré est marqué ainsi.',
  'trace.proof.run': 'Vérifier soi-même',
  'trace.proof.again': 'Vérifier à nouveau',
  'trace.proof.running': 'Votre navigateur vérifie…',
  'trace.proof.held': 'Pas encore vérifié : ce navigateur économise les données. Vous pouvez lancer la vérification.',
  'trace.proof.match': 'Empreinte conforme',
  'trace.proof.match.note.one':
    'Votre navigateur a ouvert ce qui a été scellé et en a tiré cette page : l’enregistrement n’a pas changé depuis.',
  'trace.proof.match.note.other':
    'Votre navigateur a ouvert ce qui a été scellé et en a tiré cette page : aucun des {n} enregistrements n’a changé depuis.',
  'trace.proof.mismatch': 'Empreinte non conforme',
  'trace.proof.mismatch.note':
    'Ce qui a été donné comme preuve se contredit ou contredit le registre. Les données du produit sont suspectes.',
  'trace.proof.pending': 'Le reste attend son scellement',
  'trace.proof.pending.note':
    'Ce qui est entré au registre est prouvé. Le reste est une déclaration de la plateforme jusqu’à son scellement.',
  'trace.proof.old': 'Empreintes conformes, mais pas à ce jour',
  'trace.proof.old.note':
    'Ce qui est montré concorde avec le registre. Mais sa dernière tête ne date pas du dernier jour : ce qui s’est passé depuis n’est pas prouvé.',
  'trace.proof.unsealed': 'Pas encore scellé',
  'trace.proof.unsealed.note':
    'Le registre ne contient encore aucune entrée de cet article : il n’y a rien à vérifier.',
  'trace.proof.unavailable': 'Vérification impossible pour le moment',
  'trace.proof.unavailable.note':
    'La preuve n’a pas pu être obtenue ou évaluée. Cela ne dit rien pour ou contre l’article ; veuillez réessayer.',
  'trace.proof.empty.note': 'Il n’y a rien à vérifier avant la première étape déclarée.',
  'trace.proof.serialStated':
    'Le rang de ce code dans sa demande, et donc les faits scellés qui le concernent, est une déclaration de la plateforme : les codes de cet ancien format ne le montrent pas.',
  'trace.proof.notAnchored':
    'Le registre n’est pas ancré dans une blockchain : sa tête signée fait foi à elle seule, et chacun peut en garder une copie.',
  'trace.proof.anchor': 'Ancré dans une blockchain',
  'trace.proof.anchor.chain': 'Chaîne {chain}, bloc {block}, {time}',
  'trace.proof.anchor.demo':
    'Chaîne de démonstration, tenue par cette installation : elle montre le fonctionnement de l’ancrage et n’atteste rien de façon indépendante.',
  'trace.proof.anchor.head': 'Tête de {n} entrées',
  'trace.proof.anchor.transaction': 'Transaction',
  'trace.proof.anchor.contract': 'Contrat',
  'trace.proof.anchor.sender': 'Inscrit par',
  'trace.proof.anchor.explorer': 'Consulter dans un explorateur',
  'trace.proof.anchor.checked':
    'Votre navigateur a vérifié que le registre montré ici prolonge la tête ancrée. Il ne suit pas la chaîne : la présence de la transaction est une déclaration de la plateforme. Sur un nœud de votre choix, son événement doit nommer {n} entrées et la racine {root}.',
  'trace.node.heading': 'Vérifier auprès d’un nœud de votre choix',
  'trace.node.note':
    'Saisissez l’adresse (JSON-RPC) d’un nœud de cette chaîne auquel vous vous fiez, et non une que ce site indique. Votre navigateur l’interroge directement ; ce site n’apprend que son hôte.',
  'trace.node.label': 'Adresse du nœud',
  'trace.node.ask': 'Interroger ce nœud',
  'trace.node.asking': 'Interrogation de {host} …',
  'trace.node.wrong': 'Saisissez une adresse qui commence par https://',
  'trace.node.confirmed':
    '{host} confirme : le bloc {block} contient la transaction, qui a enregistré {n} entrées et cette racine.',
  'trace.node.otherChain': '{host} est un nœud d’une autre chaîne que {chain}.',
  'trace.node.missing':
    '{host} ne connaît pas la transaction : le nœud est en retard, ou la chaîne ne la contient pas. Interrogez un autre nœud.',
  'trace.node.differs':
    '{host} a une autre transaction, un autre bloc ou une autre tête. Enregistrez toutes les preuves, et interrogez un autre nœud.',
  'trace.node.silent': '{host} n’a donné aucune réponse utilisable. Essayez un autre nœud.',
  'trace.proof.field.transactionFingerprint.head': 'Empreinte de transaction (hachage de la tête signée)',
  'trace.proof.field.transactionFingerprint.note.chain':
    'Transaction qui a inscrit le registre, avec cet enregistrement, dans une blockchain ; voyez plus bas ce que votre navigateur en a vérifié.',
  'trace.break.told':
    'Le {time}, ce registre a été interrompu et continue sous un nouveau nom, car des entrées déjà signées ont été perdues : {lost} avaient été signées, {size} ont été conservées. Motif donné par l’exploitant : « {reason} »',
  'trace.proof.newest': 'Enregistrement le plus récent : {stage}',
  'trace.proof.field.timestamp': 'Horodatage',
  'trace.proof.field.timestamp.note': 'Quand l’enregistrement a été saisi, scellé avec lui.',
  'trace.proof.field.ownerEnterprise.note': 'L’entreprise qui répond de l’enregistrement, et son numéro ici.',
  'trace.proof.field.transactionFingerprint.note':
    'Empreinte de la tête signée du registre qui prouve l’enregistrement : la même empreinte, c’est le même registre.',
  'trace.proof.field.traceHash.note': 'Empreinte de l’enregistrement tel que scellé, calculée par votre navigateur.',
  'trace.proof.field.databaseHash.note': 'Empreinte de l’enregistrement tel qu’il est aujourd’hui en base.',
  'trace.proof.field.compliant.note': 'Si les deux empreintes ci-dessus sont égales.',
  'trace.proof.field.ownerEnterprise': 'Identifiant de l’entreprise propriétaire',
  'trace.proof.field.transactionFingerprint': 'Empreinte de transaction',
  'trace.proof.field.traceHash': 'Hachage de traçabilité',
  'trace.proof.field.databaseHash': 'Hachage de la base de données',
  'trace.proof.field.databaseHash.none': 'non communiqué',
  'trace.proof.field.compliant': 'Indicateur de conformité',
  'trace.proof.field.compliant.yes': 'conforme, empreinte identique',
  'trace.proof.field.compliant.no': 'non conforme, empreinte différente',
  'trace.proof.field.compliant.open': 'non comparé',
  'trace.proof.match.part': '{n} empreintes conformes sur {total}',
  'trace.proof.match.note.part':
    'Votre navigateur a prouvé ces {n} enregistrements : ils n’ont pas changé depuis leur scellement. Les autres n’ont pas encore été vérifiés.',
  'trace.proof.withdrawals':
    'Aucun retrait n’est omis ici : le registre prouve que tous ceux faits depuis le 28 novembre 2026 sont indiqués.',
  'trace.proof.withdrawals.hidden.one':
    'Parmi les retraits faits depuis le 28 novembre 2026, {n} n’est pas indiqué ici : le registre prouve leur nombre.',
  'trace.proof.withdrawals.hidden.other':
    'Parmi les retraits faits depuis le 28 novembre 2026, {n} ne sont pas indiqués ici : le registre prouve leur nombre.',
  'trace.proof.all': 'Vérifier les {total} enregistrements',
  'trace.proof.running.part': 'Votre navigateur vérifie : {n} enregistrements reçus sur {total}…',
  'trace.proof.others.one': '{n} autre enregistrement a été vérifié et est conforme ; cette page ne l’affiche pas.',
  'trace.proof.others.other':
    '{n} autres enregistrements ont été vérifiés et sont conformes ; cette page ne les affiche pas.',
  'trace.proof.each': 'Empreintes des {n} enregistrements, une à une',
  'trace.proof.steps': 'Vérifié par votre propre navigateur',
  'trace.proof.step.signature': 'La tête du registre est signée par la clé livrée avec cette page',
  'trace.proof.step.history': 'Le registre prolonge ce que ce navigateur en a déjà vu',
  'trace.proof.step.time': 'La tête date de moins d’un jour',
  'trace.proof.step.index': 'L’index signé mène à l’entrée la plus récente de tout ce qui est montré',
  'trace.proof.step.entries': 'Chaque fait ouvre exactement ce qui a été scellé',
  'trace.proof.step.binding': 'Tout cela appartient à ce code',
  'trace.proof.step.binding.note':
    'Figure ici ce qui nomme cet article, un colis qui le contient ou, aux étapes qui valent pour le lot entier, des articles de son lot ; chaque enregistrement le dit.',
  'trace.proof.step.complete': 'Rien ne manque à ce qui est montré',
  'trace.proof.step.age': 'Ce qui était promis au scellement a été scellé à temps',
  'trace.proof.step.database': 'La base d’aujourd’hui dit la même chose',
  'trace.proof.step.files': 'Les images et documents ouverts sont ceux qui ont été scellés',
  'trace.proof.step.ok': 'réussi',
  'trace.proof.step.failed': 'échec',
  'trace.proof.step.waiting': 'en attente de scellement',
  'trace.proof.step.skipped': 'vérification impossible',
  'trace.proof.step.none': 'rien n’a été promis à ce navigateur',
  'trace.proof.step.old': 'pas du dernier jour, ou l’une des horloges est fausse',
  'trace.proof.step.stated': 'déclaré, non prouvé',
  'trace.proof.step.first': 'rien à comparer encore : première visite de ce navigateur',
  'trace.proof.download': 'Télécharger la preuve',
  'trace.proof.leaf': 'Entrée et champs ouverts, exactement tels qu’ils ont été hachés',
  'trace.proof.saveFailed': 'La preuve n’a pas pu être récupérée. Réessayez.',
  'trace.proof.evidence': 'Enregistrer toutes les preuves',
  'trace.promise.broken':
    'Le registre n’a pas tenu une promesse signée. Enregistrez toutes les preuves : elles contiennent la promesse et la tête signée du registre où l’entrée manque ; qui voit les deux le sait.',
  'trace.promise.lost':
    'Le registre déclare que des entrées ont été perdues. {n} élément(s) promis à ce navigateur n’y figurent pas et peuvent en faire partie.',
  'trace.proof.verifier': 'Vérificateur hors ligne pour le fichier enregistré',
  'trace.proof.heads.forget': 'Oublier ce que ce navigateur a vu',
  'trace.proof.heads.forget.note':
    'Seulement si vous savez pourquoi, par exemple parce qu’une installation d’essai a été refaite : ce navigateur fera alors confiance au registre à partir de maintenant.',
  'trace.proof.heads': 'Enregistrer les deux têtes du registre',
  'trace.proof.heads.note':
    'Deux têtes signées qui ne se prolongent pas : qui les voit sait que le registre a été réécrit. Enregistrez-les et montrez-les à quelqu’un de confiance.',
  'trace.proof.closed.one':
    '{n} champ reste fermé, car il n’appartient qu’à l’entreprise ; il compte par son empreinte.',
  'trace.proof.closed.other':
    '{n} champs restent fermés, car ils n’appartiennent qu’à l’entreprise ; ils comptent par leur empreinte.',
  'trace.proof.forgotten.one': '{n} d’entre eux a été effacé sur demande et ne pourra plus jamais être ouvert.',
  'trace.proof.forgotten.other': '{n} d’entre eux ont été effacés sur demande et ne pourront plus jamais être ouverts.',
  'trace.proof.meaning': 'Qu’est-ce que cela signifie ?',
  'trace.proof.meaning.proven':
    'Prouvé : faits, enregistrements, images et leurs intitulés sont ceux qui ont été scellés, les plus récents, et aucun ne manque entre eux.',
  'trace.proof.meaning.source':
    'Non prouvé : que l’on a dit vrai. Qui déclare un mensonge scelle un mensonge ; il ne pourra plus être changé sans que cela se voie, et il porte un nom.',
  'trace.proof.meaning.script':
    'Non prouvé : que le script de cette page est le bon. Comparez l’empreinte de sa clé à celle de la feuille d’étiquettes, ou enregistrez les preuves et faites-les vérifier ailleurs ; des observateurs indépendants suivent aussi le registre.',
  'trace.proof.meaning.once':
    'Qui ne vient qu’une fois voit un registre, à la date de signature de sa tête. Ce navigateur retient cette tête et remarquera à la prochaine visite s’il a été réécrit.',
  'trace.proof.meaning.stated':
    'Les scans, les contrôles, leurs premières dates, les avertissements, l’empreinte de la base d’aujourd’hui, le nombre de champs supprimés sur demande et, pour les codes plus anciens, leur rang dans leur demande sont la parole de la plateforme ; ils sont marqués comme déclarés.',
  'trace.proof.witnesses': 'Cosigné par des témoins',
  'trace.proof.witnesses.none': 'aucun témoin n’est configuré',
  'trace.proof.witnesses.count': '{n} témoin(s) sur {total} ont vu ce registre',
  'trace.proof.witnesses.seen': '{name} : {n} entrées, vues le {time}',
  'trace.proof.witnesses.demo':
    'Ce témoin est celui de la démonstration : il montre comment les témoins opèrent et n’atteste rien de façon indépendante.',
  'trace.proof.log': 'Registre',
  'trace.proof.key': 'Empreinte de la clé du registre',
  'trace.proof.entries': 'Dernière tête',
  'trace.proof.time': '{n} entrées, {time}',
  'trace.proof.noscript':
    'La vérification dans votre navigateur exige les scripts. La preuve brute peut être ouverte ici :',
  'trace.proof.raw': 'Preuve brute',

  'trace.unknown.neverIssued.heading': 'Ce code est inconnu ici',
  'trace.unknown.neverIssued.note': 'Aucun article portant ce code n’a été émis sur cette plateforme.',
  'trace.unknown.unread.heading': 'Ce n’est pas un code complet',
  'trace.unknown.unread.note':
    'Un code de cette plateforme compte {of} lettres et chiffres ; ce qui est arrivé ici n’en est pas un. Scannez de nouveau l’étiquette, ou saisissez le code ci-dessous.',
  'trace.unknown.mistyped.heading': 'Ce code contient une faute de frappe',
  'trace.unknown.mistyped.note':
    'Un caractère du groupe {group} diffère d’une étiquette existante. Comparez ce groupe à l’étiquette et corrigez-le ci-dessous.',
  'trace.unknown.hint.count': 'Sa longueur est de {n} ; les codes de cette plateforme comptent {of} caractères.',
  'trace.unknown.hint.type':
    'Comparez-le à l’étiquette, caractère par caractère. Les lettres I, L, O et U ne sont jamais utilisées.',
  'trace.unknown.hint.printed':
    'Si l’étiquette le porte vraiment, elle n’a pas été émise ici : considérez l’article comme suspect.',
  'trace.unknown.hint.seller': 'Gardez l’étiquette et interrogez le vendeur, ou l’entreprise qui y est nommée.',
  'trace.unavailable.heading': 'Vérification impossible pour le moment',
  'trace.unavailable.note':
    'Le service n’est pas joignable actuellement. Cela ne dit rien pour ou contre l’article ; réessayez dans quelques minutes.',
  'trace.unavailable.retry': 'Réessayer',
  'trace.busy.heading': 'Beaucoup de lecteurs en ce moment',
  'trace.busy.note':
    'La page n’a pas pu être préparée à temps. Cela ne dit rien pour ou contre l’article ; réessayez dans quelques secondes.',
  'trace.welcome.heading': 'D’où vient ce bois ?',
  'trace.welcome.note':
    'Scannez le code de l’article ou saisissez-le ici : vous verrez son voyage, de la forêt au magasin.',
  'trace.welcome.what': 'Ce que vous verrez',
  'trace.welcome.what.journey': 'Le voyage, étape par étape, avec lieux, photos et documents.',
  'trace.welcome.what.check': 'Si le code anti-contrefaçon appartient bien à l’article.',
  'trace.welcome.what.proof': 'Si le dossier a été modifié, vérifié par votre propre navigateur.',
  'trace.enter.label': 'Code de l’article',
  'trace.enter.hint': '20 caractères sous l’image QR ; les espaces sont indifférents.',
  'trace.enter.submit': 'Voir le voyage',
  'trace.enter.another': 'Chercher un autre code',

  'trace.footer.host':
    'Cette page se trouve à l’adresse {host}. Si votre barre d’adresse affiche autre chose, ne vous y fiez pas.',
  'trace.footer.news': 'Actualités du marché',
  'trace.footer.market': 'Marché du bois',
  'trace.footer.privacy':
    'Une visite compte comme un scan du code. Votre position n’est conservée que si vous la partagez ; aucun compte n’est nécessaire.',
  'trace.error.network': 'Pas de connexion. Vérifiez le réseau et réessayez.',
  'trace.error.timeout': 'La réponse se fait attendre. Veuillez réessayer.',
} as const satisfies Record<keyof typeof english, string>
