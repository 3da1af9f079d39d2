import type { MaterialAct, MaterialReport, ResidueReason, WoodForm } from '@timbermark/contract'
import { add, compare, type Decimal, decimal, multiply, subtract } from '@timbermark/material'

/** What a batch has of one species in one form, cubic metres. */
export interface Balance {
  species: string
  form: WoodForm
  volumeIn: Decimal
  volumeOut: Decimal
  measured: Decimal
  undeclared: Decimal
  source: MaterialAct | null
}

/** An entry to write. */
export interface NewEntry {
  species: string
  form: WoodForm
  act: MaterialAct
  reversedAct: MaterialAct | null
  /** Above zero in, below zero out. */
  volume: Decimal
  /** Kind of a residue, or why wood was lost. */
  reason: ResidueReason | null
}

/** Why wood cannot be taken from an account, or an entry not be taken back. */
export interface Shortage {
  kind: 'overdrawn' | 'speciesMissing' | 'reliedUpon'
  species: string
  form: WoodForm
  there: Decimal
  wanted: Decimal
}

export class ShortageError extends Error {
  readonly shortage: Shortage

  constructor(shortage: Shortage) {
    super(`${shortage.kind}: ${shortage.species} ${shortage.form}`)
    this.shortage = shortage
  }
}

const zero = decimal('0')
const negate = ({ units, scale }: Decimal): Decimal => ({ units: -units, scale })
const isPositive = (value: Decimal) => value.units > 0n
const smaller = (a: Decimal, b: Decimal) => (compare(a, b) < 0 ? a : b)

/** Yards measure by different rules: later measures of the same wood may give a tenth more. */
const measureTolerance = decimal('0.1')

/** What there is now: what came in, was measured or is undeclared, without what went out. */
export const volumeOf = ({ volumeIn, volumeOut, measured, undeclared }: Balance): Decimal =>
  subtract(add(volumeIn, measured, undeclared), volumeOut)

/** Whether a difference of measure stays within the tolerance of a volume. */
export const isWithinMeasure = (difference: Decimal, volume: Decimal): boolean =>
  compare(difference, multiply(volume, measureTolerance)) <= 0

/** Whether later measures may give so much more, in addition to the differences before. A smaller second measure is what counts. */
const mayMeasureMore = ({ volumeIn, measured }: Balance, more: Decimal): boolean =>
  measured.units > 0n ? isWithinMeasure(add(measured, more), volumeIn) : isWithinMeasure(more, add(volumeIn, measured))

/**
 * The account of wood of one batch. It is filled from the stored balances, applies what happens, and collects the entries to
 * write. No balance goes below zero.
 */
export class BatchAccount {
  readonly #balances = new Map<string, Balance>()
  /** Account of earlier records: what was used beyond the source is undeclared instead of refused. */
  readonly #isHistory: boolean
  #entries: NewEntry[] = []

  constructor(balances: readonly Balance[], { isHistory = false }: { isHistory?: boolean } = {}) {
    this.#isHistory = isHistory
    this.restore(balances)
  }

  get balances(): Balance[] {
    return [...this.#balances.values()]
  }

  /** The entries since the last call. */
  takeEntries(): NewEntry[] {
    const entries = this.#entries
    this.#entries = []
    return entries
  }

  /** Applies a report. @throws ShortageError when it uses more than there is */
  applyReport(report: MaterialReport): void {
    if (report.act !== 'converted') {
      this.bringIn(report.act, report.form, report.wood)
      return
    }
    const { from, input, to, output, residues, lossReason } = report
    this.takeOut('converted', this.#formInUse(from), input)
    this.#enter('converted', { ...output, form: to })
    const residue = { species: input.species, form: 'residue' } as const
    for (const { kind, volume } of residues) this.#enter('converted', { ...residue, volume }, null, kind)
    const lost = subtract(input.volume, add(output.volume, ...residues.map(({ volume }) => volume)))
    if (isPositive(lost)) this.#enter('lost', { ...residue, volume: lost }, null, lossReason)
  }

  /** Wood from a source. Wood that another source stands for already is the same wood. @returns whether it came in */
  bringIn(
    act: 'felled' | 'purchased' | 'received',
    form: WoodForm,
    { species, volume }: { species: string; volume: Decimal },
  ): boolean {
    const balance = this.#balanceOf(species, form)
    if (balance.source !== null && balance.source !== act) return false
    this.#enter(act, { species, form, volume })
    this.#settle(species, form, smaller(balance.undeclared, volume))
    return true
  }

  /** Wood of another batch: it is other wood than that of any source. */
  takeOver(form: WoodForm, { species, volume }: { species: string; volume: Decimal }): void {
    const { undeclared } = this.#balanceOf(species, form)
    this.#enter('transferred', { species, form, volume })
    this.#settle(species, form, smaller(undeclared, volume))
  }

  /** Wood that is used or leaves; no more can be transferred than there is by the account. @throws ShortageError */
  takeOut(
    act: 'converted' | 'handedOver' | 'transferred',
    form: WoodForm,
    { species, volume }: { species: string; volume: Decimal },
  ): void {
    const balance = this.#balanceOf(species, form)
    const there = volumeOf(balance)
    const excess = subtract(volume, there)
    if (isPositive(excess)) {
      const isExact = act === 'transferred'
      if (!isExact && (this.#isHistory || !this.hasSource(form)))
        this.#enter('undeclared', { species, form, volume: excess })
      else if (!isExact && mayMeasureMore(balance, excess)) this.#enter('measured', { species, form, volume: excess })
      else {
        const kind = isPositive(balance.volumeIn) ? 'overdrawn' : 'speciesMissing'
        throw new ShortageError({ kind, species, form, there, wanted: volume })
      }
    }
    this.#enter(act, { species, form, volume: negate(volume) })
  }

  /** A second measure of received wood: the difference to the first. */
  measureAgain(form: WoodForm, species: string, difference: Decimal): void {
    if (difference.units !== 0n) this.#enter('measured', { species, form, volume: difference })
  }

  /** Takes stored balances in place of its own. */
  restore(balances: readonly Balance[]): void {
    this.#balances.clear()
    for (const balance of balances) this.#balances.set(keyOf(balance), { ...balance })
  }

  /** Takes back an entry. The caller calls `settleUndeclared` after the last one, and `settle` when all is posted. */
  reverse(entry: Pick<NewEntry, 'species' | 'form' | 'act' | 'volume' | 'reason'>): void {
    const { species, form, act, volume, reason } = entry
    this.#enter('reversed', { species, form, volume: negate(volume) }, act, reason)
  }

  /** A use without a source is taken back, and its source was reported meanwhile: that wood is there. */
  settleUndeclared(): void {
    for (const { species, form, undeclared } of this.balances)
      if (undeclared.units < 0n) this.#enter('undeclared', { species, form, volume: negate(undeclared) })
  }

  /** Checks all balances after entries were taken back. @throws ShortageError */
  settle(): void {
    for (const balance of this.balances) {
      const { species, form } = balance
      const there = volumeOf(balance)
      const missing = isPositive(there) ? zero : negate(there)
      // Where nothing is missing, later measures may still rest on a source that is smaller now.
      const isRelied = balance.measured.units > 0n || isPositive(missing)
      if (isRelied && !mayMeasureMore(balance, missing))
        throw new ShortageError({ kind: 'reliedUpon', species, form, there, wanted: zero })
      if (isPositive(missing)) this.#enter('measured', { species, form, volume: missing })
    }
  }

  /** Whether any wood of this form has come in from a source. */
  hasSource(form: WoodForm): boolean {
    return this.balances.some(balance => balance.form === form && isPositive(balance.volumeIn))
  }

  /** Wood without a source whose source came in. */
  #settle(species: string, form: WoodForm, settled: Decimal): void {
    if (isPositive(settled)) this.#enter('undeclared', { species, form, volume: negate(settled) })
  }

  #formInUse(forms: readonly [WoodForm, ...WoodForm[]]): WoodForm {
    return forms.find(form => this.hasSource(form)) ?? forms[0]
  }

  #balanceOf(species: string, form: WoodForm): Balance {
    const key = keyOf({ species, form })
    const balance = this.#balances.get(key) ?? {
      species,
      form,
      volumeIn: zero,
      volumeOut: zero,
      measured: zero,
      undeclared: zero,
      source: null,
    }
    this.#balances.set(key, balance)
    return balance
  }

  #enter(
    act: MaterialAct,
    { species, form, volume }: { species: string; form: WoodForm; volume: Decimal },
    reversedAct: MaterialAct | null = null,
    reason: ResidueReason | null = null,
  ): void {
    const balance = this.#balanceOf(species, form)
    const column = reversedAct ?? act
    if (column === 'measured') balance.measured = add(balance.measured, volume)
    else if (column === 'undeclared') balance.undeclared = add(balance.undeclared, volume)
    else if (isPositive(volume) === (reversedAct === null)) balance.volumeIn = add(balance.volumeIn, volume)
    else balance.volumeOut = subtract(balance.volumeOut, volume)
    if (!isPositive(balance.volumeIn)) balance.source = null
    else if (isPositive(volume) && isSource(act)) balance.source = act
    // A batch that has a source of its own keeps it.
    else if (isPositive(volume) && act === 'transferred') balance.source ??= act
    this.#entries.push({ species, form, act, reversedAct, volume, reason })
  }
}

const isSource = (act: MaterialAct): boolean =>
  act === 'felled' || act === 'purchased' || act === 'received' || act === 'converted'

const keyOf = ({ species, form }: { species: string; form: WoodForm }): string => `${form} ${species}`
