import type { site as english } from '../en/site.ts'

export const site = {
  site: '站点',
  'site.banner': '轮播图',
  'site.banner.group': '所在页面',
  'site.banner.group.appHome': '应用首页',
  'site.banner.group.tradeHome': '木材交易首页',
  'site.banner.group.newsHome': '市场资讯首页',
  'site.banner.sequence': '排序',
  'site.banner.duration': '时长（秒）',
  'site.banner.image': '图片',
  'site.banner.link': '链接',
  'site.banner.showFrom': '开始展示',
  'site.banner.showUntil': '结束展示',
  'site.banner.planned': '未开始',
  'site.banner.over': '已结束',
  'site.banner.status': '状态',
  'site.service': '客服',
  'site.service.phone': '客服电话',
  'site.service.noPhone': '尚未设置',
} as const satisfies Record<keyof typeof english, string>
