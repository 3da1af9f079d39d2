/** The part of the script that only goods need about which several companies reported: their proof, and how it is drawn. */
import type { CompanyParts } from '../page/ItemPage.tsx'
import { suspectedStages } from '../page/JourneyAndPlaces.tsx'
import { type AnyCompany, CompaniesAndPlaces, CompanyCertifications } from '../page/Companies.tsx'
import type { ProvenItem, WalkResult } from '../proof/proven.ts'
import type { Format } from '../format.ts'
import { parseStatedCompanies } from '../stated-companies.ts'
import { Texts } from '../texts.ts'
import type { Item, StatedFacts } from '../types.ts'
import { type LaterHolder, type LaterHolders, proveLaterHolders, withLaterHolders } from './later-holders.ts'

/** What the proven page draws the companies from, besides their proofs. */
export interface DrawnItem {
  item: ProvenItem
  /** The item with the window of its records that the page shows. */
  answer: Item
  facts: StatedFacts
  /** Parts with a fault in the reader's check. */
  doubted: readonly string[] | undefined
  url: string
  texts: Texts
  format: Format
}

/** The companies of the goods as this browser proved them. */
export interface ProvenCompanies {
  later: LaterHolders
  /** The result about the item, with what became of it afterwards. */
  join: (result: WalkResult) => WalkResult
  /** Draws them. */
  draw: (shown: DrawnItem) => CompanyParts
}

/**
 * Proves the companies that had the goods after the first one, and partners.
 * @param stated what the page states of the companies, unparsed
 * @param added the texts that only they need
 */
export async function proveCompanies(
  item: ProvenItem,
  stated: unknown,
  added: Record<string, string>,
  prove: (code: string) => Promise<WalkResult>,
): Promise<ProvenCompanies> {
  const later = await proveLaterHolders(item, parseStatedCompanies(stated), prove)
  let texts: Texts | undefined
  return {
    later,
    join: result => withLaterHolders(result, later),
    draw: shown => {
      texts ??= new Texts({ ...shown.texts.all, ...added })
      return drawCompanies({ ...shown, texts }, later.holders)
    },
  }
}

function drawCompanies(
  { item, answer, facts, doubted = [], url, texts, format }: DrawnItem,
  holders: readonly LaterHolder[],
): CompanyParts {
  const { code, owner, certification, stages, records, histories } = answer
  const first = {
    ...{ code, since: null, name: owner.name, nameIn: owner.nameIn, certification, papers: facts.papers },
    ...{ stages, records, histories, proofs: item.records },
  }
  const later = holders.map(holder => ({ role: holder.role, since: holder.since, company: companyOf(holder) }))
  const companies = { first, later, texts, format }
  return {
    journey: (
      <CompaniesAndPlaces
        {...companies}
        withdrawn={item.withdrawn}
        doubted={[...doubted, ...suspectedStages(facts)]}
        url={url}
      />
    ),
    certification: <CompanyCertifications {...companies} />,
  }
}

function companyOf({ code, since, papers, walk }: LaterHolder): AnyCompany {
  if (!walk?.item) return { code, unknown: walk ? 'unproven' : 'unreachable' }
  const { owner, certification, stages, records, histories } = walk.item.answer
  return {
    ...{ code, since, papers, name: owner.name, nameIn: owner.nameIn, certification, stages, records, histories },
    proofs: walk.item.records,
  }
}
