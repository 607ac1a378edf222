import { type Multiplier, shownOf } from '@latchkey/kernel/chain'
import type {
  AllowancesAnswer,
  AllowancesCapability,
  CodedSentence,
  StandingAllowance,
} from '@latchkey/kernel/contracts'
import * as z from 'zod/mini'
import { isAddress } from '../../address.js'
import type { SolanaCall } from '../../calls.js'
import { networkOf } from '../../networks.js'
import { base64, type ChainReading, readAccounts } from '../readAccounts.js'
import { checkedAddress, unnamedToken } from '../readBalance.js'
import { readMultipliers } from '../readMultipliers.js'
import { largestAmount } from '../../largestAmount.js'
import type { Client } from '../client.js'
import { readMint, readTokenAccount, type TokenAccount } from '../send/tokenLayout.js'
import { tokenPrograms } from '../tokenPrograms.js'
import { wrappedCoin, wrappedCoin2022 } from '../wrappedCoin.js'

/** Approvals that are told: anybody can open token accounts for anybody. */
const mostTold = 400
const mostMints = 400
/** `Revoke` of both token programs. */
const revokeNumber = 5

interface HeldAccount extends TokenAccount {
  readonly address: string
  readonly program: string
}

interface MintFacts {
  readonly decimals: number
  readonly permanentDelegate: string | undefined
}

/** What others may move out of the token accounts of a person: the delegates that the owner has approved. */
export function createAllowances({ networks, rpc, clock }: Client): AllowancesCapability {
  return {
    async read({ networkId, address, signal }) {
      const reading: ChainReading = { networks, rpc, clock, network: networkOf(networks, networkId), signal }
      return read(reading, checkedAddress(address))
    },
  }
}

async function read(reading: ChainReading, owner: string): Promise<AllowancesAnswer> {
  const { rpc, network, signal } = reading
  const accounts = await readHeld(reading, owner)
  const delegated = accounts.filter(({ delegate }) => delegate !== undefined && delegate.amount > 0n)
  const told = delegated.slice(0, mostTold)
  // What is approved comes first: its decimals must be there.
  const mints = [
    ...new Set([...told, ...accounts.filter(({ amount }) => amount > 0n)].map(({ mint }) => mint)),
  ]
  const facts = await readFacts(reading, mints.slice(0, mostMints))
  const scales = await readMultipliers(rpc, network, [...new Set(told.map(({ mint }) => mint))], signal)
  const known = told.filter(({ mint }) => facts.has(mint))
  return {
    allowances: known.map((account) => describe(account, facts, scales)),
    gaps: [
      ...(delegated.length > told.length ? [tooMany] : []),
      ...(known.length < told.length ? [unread] : []),
    ],
    notices: noticesOf(accounts, facts),
  }
}

async function readHeld({ rpc, network, signal }: ChainReading, owner: string): Promise<HeldAccount[]> {
  const lists = await Promise.all(
    tokenPrograms.map((programId) =>
      rpc.call(network, {
        method: 'getTokenAccountsByOwner',
        params: [owner, { programId }, { encoding: 'base64', commitment: network.commitment }],
        schema: tokenAccounts,
        signal,
      }),
    ),
  )
  return lists.flatMap(({ value }, place) =>
    value.flatMap(({ pubkey, account }) => {
      const program = tokenPrograms[place] as string
      const state = account.owner === program ? readTokenAccount(account.data[0]) : undefined
      return state?.owner === owner ? [{ ...state, address: pubkey, program }] : []
    }),
  )
}

const tokenAccounts = z.object({
  value: z.array(
    z.object({
      pubkey: z.string().check(z.refine(isAddress, 'expected an address')),
      account: z.object({ owner: z.string(), data: z.tuple([base64, z.literal('base64')]) }),
    }),
  ),
})

async function readFacts(
  reading: ChainReading,
  mints: readonly string[],
): Promise<ReadonlyMap<string, MintFacts>> {
  const facts = new Map<string, MintFacts>()
  for (const [place, account] of (await readAccounts(reading, mints)).entries()) {
    const mint = account && tokenPrograms.includes(account.program) ? readMint(account.data) : undefined
    if (mint) facts.set(mints[place] as string, mint)
  }
  return facts
}

/** Amounts as wallets show them, as balances are. */
function describe(
  { address, program, mint, owner, amount, frozen, delegate }: HeldAccount,
  facts: ReadonlyMap<string, MintFacts>,
  scales: ReadonlyMap<string, Multiplier>,
): StandingAllowance {
  const token = unnamedToken(mint, facts.get(mint)?.decimals ?? 0)
  const scale = scales.get(mint)
  const shown = (value: bigint) => (scale ? shownOf(value, scale) : value)
  const { address: spender, amount: allowed } = delegate as NonNullable<typeof delegate>
  const movable = allowed < amount ? allowed : amount
  const revoke: SolanaCall = {
    programId: program,
    accounts: [
      { address, isWritable: true },
      { address: owner, isSigner: true },
    ],
    data: Uint8Array.of(revokeNumber),
  }
  return {
    id: `${address}:${spender}`,
    token,
    spender,
    amount: allowed === largestAmount ? 'unlimited' : shown(allowed),
    atRisk: { value: frozen ? 0n : shown(movable), decimals: token.decimals, symbol: token.symbol },
    revoke: [revoke],
  }
}

/**
 * Who else moves tokens or closes accounts, without an approval that could be taken back. An account with tokens can't be closed,
 * except one of wrapped SOL; there, programs forget who may close it when it is given to another owner. So nobody else brings
 * these notices about.
 */
function noticesOf(
  accounts: readonly HeldAccount[],
  facts: ReadonlyMap<string, MintFacts>,
): readonly CodedSentence[] {
  const held = accounts.filter(({ amount }) => amount > 0n).map(({ mint }) => mint)
  const ruled = new Set(held.filter((mint) => facts.get(mint)?.permanentDelegate !== undefined))
  const closable = accounts.filter(
    ({ mint, closeAuthority, owner }) =>
      isWrapped(mint) && closeAuthority !== undefined && closeAuthority !== owner,
  )
  return [
    ...(ruled.size > 0 ? [permanent([...ruled])] : []),
    ...(closable.length > 0 ? [closing(closable.length)] : []),
  ]
}

const isWrapped = (mint: string) => mint === wrappedCoin || mint === wrappedCoin2022

const tooMany: CodedSentence = {
  code: 'APPROVALS_LEFT_OUT',
  message: 'There are too many approvals to show. Some are missing.',
}

const unread: CodedSentence = {
  code: 'APPROVALS_UNREAD',
  message: 'We couldn’t load some approvals. Try again later.',
}

/** Tokens that are named in one sentence. */
const mostNamed = 3

function permanent(mints: readonly string[]): CodedSentence {
  const named = mints.slice(0, mostNamed).map((mint) => unnamedToken(mint, 0).symbol)
  const tokens = mints.length > mostNamed ? `${named.join(', ')}…` : named.join(', ')
  return {
    code: 'PERMANENT_DELEGATES',
    message: `Their issuers can always move these tokens of yours, and you can’t revoke that: ${tokens}`,
    parameters: { tokens },
  }
}

function closing(count: number): CodedSentence {
  return {
    code: 'CLOSE_AUTHORITIES',
    message: `Somebody else can close token accounts of yours, and you can’t revoke that. Accounts: ${count}. Don’t keep wrapped SOL in them.`,
    parameters: { count },
  }
}
