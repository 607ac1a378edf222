import type { LogService } from '../platform/log.js'

/** The phases by name. A feature whose own words are others spreads them and replaces those. */
export const phaseNames = {
  editing: 'editing',
  preparing: 'preparing',
  ready: 'ready',
  asking: 'asking',
  pending: 'pending',
  confirmed: 'confirmed',
  failed: 'failed',
  undecided: 'undecided',
} as const

/**
 * Where a transaction stands. `editing`: the person fills in what it's to be. `preparing`: it's checked against the chain.
 * `ready`: it can be confirmed. `asking`: a wallet has it, or a step before it. `pending`: the chain has it. `confirmed`
 * and `failed`: the chain has decided. `undecided`: money may have left, and nobody could say so.
 */
export type TransactionPhase = keyof typeof phaseNames

/** The only writer of a feature's phase. */
export interface Phases<Word extends string> {
  readonly current: TransactionPhase
  /** Whether a transaction is filled in or asked for, and none is with the chain: how an earlier one ended changes nothing then. */
  readonly isOpen: boolean
  /**
   * Moves on. A move that would lead from what was handed over back to a button that hands it over is refused and logged.
   *
   * @param word The feature's own word for the phase, where it has several. Default: the one in `words`.
   * @returns Whether it moved.
   */
  to(phase: TransactionPhase, word?: Word): boolean
}

export interface PhasesOptions<Word extends string> {
  readonly state: { phase: Word }
  /** The feature's own words for the phases, which its views and hosts read. */
  readonly words: Readonly<Record<TransactionPhase, Word>>
  readonly log: Pick<LogService, 'error'>
}

/** From here a wallet may be asked, or asked again. */
const open: readonly TransactionPhase[] = ['editing', 'preparing', 'ready', 'asking']
/** Each leads to a wallet. */
const leading: readonly TransactionPhase[] = ['ready', 'asking']

/** Keeps the phase of one transaction after the other, in the words of a feature. */
export function createPhases<Word extends string>(options: PhasesOptions<Word>): Phases<Word> {
  const { state, words, log } = options
  let current: TransactionPhase = 'editing'
  return {
    get current() {
      return current
    },
    get isOpen() {
      return open.includes(current)
    },
    to(phase, word = words[phase]) {
      if (leading.includes(phase) && !open.includes(current)) {
        log.error(
          `A transaction that is ${current} was to become ${phase}: it may be paid twice, and stays ${current}.`,
        )
        return false
      }
      current = phase
      state.phase = word
      return true
    },
  }
}
