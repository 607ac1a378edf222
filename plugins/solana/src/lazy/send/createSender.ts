import { isSameMultiplier, type Multiplier, shownAmount, submitOnce } from '@latchkey/kernel/chain'
import type {
  Amount,
  BalanceChange,
  PreparedSend,
  SendCapability,
  SendNotice,
  SendRequest,
  TokenReference,
} from '@latchkey/kernel/contracts'
import { BaseError } from '@latchkey/kernel/plugin'
import { PublicKey, SystemProgram, TransactionInstruction } from '#web3'
import { isAddress } from '../../address.js'
import { networkOf, type SolanaNetwork } from '../../networks.js'
import type { Client } from '../client.js'
import { followTransaction } from '../followTransaction.js'
import { checkedAddress, nativeAmount } from '../readBalance.js'
import { readMultipliers } from '../readMultipliers.js'
import { accessWallet } from '../walletAccess.js'
import { createChain } from './chain.js'
import { checkRemainder } from './checkRemainder.js'
import { formatAmount } from './faults.js'
import type { Plan } from './plan.js'
import { planNative } from './planNative.js'
import { planToken, readSpendable } from './planToken.js'
import { priorityFee } from './price.js'
import { priceSend, type Quote } from './quote.js'
import { submitSend } from './submitSend.js'
import { readTokenAccount } from './tokenLayout.js'
import { signingVersion } from './signingVersion.js'

const memoProgram = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'

type FollowingSender = SendCapability & Required<Pick<SendCapability, 'follow' | 'reserve'>>

/** Sends SOL and tokens of both programs. */
export function createSender(client: Client): FollowingSender {
  /** @param known The price of the same transfer with another amount: it does not depend on that. */
  async function check(request: SendRequest, known?: Quote): Promise<Checked> {
    const network = networkOf(client.networks, request.networkId)
    const { from, to, amount, token, feeLevel = 'normal', signal } = request
    if (amount <= 0n) throw amountInvalid()
    const version = signingVersion(accessWallet(request.provider, from))
    const chain = createChain(client, network, signal)
    const parties = {
      chain,
      from: keyOf(from.address),
      to: keyOf(to),
      amount,
      everything: request.everything,
      isMoved: request.isMoved,
    }
    const bare = token ? await planToken(parties, token) : await planNative(parties)
    const plan = withMemo(withReferences(bare, request.references), request.memo)
    const priced = { chain, payer: parties.from, feeLevel, version }
    const quote = known ?? (await priceSend({ ...priced, ...trialOf(plan) }))
    const deposit = depositOf(plan, quote)
    const empties = await checkRemainder(chain.rentMinimum, plan.sender, plan.lamports + deposit + quote.fee)
    return { request, network, plan, quote, deposit, empties }
  }

  /** First with something kept back, which tells the fee; then with all but that fee and what must stay. */
  async function checkEverything(request: SendRequest): Promise<Checked> {
    const first = await check({ ...request, amount: (await sender.maximum(request)).value })
    if (request.token) return first
    const minimum = await createChain(client, first.network, request.signal).rentMinimum(0)
    const amount = (first.plan.sender?.lamports ?? 0n) - first.quote.fee - minimum
    return check({ ...request, amount }, first.quote)
  }

  const sender: FollowingSender = {
    tokens: true,
    follow: (request) => followTransaction(client, request),
    async prepare(request) {
      if (!request.everything) return prepared(client, await check(request))
      const checked = await checkEverything(request)
      const { decimals, symbol } = request.token ?? checked.network.nativeCurrency
      const amount = { value: checked.request.amount, decimals, symbol }
      // Of a token, what is prepared tells itself how much it is.
      return { amount, ...prepared(client, checked) }
    },
    maximum: (request) => readMaximum(client, request),
    reserve: (request) => readReserve(client, request),
  }
  return sender
}

type MaximumRequest = Parameters<SendCapability['maximum']>[0]

/** The most that can be sent, as the fee and what must stay are kept back. */
async function readMaximum(
  client: Client,
  { networkId, from, to, token, feeLevel = 'normal', provider, signal }: MaximumRequest,
): Promise<Amount> {
  const network = networkOf(client.networks, networkId)
  const chain = createChain(client, network, signal)
  const payer = keyOf(from.address)
  if (token) {
    return readSpendable(chain, from.address, token)
  }
  const [[sender], minimum] = await Promise.all([chain.accounts([from.address]), chain.rentMinimum(0)])
  const above = (sender?.lamports ?? 0n) - minimum
  if (above <= 0n) return nativeAmount(network, 0n)
  const version = signingVersion(accessWallet(provider, from))
  // Without a receiver yet, the sender's own account stands in: the price of a transfer is the same.
  const receiver = isAddress(to) ? keyOf(to) : payer
  const trial = await planNative({ chain, from: payer, to: receiver, amount: minimum }).catch(() => undefined)
  const plan = trial ?? (await planNative({ chain, from: payer, to: payer, amount: 1n }))
  const quote = await priceSend({
    chain,
    payer,
    ...trialOf(plan),
    feeLevel,
    version,
    tolerant: true,
  })
  // The market may move before the person has decided: the price may double.
  const most = above - quote.fee - priorityFee(quote.budget.price, quote.budget.limit)
  return nativeAmount(network, most > 0n ? most : 0n)
}

/** Compute units of a transfer that isn't tried: several times what either program uses. */
const transferUnits = 50_000

/** What a send needs beside its amount. All but the transfer itself is tried, as the amount may not be there. */
async function readReserve(
  client: Client,
  request: Parameters<NonNullable<SendCapability['reserve']>>[0],
): Promise<Amount> {
  const { from, token, feeLevel = 'normal', signal } = request
  const network = networkOf(client.networks, request.networkId)
  const chain = createChain(client, network, signal)
  const payer = keyOf(from.address)
  const { amount, isMoved } = request
  const parties = { chain, from: payer, to: keyOf(request.to), amount, isMoved, isAhead: true }
  const plan = withMemo(await (token ? planToken(parties, token) : planNative(parties)), request.memo)
  const version = signingVersion(accessWallet(request.provider, from))
  const still = SystemProgram.transfer({ fromPubkey: payer, toPubkey: payer, lamports: 0n })
  const instructions = [...plan.instructions.slice(0, -1), still]
  const watched = plan.token && plan.instructions.length > 1 ? [plan.token.destination] : []
  const [minimum, quote] = await Promise.all([
    chain.rentMinimum(0),
    priceSend({ chain, payer, feeLevel, version, instructions, watched }),
  ])
  const { price, limit } = quote.budget
  // The market may move before the payment is priced: the price may double.
  const priority = 2n * priorityFee(price, limit + transferUnits)
  return nativeAmount(network, quote.fee + priority + depositOf(plan, quote) + minimum)
}

/** A send that the network would take. */
interface Checked {
  readonly request: SendRequest
  readonly network: SolanaNetwork
  readonly plan: Plan
  readonly quote: Quote
  readonly deposit: bigint
  readonly empties: boolean
}

/** What is tried: of the accounts, where tokens arrive tells what a new one costs and what a token keeps for itself. */
const trialOf = ({ instructions, token }: Plan) => ({
  instructions,
  watched: token ? [token.destination] : [],
})

/** The references, as Solana Pay puts them: the last accounts of the last instruction, neither writable nor signers. */
function withReferences(plan: Plan, references: readonly string[] = []): Plan {
  const last = plan.instructions.at(-1)
  if (!last || references.length === 0) return plan
  const named = references.map((one) => ({ pubkey: keyOf(one), isSigner: false, isWritable: false }))
  const { programId, data, keys } = last
  const naming = new TransactionInstruction({ programId, data, keys: [...keys, ...named] })
  return { ...plan, instructions: [...plan.instructions.slice(0, -1), naming] }
}

/** The memo directly before the transfer, as Solana Pay wants it. It needs no signature. */
function withMemo(plan: Plan, memo: string | undefined): Plan {
  if (memo === undefined) return plan
  const data = new TextEncoder().encode(memo) as TransactionInstruction['data']
  const noting = new TransactionInstruction({ programId: keyOf(memoProgram), keys: [], data })
  return {
    ...plan,
    instructions: [...plan.instructions.slice(0, -1), noting, ...plan.instructions.slice(-1)],
  }
}

const keyOf = (address: string) => new PublicKey(checkedAddress(address))

/** SOL that the sender lays down for the receiver's new token account. */
function depositOf(plan: Plan, quote: Quote): bigint {
  if (!plan.token || readTokenAccount(plan.token.before?.data ?? new Uint8Array())) return 0n
  return (quote.after[0]?.lamports ?? 0n) - (plan.token.before?.lamports ?? 0n)
}

function prepared(
  client: Client,
  { request, network, plan, quote, deposit, empties }: Checked,
): PreparedSend {
  const { from, to, amount, token } = request
  const notices = [...plan.notices]
  const add = (
    code: string,
    message: string,
    parameters: NonNullable<SendNotice['parameters']> = {},
    severity: SendNotice['severity'] = 'info',
  ) => notices.push({ code, message, severity, parameters })
  if (empties) add('ACCOUNT_EMPTIED', 'This empties your account.')
  if (deposit > 0n) {
    const amount = nativeAmount(network, deposit)
    const message = `Opens the receiver’s account for this token, for ${formatAmount(deposit, 9)} SOL.`
    add('RECEIVER_TOKEN_ACCOUNT_CREATED', message, { amount })
  }
  const changes: BalanceChange[] = []
  const change = (address: string, of: Amount) => changes.push({ address, amount: of })
  const sol = (value: bigint) => nativeAmount(network, value)
  const shown = (moved: bigint): Amount => {
    const { decimals, symbol } = token ?? network.nativeCurrency
    return shownAmount({ value: moved, decimals, symbol }, plan.token?.multiplier)
  }
  const sent = shown(plan.token?.moved ?? amount)
  change(from.address, sol(-(plan.lamports + deposit + quote.fee)))
  if (token) {
    const { symbol } = token
    const moved = plan.token?.moved ?? amount
    const received = from.address === to ? moved : receivedOf(plan, quote, moved)
    if (received < moved) {
      const arriving = shown(received)
      const message = `${symbol} takes a fee on transfers: ${formatAmount(arriving.value, token.decimals)} ${symbol} arrive.`
      add('TOKEN_TRANSFER_FEE', message, { token: symbol, amount: arriving }, 'warning')
    }
    change(from.address, negative(sent))
    change(to, shown(received))
  } else change(to, sol(amount))

  const { instructions } = plan
  const control = submitOnce(async (handingOver) => {
    if (token && plan.token?.multiplier) await checkMultiplier(client, network, token, plan.token.multiplier)
    return submitSend({ client, network, request, instructions, quote, handingOver })
  })
  return {
    ...(sent.value === amount && sent.moved === undefined ? {} : { amount: sent }),
    fee: sol(quote.fee),
    changes,
    notices,
    ...control,
  }
}

/**
 * Whether what was read of the amount still holds, directly before the wallet is asked.
 *
 * @throws BaseError `TOKEN_MULTIPLIER_CHANGED`
 */
async function checkMultiplier(
  { rpc }: Client,
  network: SolanaNetwork,
  { address, symbol }: TokenReference,
  before: Multiplier,
): Promise<void> {
  const now = await readMultipliers(rpc, network, [address])
  if (isSameMultiplier(before, now.get(address))) return
  throw new BaseError(
    `The issuer of ${symbol} has just changed how its amounts are counted. Check the amount again.`,
    {
      code: 'TOKEN_MULTIPLIER_CHANGED',
      parameters: { token: symbol },
    },
  )
}

const negative = ({ moved, ...amount }: Amount): Amount => ({
  ...amount,
  value: -amount.value,
  ...(moved === undefined ? {} : { moved: -moved }),
})

/** What the trial run says arrives. */
function receivedOf(plan: Plan, quote: Quote, amount: bigint): bigint {
  const [account] = quote.after
  const after = account && readTokenAccount(account.data)
  if (!after || !plan.token) return amount
  const before = readTokenAccount(plan.token.before?.data ?? new Uint8Array())?.amount ?? 0n
  const gained = after.amount - before
  return gained < amount ? gained : amount
}

function amountInvalid(): BaseError {
  return new BaseError('Enter an amount above zero.', { code: 'AMOUNT_INVALID' })
}
