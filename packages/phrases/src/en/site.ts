/** Banners of the home pages and the customer service number. */
export const site = {
  site: 'Site',
  'site.banner': 'Banner',
  'site.banner.group': 'Shown on',
  'site.banner.group.appHome': 'App home',
  'site.banner.group.tradeHome': 'Timber trade home',
  'site.banner.group.newsHome': 'Market news home',
  'site.banner.sequence': 'Order',
  'site.banner.duration': 'Duration (seconds)',
  'site.banner.image': 'Image',
  'site.banner.status': 'Status',
  'site.service': 'Customer service',
  'site.service.phone': 'Customer service number',
  'site.banner.removeTitle': 'Delete banner {n} of “{group}”? This cannot be undone.',
  'site.service.noPhone': 'not set yet',
} as const
