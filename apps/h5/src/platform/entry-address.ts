/** The address that this page was first loaded with; the messaging platform's iOS client checks signatures against it. */
export const entryAddress = location.href.split('#')[0]!
