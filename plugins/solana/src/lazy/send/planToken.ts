import { heldOf, type Multiplier, shownAmount } from '@latchkey/kernel/chain'
import type { Amount, TokenReference } from '@latchkey/kernel/contracts'
import { BaseError } from '@latchkey/kernel/plugin'
import { PublicKey } from '#web3'
import { isAddress } from '../../address.js'
import { clockAddress, tokenPrograms } from '../tokenPrograms.js'
import type { Chain, ChainAccount } from './chain.js'
import { insufficientFunds } from './faults.js'
import { associatedTokenAddress, createAssociatedTokenAccount, transferChecked } from './instructions.js'
import type { Parties, Plan } from './plan.js'
import {
  amountTooSmall,
  checkRules,
  noticesOfRules,
  requireMultiplier,
  scaledNotice,
  startsFrozen,
} from './tokenRules.js'
import { reviewReceiver } from './reviewReceiver.js'
import { type Mint, readClock, readMint, readTokenAccount } from './tokenLayout.js'

/** Instructions of one transfer each; more would not fit with the rest. */
const sourceLimit = 8

/** Plans a transfer of a token of either program, with the receiver's account created where it is missing. */
export async function planToken(parties: Parties, token: TokenReference): Promise<Plan> {
  const { chain, from, to } = parties
  const holding = await readHolding(chain, from.toBase58(), token)
  const { mint, program, sources, multiplier } = holding
  const moved = parties.everything
    ? mostOf(sources)
    : heldOf(parties.amount, parties.isMoved ? undefined : multiplier)
  if (moved === 0n) throw amountTooSmall(token)
  const destination = associatedTokenAddress(to, mint.key, program)
  const [sender, receiver, existing] = await chain.accounts(
    [from, to, destination].map((key) => key.toBase58()),
  )
  const notices = [
    ...reviewReceiver(from, to, receiver),
    ...noticesOfRules(mint.rules, token),
    ...scaledNotice(mint.scale, moved, token),
  ]
  const known = existing && readTokenAccount(existing.data)
  if (known?.frozen) throw frozen('The receiver')
  if (!known && mint.rules.startsFrozen) throw startsFrozen(token)
  if (known && known.owner !== to.toBase58()) throw notTheirs(token)
  const own = associatedTokenAddress(from, mint.key, program)
  const drawn = parties.isAhead ? [{ source: own, amount: moved }] : draw(sources, moved, token)
  const shared = { destination, owner: from, mint: mint.key, tokenProgram: program, decimals: mint.decimals }
  return {
    instructions: [
      ...(known ? [] : [createAssociatedTokenAccount(from, to, mint.key, program)]),
      ...drawn.map((part) => transferChecked({ ...shared, ...part })),
    ],
    notices,
    sender,
    lamports: 0n,
    token: { destination: destination.toBase58(), before: existing, moved, multiplier },
  }
}

/** The most of a token that one transaction can send, as shown. */
export async function readSpendable(chain: Chain, owner: string, token: TokenReference): Promise<Amount> {
  const { sources, multiplier } = await readHolding(chain, owner, token)
  const { decimals, symbol } = token
  return shownAmount({ value: mostOf(sources), decimals, symbol }, multiplier)
}

const mostOf = (sources: readonly Source[]) =>
  sources.slice(0, sourceLimit).reduce((sum, source) => sum + source.amount, 0n)

interface Source {
  readonly source: PublicKey
  readonly amount: bigint
}

interface Holding {
  readonly mint: Mint & { readonly key: PublicKey }
  readonly program: PublicKey
  /** Accounts of the owner that can be drawn from, the fullest first. */
  readonly sources: readonly Source[]
  readonly multiplier: Multiplier | undefined
}

async function readHolding(chain: Chain, owner: string, token: TokenReference): Promise<Holding> {
  if (!isAddress(token.address)) throw tokenNotFound(token)
  const [account, clock] = await chain.accounts([token.address, clockAddress])
  const mint = checkMint(account, token)
  const held = await chain.tokenAccounts(owner, token.address)
  const accounts = held.flatMap(({ address, account: { data } }) => {
    const state = readTokenAccount(data)
    // What is not this owner's account of this mint is not the node's to offer.
    return state?.mint === token.address && state.owner === owner && isAddress(address)
      ? [{ address, state }]
      : []
  })
  const usable = accounts.filter(({ state }) => !state.frozen && state.amount > 0n)
  if (usable.length === 0 && accounts.some(({ state }) => state.frozen)) throw frozen('Your')
  return {
    mint: { ...mint, key: new PublicKey(token.address) },
    program: new PublicKey((account as ChainAccount).owner),
    sources: usable
      .map(({ address, state }) => ({ source: new PublicKey(address), amount: state.amount }))
      .sort((left, right) => (left.amount < right.amount ? 1 : -1)),
    multiplier: requireMultiplier(mint.scale, clock && readClock(clock.data), token),
  }
}

function checkMint(account: ChainAccount | undefined, token: TokenReference): Mint {
  const mint = account && tokenPrograms.includes(account.owner) ? readMint(account.data) : undefined
  if (!mint) throw tokenNotFound(token)
  if (mint.decimals !== token.decimals) {
    throw new BaseError(`The decimals of ${token.symbol} are not what this app says. Nothing was sent.`, {
      code: 'TOKEN_DECIMALS_MISMATCH',
      parameters: { token: token.symbol },
      metaMessages: [`On the network: ${mint.decimals}.`, `In the app: ${token.decimals}.`],
    })
  }
  checkRules(mint.rules, token)
  return mint
}

/** Takes the amount out of as few accounts as possible. */
function draw(sources: readonly Source[], amount: bigint, token: TokenReference): readonly Source[] {
  let left = amount
  const drawn: Source[] = []
  for (const { source, amount: held } of sources.slice(0, sourceLimit)) {
    const part = held < left ? held : left
    drawn.push({ source, amount: part })
    left -= part
    if (left === 0n) return drawn
  }
  throw insufficientFunds(token.symbol, amount - left, amount)
}

function tokenNotFound(token: TokenReference): BaseError {
  return new BaseError(`${token.symbol} is not a token of this network.`, {
    code: 'TOKEN_NOT_FOUND',
    parameters: { token: token.symbol },
    metaMessages: [`Expected the address of a mint.`, `Received: ${String(token.address).slice(0, 60)}`],
  })
}

/** An owner can hand an account over to somebody else, who then would receive what was meant for the first. */
function notTheirs(token: TokenReference): BaseError {
  return new BaseError(`The receiver’s account for ${token.symbol} belongs to somebody else by now.`, {
    code: 'RECEIVER_TOKEN_ACCOUNT_TAKEN',
    parameters: { token: token.symbol },
  })
}

function frozen(whose: 'Your' | 'The receiver'): BaseError {
  return new BaseError(
    whose === 'Your'
      ? 'Your account for this token is frozen by who issued the token.'
      : 'The receiver’s account for this token is frozen by who issued the token.',
    { code: 'TOKEN_ACCOUNT_FROZEN' },
  )
}
