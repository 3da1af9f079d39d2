/** The stops of the tour for newcomers, for each kind of work. */
export const helpTour = {
  'help.tour.again': 'Show me around',
  'help.tour.start': 'What waits for you',
  'help.tour.menu': 'The menu',
  'help.tour.search': 'Find anything',
  'help.tour.search.is':
    'Type or scan a code, or the name of a batch, paper or person. Ctrl+K opens the search from every page.',
  'help.tour.notices': 'Notices and messages',
  'help.tour.notices.is':
    'What the system and the platform have to tell you is found here. A number says how much is unread.',
  'help.tour.help': 'Help on every page',
  'help.tour.help.is':
    'What the page is for, three steps and its words. The key ? opens it, and this tour can be started again there.',
  'help.tour.admin.1':
    'Overdue stages, expiring papers, people to accept: open a line and you see exactly these. New enterprises find their first steps here.',
  'help.tour.admin.2':
    'From top to bottom as the goods go: product, codes, stages, certification, sale. Settings and people are at the end.',
  'help.tour.admin.3':
    'Add your people here, give each the roles of their work, and authorize field users for their stages.',
  'help.tour.clerk.1': 'Overdue stages, records to look at, papers that expire: open a line and you see exactly these.',
  'help.tour.clerk.2': 'From top to bottom as the goods go: product, codes, stages, certification, sale.',
  'help.tour.clerk.3': 'Your work begins with a batch: create it, activate it, request codes, and follow its stages.',
  'help.tour.printer.1': 'What is open today stands here, with the figures of codes and scans below.',
  'help.tour.printer.2': 'Requests, layouts and the life of labels are all under QR codes.',
  'help.tour.printer.3':
    'Print the labels of a finished request here, or download its file. Keep the file safe: it holds security codes.',
  'help.tour.certifier.1': 'Codes that wait for your review lead the page, the oldest first.',
  'help.tour.certifier.2': 'Two places matter to you: the review, and your own certificates and forms.',
  'help.tour.certifier.3': 'Decide here “passed” or “not passed”, with date and reason. Enterprise and buyers see it.',
  'help.tour.dealer.1': 'What you hold, how often it was scanned and checked, and your territory.',
  'help.tour.dealer.2': 'Your goods, and the timber trade where you can quote.',
  'help.tour.dealer.3': 'Look up your codes, enter your stores, read confirmed cases.',
  'help.tour.trader.1': 'The newest listings and the quotes on yours that wait for an answer.',
  'help.tour.trader.2': 'Timber trade is your place; market news is there to read.',
  'help.tour.trader.3': 'Publish what you offer or look for, quote, and accept quotes.',
  'help.tour.operator.1':
    'Listings to approve, failed tasks, alarms and open cases: what the platform needs from you today.',
  'help.tour.operator.2': 'Enterprises see most of this too; tenants, monitoring and tools are yours alone.',
  'help.tour.operator.3': 'Add enterprises here and hand over the first password of their administrator.',
  'help.tour.auditor.1': 'What should be looked at: corrections, withdrawals, late and unlikely records.',
  'help.tour.auditor.2': 'You may read everything that is listed here and change nothing.',
  'help.tour.auditor.3':
    'Every record with its versions, papers and place in the ledger: what was changed stays readable.',
} as const
