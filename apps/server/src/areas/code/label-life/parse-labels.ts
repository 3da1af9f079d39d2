import { maxLabelRanges } from '@timbermark/contract/calls'
import { replaceMessagingCodes } from '../../wechat/to-own-codes.ts'
import { assertMayAct } from '../directory/custody-chain.ts'
import { hasCodes } from '../directory/parse-codes.ts'
import { type NamedCodes, type NumberedCodes, parseOwnCodes } from '../directory/parse-own-codes.ts'
import type { CodeRange } from '../directory/range-facts.ts'
import { refuseCodes } from '../directory/refuse-codes.ts'
import type { LabelContext } from './label-act.ts'

/**
 * Parses the labels that an act names. Field users have the labels in front of them: they may name those of every request of
 * their enterprise, by code. Everybody else, and serial numbers, are limited by the data scope of the permission.
 * @throws Refusal as `assertMayAct`, stage.foreignCode with every single code that is no label of the enterprise, among others
 */
export async function parseLabels(
  { services, db, actor, language }: LabelContext,
  permission: string,
  body: NamedCodes & { numbers: NumberedCodes },
): Promise<CodeRange[]> {
  const named = await toOwnCodes({ services, db, actor }, body)
  const opened = await services.directory.openAll(named.codes, actor.tenantId)
  const foreign = opened.flatMap((one, n) =>
    one.known && one.entry.tenantId === actor.tenantId && hasCodes(one.entry)
      ? []
      : [{ code: one.code ?? named.codes[n]!.slice(0, 100), error: 'stage.foreignCode' as const }],
  )
  if (foreign.length > 0) throw refuseCodes(language, foreign.slice(0, maxNamed))
  const isInFront = actor.userType === 2 && body.numbers.length === 0
  const ranges = await parseOwnCodes({ services, db, actor }, isInFront ? null : permission, named, maxLabelRanges)
  await assertMayAct(services, db, actor.tenantId, ranges)
  return ranges
}

/** At most this many codes are named in a refusal. */
const maxNamed = 100

/** The same labels, with the own codes of scanned codes of the messaging platform. */
async function toOwnCodes<Body extends NamedCodes>(
  { services, db, actor }: Pick<LabelContext, 'services' | 'db' | 'actor'>,
  body: Body,
): Promise<Body> {
  const ends = body.ranges.flatMap(({ first, last }) => [first, last])
  const ownCodes = await replaceMessagingCodes(db, services, actor.tenantId, [...body.codes, ...ends])
  const codes = ownCodes.splice(0, body.codes.length)
  return {
    ...body,
    codes,
    ranges: body.ranges.map((_, n) => ({ first: ownCodes[2 * n]!, last: ownCodes[2 * n + 1]! })),
  }
}
