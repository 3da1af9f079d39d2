/** Help on the screens of logs, statistics, sales channels, trade, news and banners. */
export const helpMarket = {
  'help.trace.scan-log.for':
    'Every time a code was opened on the trace page: when, and where if the reader shared the place.',
  'help.trace.scan-log.1': 'Filter by code, product, place or time.',
  'help.trace.scan-log.2': 'Switch to the map to see where your goods are read.',
  'help.trace.scan-log.3': 'Export the list for your own evaluation.',
  'help.trace.check-log.for':
    'Every security code that somebody entered, and whether it was right. Many wrong ones speak for copied labels.',
  'help.trace.check-log.1': 'Filter for wrong results first.',
  'help.trace.check-log.2': 'Look at the places: several wrong checks far from your market deserve a look.',
  'help.trace.check-log.3': 'Open the code to see its other checks and whether a case exists.',
  'help.stats.trend.for': 'Scans and checks over time, compared with the period before.',
  'help.stats.trend.1': 'Choose the period and whether it is counted by hour, day or month.',
  'help.stats.trend.2': 'Narrow it to a product or batch.',
  'help.stats.trend.3': 'Save the chart as a picture, or export the figures.',
  'help.stats.product.for':
    'Which products, batches or enterprises are scanned and checked most, and where checks fail.',
  'help.stats.product.1': 'Choose what is ranked and by which figure.',
  'help.stats.product.2':
    'Compare with the period before: a sudden rise of failed checks matters more than a high number of scans.',
  'help.stats.product.3': 'Export the table.',
  'help.stats.place.for':
    'Where codes are scanned and checked, by country, province or city, and the places where checks fail.',
  'help.stats.place.1': 'Choose the level and the period.',
  'help.stats.place.2': 'Look at the places where checks fail, and compare them with the territories of your dealers.',
  'help.stats.place.3': 'Scans whose place was not shared are counted below, without a place.',
  'help.stats.stage.for':
    'How many reports each stage had, how long batches took to reach it, and what came out of what went in.',
  'help.stats.stage.1': 'Choose the period; compare the median days with those before.',
  'help.stats.stage.2': 'Look for the stage where batches wait longest.',
  'help.stats.stage.3': 'Yield counts only reports that state both what went in and what came out.',
  'help.channel.dealer-level.for':
    'Levels order your dealers: level one sells for you, level two sells for a dealer of level one.',
  'help.channel.dealer-level.1': 'Add the levels that you use, with a code and a name.',
  'help.channel.dealer-level.2': 'Then give each dealer its level.',
  'help.channel.dealer-level.3': 'Disable a level that is no longer used.',
  'help.channel.dealer.for':
    'The dealers that sell your goods, with level, parent dealer, contact and the account by which they sign in.',
  'help.channel.dealer.1': 'Add the dealer; one of level two also needs its parent dealer.',
  'help.channel.dealer.2': 'Link an account of type customer if the dealer should see its own codes, scans and stores.',
  'help.channel.dealer.3': 'Then enter where it sells and which codes it has.',
  'help.channel.territory.for': 'Where each dealer may sell. Scans by several people outside it open a case.',
  'help.channel.territory.1': 'Choose the dealer and the division, and from when to when it holds.',
  'help.channel.territory.2': 'Several dealers may share a division.',
  'help.channel.territory.3':
    'End a territory by its last day instead of deleting it: earlier scans keep their meaning.',
  'help.channel.assignment.for':
    'Which codes went to which dealer, and what was taken back. Without it nobody can say whose goods turned up elsewhere.',
  'help.channel.assignment.1':
    'Give codes to a dealer: one by one, a range, or all of a request. What is packed in them goes along.',
  'help.channel.assignment.2': 'Codes of another dealer are refused unless you allow it.',
  'help.channel.assignment.3': 'Take codes back when goods return.',
  'help.channel.case.for':
    'Cases open by themselves when scans and checks speak against a code: outside the territory, in too many towns, checked again far away.',
  'help.channel.case.1': 'Take the open ones first and assign each to somebody.',
  'help.channel.case.2': 'Look at the evidence: places, times and how strongly each counts.',
  'help.channel.case.3':
    'Confirm or dismiss with a note. The public page warns its readers as long as a case is not dismissed and not too old.',
  'help.channel.own.for':
    'What a dealer sees: the codes it holds, their scans and checks, its stores and confirmed cases.',
  'help.channel.own.1': 'Look up codes by batch or by scanning one of them.',
  'help.channel.own.2': 'Enter your stores: buyers see a store once the enterprise agrees.',
  'help.channel.own.3': 'Read confirmed cases: they say where your codes turned up.',
  'help.channel.store.for':
    'Stores of your dealers. A store that you show appears on the trace page as a place of sale.',
  'help.channel.store.1': 'Add a store with its dealer, address and position.',
  'help.channel.store.2': 'Check stores that dealers entered themselves, and show them to buyers when they are right.',
  'help.channel.store.3': 'Name or address changed? Then a store has to be shown again.',
  'help.channel.customer.for':
    'Those to whom you or your dealers sell. A customer can appear on the trace page as a place of sale.',
  'help.channel.customer.1': 'Add the customer with its contact and the dealer that serves it.',
  'help.channel.customer.2': 'Decide whether buyers see it; the default is no.',
  'help.channel.customer.3': 'Link an account only if the customer should sign in.',
  'help.channel.supplier.for': 'Those from whom you buy logs or timber, as your own address book.',
  'help.channel.supplier.1': 'Add the supplier with contact, phone and address.',
  'help.channel.supplier.2': 'Link an account only if the supplier should sign in.',
  'help.channel.supplier.3': 'Disable suppliers that you no longer buy from.',
  'help.trade.publish.for':
    'Supply and purchase listings of all enterprises. Others see yours after the platform has approved it.',
  'help.trade.publish.1': 'Publish what you offer or look for: species, form, quantity, size, price.',
  'help.trade.publish.2': 'Wait for approval; then others can quote. Quote on listings of others in the same way.',
  'help.trade.publish.3': 'Accept one quote: its enterprise may then see your whole phone number.',
  'help.trade.apply-list.for': 'Quotes that you received on your listings, and those that you made.',
  'help.trade.apply-list.1': 'Look at “Received” for what waits for your answer.',
  'help.trade.apply-list.2': 'Accept a quote: amount and enterprise are shown once more before you confirm.',
  'help.trade.apply-list.3': 'Revise your own quote while it is open; the earlier amounts stay readable.',
  'help.trade.publish-add.for': 'The form for a new supply or purchase listing.',
  'help.trade.publish-add.1': 'Choose the kind, then the goods: species, form, quantity and unit.',
  'help.trade.publish-add.2':
    'Give an expected price and a phone number. The number is hidden until you accept a quote.',
  'help.trade.publish-add.3': 'Publish: the platform approves the listing before others see it.',
  'help.trade.detail.for':
    'One listing with everything that is known of it: goods, CITES status, price, and quotes that you may see.',
  'help.trade.detail.1': 'Check species, size and quantity, and the CITES note.',
  'help.trade.detail.2': 'Quote, or answer the quotes you received.',
  'help.trade.detail.3': 'Ask for the phone number once a quote was accepted.',
  'help.trade.phone-view.for': 'Who has seen the whole phone number of one of your listings, when and why.',
  'help.trade.phone-view.1': 'Look here when somebody calls whom you do not expect.',
  'help.trade.phone-view.2': 'Take back the consent at the quote if the number should no longer be shown.',
  'help.trade.phone-view.3': 'The log stays: what was seen cannot be taken back.',
  'help.news.article.for':
    'Market news that everybody can read without signing in. Enterprises read; the platform writes.',
  'help.news.article.1': 'Write the article in one language and add the others when you have them.',
  'help.news.article.2': 'Publish at once, or set the moment at which it publishes itself.',
  'help.news.article.3': 'Withdraw an article that is wrong, with a reason; it can be published again.',
  'help.news.category.for': 'The sections in which news is sorted, such as prices, policy or shipping.',
  'help.news.category.1': 'Add a category and its order.',
  'help.news.category.2': 'Choose it in each article.',
  'help.news.category.3': 'Disable a category that is no longer used.',
  'help.site.banner.for':
    'Pictures that turn on the home pages of phone, trade and news, and the customer service number.',
  'help.site.banner.1': 'Add a banner: picture, page, order and how long it is shown.',
  'help.site.banner.2': 'Set from when until when it appears; it comes and goes by itself.',
  'help.site.banner.3': 'Enter the customer service number that people can call.',
} as const
