/** Step 3 of the guide: the words in three languages, with the title of the menu. */
export const words = {
  zh: {
    'catalog.stock': '产品批次',
    'catalog.stock.productName': '产品',
    'catalog.stock.batches': '批次数',
    'catalog.stock.latest': '最近批次',
    'menu.catalog.stock': '产品批次',
  },
  en: {
    'catalog.stock': 'Batches by product',
    'catalog.stock.productName': 'Product',
    'catalog.stock.batches': 'Batches',
    'catalog.stock.latest': 'Latest batch',
    'menu.catalog.stock': 'Batches by product',
  },
  fr: {
    'catalog.stock': 'Lots par produit',
    'catalog.stock.productName': 'Produit',
    'catalog.stock.batches': 'Lots',
    'catalog.stock.latest': 'Dernier lot',
    'menu.catalog.stock': 'Lots par produit',
  },
}
