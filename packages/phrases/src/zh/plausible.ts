import { materialErrors } from './material-errors.ts'
import type { plausible as english } from '../en/plausible.ts'

/** 上报中不合常理之处：每条一句，带出数字；以及相应的询问。 */
export const plausible = {
  // Volumes that do not add up are refused where reports are checked.
  ...materialErrors,
  'error.stage.unconfirmed': '上报内容有不合常理之处，请更正，或说明原因',
  'error.plausible.smallEndWider': '小头直径（{small} 厘米）大于大头直径（{large} 厘米）',
  'error.plausible.measureMissing': '按“{rule}”计量，须填“{label}”',
  'error.plausible.measureBelow': '“{rule}”适用于“{label}”不小于 {limit} 的原木',
  'error.plausible.measureAbove': '“{rule}”适用于“{label}”不大于 {limit} 的原木',
  'error.plausible.measuredVolume': '按“{rule}”计算，“{label}”应为 {right} 立方米',
  'error.plausible.logVolumeImpossible':
    '材积不可能有 {volume} 立方米：{pieces} 根 × 直径 {thick} 厘米 × 长 {long} 米，最多 {most} 立方米。请更正尺寸、材积或根数',
  'error.plausible.outputAboveInput': '产出（{output} 立方米）多于投入（{input} 立方米）',
  'error.plausible.residuesAboveInput':
    '产出（{output} 立方米）与剩余物（{residues} 立方米）之和多于投入（{input} 立方米）',
  'error.plausible.dateFuture': '“{label}”在过远的将来：{day}',
  'error.plausible.logVolume': '按平均直径、长度和 {pieces} 根计算，材积约为 {expected} 立方米，上报为 {volume} 立方米',
  'error.plausible.speciesChanged': '投入的是{expected}，产出的却是{species}',
  'error.plausible.datePlanned': '“{label}”在将来：{day}',
  'error.plausible.happenedLater': '“{label}”为 {day}，晚于本环节的发生时间 {otherDay}',
  'error.plausible.madeBeforeBought': '生产日期 {day} 早于原料采购时间 {otherDay}',
  'error.plausible.pieceSize': '按尺寸和 {pieces} 件计算约为 {expected} 立方米，上报为 {volume} 立方米',
  'error.plausible.pieceVolume': '{pieces} 件共 {volume} 立方米，平均每件 {each} 立方米',
  'error.plausible.speciesOther': '上报的树种是{species}，但这批货是{expected}',
  'error.plausible.yieldUnusual':
    '投入 {input} 立方米，产出 {output} 立方米，出材率 {yield}%；本环节该树种通常为 {from}% 至 {to}%',
  'error.plausible.speciesContradicted': '上报的树种是{species}（{name}），但这批货是{expected}（{otherName}）',
  'error.plausible.speciesReplaced':
    '投入的是{expected}（{otherName}），产出的却是{species}（{name}）：加工不会改变树种',
  'error.plausible.volumeAboveEarlier':
    '加上本次上报，该批次在本环节共 {total} 立方米，而“{stage}”环节只有 {before} 立方米',
  'error.plausible.piecesAboveMade': '加上本次上报，该批次共 {total} 件，而“{stage}”环节只生产了 {before} 件',
  'error.plausible.beforeEarlierStage': '本环节发生于 {day}，早于前面的“{stage}”环节（{otherDay}）',
  'error.plausible.afterLaterStage': '本环节发生于 {day}，晚于后面的“{stage}”环节（{otherDay}）',
  'error.plausible.tooFast':
    '{otherDay} 的“{stage}”环节上报地点距此 {distance} 公里，相隔 {hours} 小时，没有运输工具能这么快',
  'error.plausible.outsideCountry': '定位在{found}，上报的国家却是{country}',
  'error.plausible.atSea': '定位 {longitude}, {latitude} 在公海上',
  'error.plausible.outsidePlot': '定位在地块 {plot} 之外 {distance} 米',
  'error.plausible.paperSpecies': '证件 {paper} 的树种是{expected}（{otherName}），但木材是{species}（{name}）',
  'error.plausible.paperExpired': '证件 {paper} 已于 {otherDay} 到期，早于上报的日期 {day}',
  'error.plausible.paperTooEarly': '证件 {paper} 自 {otherDay} 起有效，晚于上报的日期 {day}',
  'field.confirmed': '询问的答复',
  'field.rule': '询问',
  'error.plausible.citesPermitMissing':
    '{name} 列入 CITES 附录 {appendix}（{day} 的名录）：请填写该批货过境所用的濒危物种进出口许可证',
  'error.plausible.citesPermitAsked':
    '{name} 列入 CITES 附录 {appendix}，但有例外（{annotation}，{day} 的名录）：请填写许可证，或说明该批货为何不需要',
  'error.plausible.citesPermitUndated': '濒危物种进出口许可证 {paper} 未填写有效期截止日，请在证件中补填',
  'error.plausible.citesPermitInvalid': '濒危物种进出口许可证 {paper} 在过境当日 {day} 无效（界限为 {otherDay}）',
  'stage.paperUnit.volume': 'm³',
  'stage.paperUnit.pieces': '件',
  'error.plausible.paperQuantityMissing': '证件 {paper} 有覆盖数量，请在“{label}”中填写使用了多少',
  'error.plausible.paperOverdrawn':
    '计入本次上报后，该环节在证件 {paper} 下共使用 {total} {paperUnit}，而证件仅覆盖 {most} {paperUnit}',
  'error.plausible.paperElsewhere':
    '许可证 {paper} 于 {otherDay} 在距此 {distance} 公里处使用过，仅相隔 {hours} 小时，不可能同时在两地',
  'error.plausible.citesPermitUnlimited':
    '濒危物种进出口许可证 {paper} 未填写数量。请在证件中补填覆盖数量，或说明为何没有数量',
} as const satisfies Record<keyof typeof english, string>
