import { type Multiplier, shownOf } from '@latchkey/kernel/chain'
import type { AllowanceChange, BalanceChange, TokenReference } from '@latchkey/kernel/contracts'
import { largestAmount } from '../../largestAmount.js'
import { unnamedToken } from '../readBalance.js'
import { multiplierAt } from '../shownAmounts.js'
import { clockAddress, tokenPrograms } from '../tokenPrograms.js'
import type { Chain, ChainAccount } from '../send/chain.js'
import { readClock, readMint, readTokenAccount, type TokenAccount } from '../send/tokenLayout.js'

export interface Prediction {
  /** Lamports that the account gains, without the fee; negative when it loses some. */
  readonly lamports: bigint
  /** Of tokens. */
  readonly changes: readonly BalanceChange[]
  readonly allowances: readonly AllowanceChange[]
  /** Whether the account itself is handed to a program, and with it all it holds. */
  readonly isTakenOver: boolean
  /** Tokens of which an account becomes somebody else's, or somebody else's to close. */
  readonly givenAway: readonly TokenReference[]
  /** Whether stake is written to, which is not looked into. */
  readonly touchesStake: boolean
}

/** One account before and after the trial run. */
export interface Watched {
  readonly address: string
  readonly before: ChainAccount | undefined
  readonly after: ChainAccount | undefined
}

const stakeProgram = 'Stake11111111111111111111111111111111111111'

/**
 * What the trial run changes for the account. Every account that is written to was looked at, so that no program can
 * keep quiet about what it moves.
 *
 * @param fee Lamports that the trial run charged.
 */
export async function predictCalls(
  chain: Chain,
  from: string,
  watched: readonly Watched[],
  fee: bigint,
): Promise<Prediction> {
  const own = watched.find(({ address }) => address === from)
  const held = watched.flatMap(({ before, after }): readonly Holding[] => {
    const pair = { before: tokensOf(before), after: tokensOf(after) }
    return [pair.before, pair.after].some((state) => state?.owner === from) ? [pair] : []
  })
  const facts = await readFacts(chain, mintsOf(held), watched)
  return {
    lamports: (own?.after?.lamports ?? 0n) - (own?.before?.lamports ?? 0n) + fee,
    changes: changesOf(from, held, facts),
    allowances: allowancesOf(from, held, facts),
    isTakenOver: own?.after !== undefined && own.before !== undefined && own.after.owner !== own.before.owner,
    givenAway: givenAwayOf(from, held).map((mint) => facts(mint).token),
    touchesStake: watched.some(({ before, after }) =>
      [before, after].some((account) => account?.owner === stakeProgram),
    ),
  }
}

/** A token account that is the account's, before or after. */
interface Holding {
  readonly before: TokenAccount | undefined
  readonly after: TokenAccount | undefined
}

const tokensOf = (account: ChainAccount | undefined) =>
  account && tokenPrograms.includes(account.owner) ? readTokenAccount(account.data) : undefined

const mintsOf = (held: readonly Holding[]): readonly string[] => [
  ...new Set(held.flatMap(({ before, after }) => [before, after].flatMap((state) => state?.mint ?? []))),
]

function changesOf(address: string, held: readonly Holding[], facts: Facts): readonly BalanceChange[] {
  const sum = (mint: string, moment: keyof Holding) =>
    held.reduce((total, holding) => {
      const state = holding[moment]
      return state?.mint === mint && state.owner === address ? total + state.amount : total
    }, 0n)
  return mintsOf(held).flatMap((mint): readonly BalanceChange[] => {
    const { token, multiplier } = facts(mint)
    const [before, after] = [sum(mint, 'before'), sum(mint, 'after')]
    if (after === before) return []
    const value = shownOf(after, multiplier) - shownOf(before, multiplier)
    const amount = { value, symbol: token.symbol, decimals: token.decimals }
    return [{ address, asset: mint, amount: multiplier ? { ...amount, moved: after - before } : amount }]
  })
}

/** What others may move of the account's tokens, where the calls change it: one entry for each token and delegate. */
function allowancesOf(owner: string, held: readonly Holding[], facts: Facts): readonly AllowanceChange[] {
  const found = new Map<string, { mint: string; spender: string; before: bigint; after: bigint }>()
  for (const holding of held) {
    for (const moment of ['before', 'after'] as const) {
      const state = holding[moment]
      if (!state?.delegate || state.owner !== owner) continue
      const { address: spender, amount } = state.delegate
      const key = `${state.mint} ${spender}`
      const entry = found.get(key) ?? { mint: state.mint, spender, before: 0n, after: 0n }
      found.set(key, { ...entry, [moment]: entry[moment] + amount })
    }
  }
  return [...found.values()].flatMap(({ mint, spender, before, after }): readonly AllowanceChange[] => {
    if (before === after) return []
    const { token, multiplier } = facts(mint)
    const shown = (amount: bigint) =>
      amount >= largestAmount ? ('unlimited' as const) : shownOf(amount, multiplier)
    const moved = multiplier && after < largestAmount ? { moved: after } : {}
    return [{ token, spender, amount: shown(after), previous: shown(before), ...moved }]
  })
}

function givenAwayOf(owner: string, held: readonly Holding[]): readonly string[] {
  const others = (state: TokenAccount) =>
    state.owner === owner ? (state.closeAuthority ?? owner) : state.owner
  const taken = held.filter(({ before, after }) => {
    if (!after || others(after) === owner) return false
    return !before || others(before) !== others(after)
  })
  return mintsOf(taken)
}

type Facts = (mint: string) => { readonly token: TokenReference; readonly multiplier: Multiplier | undefined }

/** Decimals and multipliers of mints. One that the calls create is read as the trial run left it. */
async function readFacts(
  chain: Chain,
  mints: readonly string[],
  watched: readonly Watched[],
): Promise<Facts> {
  const [clock, ...accounts] = mints.length === 0 ? [] : await chain.accounts([clockAddress, ...mints])
  const time = clock && readClock(clock.data)
  const known = new Map(
    mints.map((address, index) => {
      const account = accounts[index] ?? watched.find((one) => one.address === address)?.after
      const mint = account && tokenPrograms.includes(account.owner) ? readMint(account.data) : undefined
      const multiplier = mint?.scale && time !== undefined ? multiplierAt(mint.scale, time) : undefined
      return [address, { decimals: mint?.decimals ?? 0, multiplier }]
    }),
  )
  return (mint) => {
    const { decimals = 0, multiplier } = known.get(mint) ?? {}
    return { token: unnamedToken(mint, decimals), multiplier }
  }
}
