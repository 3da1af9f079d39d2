/**
 * What the simulated market assumes about people, records and copiers: every share in one place, with the reason why it
 * is plausible. The shares were fixed before the rules were developed. Nobody has measured them; those that could
 * decide the result are varied in `variants`.
 */
export interface Assumptions {
  /** People */
  /**
   * Share their position when the page asks. The page says what for; about half of all visitors agree to such
   * questions. Visitors who have agreed are not asked again.
   */
  shares: number
  /** Always report a position far away: a Wi-Fi that moved house, a desktop computer's guess, an invented one. */
  wrongPosition: number
  /** Of people who came from another town: at one visit the phone still reports that town (a stale fix). */
  staleFix: number
  /** Use a private network whose exit changes from visit to visit. A fifth to a third of users in surveys; their GPS stays right. */
  vpn: number
  /** Have no lasting device name: private windows, in-app browsers that forget, other browsers each time. */
  forgetsDevice: number
  /** Connect through an employer's exit that serves people in many towns. */
  employer: number
  /** Share of visits at home over the mobile network instead of the home Wi-Fi. The same phone has both. */
  mobileAtHome: number
  /** Open the page again from the browser's history or a bookmark some days later, without the item; one in five of them elsewhere. */
  reopens: number

  /** Before the sale */
  /**
   * Trade people scan the item as a buyer would, at each of port abroad, port of arrival, warehouse. Most trade people
   * use lists or the phone page, which are not scans.
   */
  tradeScans: number
  /** Staff of the shop or the dealer scan it when it comes in. */
  shopScans: number
  /** Items in a showroom for months, where dozens of people scan them. A shop shows some of its goods and sells those, too. */
  onDisplay: number
  /**
   * Items that travel from fair to fair among strangers, with the label of goods. Exhibits are mostly samples without a
   * label.
   */
  atFairs: number
  /** Sold online: nobody scans them in a shop, and their buyer may be anywhere. About a third of furniture and home goods. */
  online: number

  /** The buyer */
  /** Live far from the shop where they bought. */
  homeFar: number
  /** Scan it again at home in the first days. */
  looksAtHome: number
  /** Scan it once more within the year. */
  looksLater: number
  /** Hand it around: one to three others scan with their own phones within the hour. */
  handsAround: number
  /** Scratch the label and check the security code. Unknown: a few percent to a third, so it is varied. */
  checks: number
  /** Of those who check: mistype the code first; one in ten of them gives up. Ten characters by hand. */
  typesWrong: number
  /** Of households that check: another family member checks again with another phone. */
  familyChecks: number

  /** Later life */
  /** Given to somebody in another town within half a year, who may scan, hand around and check like a buyer. */
  givesAwayFar: number
  /**
   * Sold second-hand within the year, half of them to another town; twice as many of these buyers check, after one or
   * two people have come to see it.
   */
  secondHand: number
  /** Returned to the shop within two weeks and sold again, three in ten times in an outlet in another town. */
  returned: number
  /** Move house to another town with it. */
  movesHouse: number
  /**
   * Send a picture or the URL to somebody far away, who opens it, mostly within hours, and shares a position half as
   * often as others.
   */
  sendsPicture: number

  /** The enterprise's records */
  /** Goods whose batch records its stages up to the port abroad and the departure. */
  tellsPort: number
  /** Of those: the departure is never reported, though the stages before it are. */
  forgetsDeparture: number
  /** Goods whose sale is reported. Varied. */
  salesReported: number
  /** Of those: reported when the dealer got them, up to two months before the buyer did. */
  soldEarly: number
  /** Goods that are assigned to dealers with territories (the province of the shop), of those not sold online. Varied. */
  territories: number

  /** Copiers */
  /** Copies sold online: a buyer in any town. Most detained counterfeits come by parcel. */
  copiesOnline: number
  /**
   * In three to five shops over the country; the rest of copiers sells in one or two towns (`copiesInOneTown` of all in
   * one).
   */
  copiesInShops: number
  copiesInOneTown: number
  /** Print the right code on every copy: the copiers bought an item and scratched it. The rest invent one, or leave it out. */
  copiesRightCode: number
  copiesNoCode: number
  /** Copy a label before its goods have left the port (an insider at the printer or the factory). */
  copiedEarly: number
  /** Buyers of copies behave like others, but some doubt the price: this much more of them check. */
  doubts: number
}

export const middle: Assumptions = {
  shares: 0.6,
  wrongPosition: 0.002,
  staleFix: 0.02,
  vpn: 0.2,
  forgetsDevice: 0.1,
  employer: 0.03,
  mobileAtHome: 0.4,
  reopens: 0.03,

  tradeScans: 0.03,
  shopScans: 0.1,
  onDisplay: 0.03,
  atFairs: 0.000_02,
  online: 0.3,

  homeFar: 0.08,
  looksAtHome: 0.6,
  looksLater: 0.15,
  handsAround: 0.3,
  checks: 0.15,
  typesWrong: 0.06,
  familyChecks: 0.1,

  givesAwayFar: 0.02,
  secondHand: 0.01,
  returned: 0.02,
  movesHouse: 0.02,
  sendsPicture: 0.000_5,

  tellsPort: 0.5,
  forgetsDeparture: 0.02,
  salesReported: 0.3,
  soldEarly: 0.2,
  territories: 0.3,

  copiesOnline: 0.5,
  copiesInShops: 0.3,
  copiesInOneTown: 0.08,
  copiesRightCode: 0.4,
  copiesNoCode: 0.2,
  copiedEarly: 0.03,
  doubts: 1.3,
}

/** Markets other than the middle one, by the changed assumptions. */
export const variants: readonly (readonly [name: string, otherwise: Partial<Assumptions>])[] = [
  ['5 % check', { checks: 0.05 }],
  ['30 % check', { checks: 0.3 }],
  ['no sale is reported, no territories', { salesReported: 0, territories: 0 }],
  ['60 % of sales reported, 70 % in territories', { salesReported: 0.6, territories: 0.7 }],
  ['all copies have the right code', { copiesRightCode: 1, copiesNoCode: 0 }],
  ['all copies have an invented code', { copiesRightCode: 0, copiesNoCode: 0 }],
  ['no copy is sold over the net', { copiesOnline: 0, copiesInShops: 0.6, copiesInOneTown: 0.16 }],
  ['four in ten share their position', { shares: 0.4 }],
  [
    'twice as much of what looks odd',
    {
      wrongPosition: 0.004,
      forgetsDevice: 0.2,
      tradeScans: 0.06,
      onDisplay: 0.06,
      atFairs: 0.000_04,
      givesAwayFar: 0.04,
      secondHand: 0.02,
      returned: 0.04,
      sendsPicture: 0.001,
    },
  ],
]
