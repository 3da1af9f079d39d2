/** The shared packages only declare; what a page does not use of them stays out. */
export const treeshake = {
  moduleSideEffects: (id: string) => !/[\\/]packages[\\/](contract|client|codes|material|phrases)[\\/]/.test(id),
}
