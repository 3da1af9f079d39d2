/** Number of the development chain that a demonstration runs itself: pages say that it attests nothing independently. No public chain has it. */
export const demoChainId = 31337
