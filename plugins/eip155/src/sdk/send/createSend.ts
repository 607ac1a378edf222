import { submitOnce } from '@latchkey/kernel/chain'
import {
  type Amount,
  BaseError,
  type BalanceChange,
  type PreparedSend,
  type SendCapability,
  type SendNotice,
  type SendRequest,
  type TokenReference,
} from '@latchkey/kernel/plugin'
import { type Address, encodeFunctionData, erc20Abi, type Hex, zeroAddress } from 'viem'
import { estimateGas, getBalance, getCode } from 'viem/actions'
import { isAddress, isSameAddress, toChecksumAddress } from '../../address.js'
import type { EvmCall } from '../../calls.js'
import type { CapabilityTools } from '../../capabilities.js'
import type { EvmClient } from '../../clients.js'
import { callAll } from '../callAll.js'
import { isRefusedByContract } from '../isAnswer.js'
import { runOnNode } from '../runOnNode.js'
import { followTransaction } from './followTransaction.js'
import { insufficient } from './insufficient.js'
import { planFees, pricePerGas } from './planFees.js'
import { readOtherPrice, reviewFee } from './reviewFee.js'
import { rollupFee } from './rollupFee.js'
import { type Movement, simulateTransaction, type Transfer } from './simulate.js'
import { sendTransaction } from './sendTransaction.js'
import { withGasMargin } from '../withGasMargin.js'

type Intent = Omit<SendRequest, 'amount'> & { readonly amount: bigint }

/** Plain transfers of the coin take exactly this. */
/** What is kept beside the fee when everything is sent, in percent of the fee: prices move until it is sent. */
const maximumMargin = 10n

export function createSend(tools: CapabilityTools): Required<Omit<SendCapability, 'reserve'>> {
  return {
    tokens: true,
    feeLevels: ['slow', 'normal', 'fast'],
    prepare: (request) => runOnNode(tools, request, (client) => prepare(tools, client, request)),
    maximum: (request) => runOnNode(tools, request, (client) => maximum(client, { ...request, amount: 0n })),
    follow: (request) => followTransaction(tools, request),
    calls: async ({ to, amount, token }): Promise<readonly EvmCall[]> => {
      const receiver = receiverOf({ to })
      if (!token) return [{ to: receiver, value: amount }]
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [receiver, amount] })
      return [{ to: token.address, data }]
    },
  }
}

async function prepare(tools: CapabilityTools, client: EvmClient, asked: SendRequest): Promise<PreparedSend> {
  if (!asked.everything) return prepareAmount(tools, client, asked)
  const all = await maximum(client, asked, 0n)
  const prepared = await prepareAmount(tools, client, { ...asked, amount: all.value })
  return { ...prepared, notices: [...prepared.notices, ...(asked.token ? [] : [remainder])], amount: all }
}

/**
 * The chain takes a transaction only while the account holds the amount and the highest fee that was offered (EIP-1559),
 * and gives the rest of that fee back afterwards. To offer less would make the payment wait whenever the price rises; to
 * give the rest to the block's producer would be a gift.
 */
const remainder: SendNotice = {
  code: 'REMAINDER_LEFT',
  message: 'A little may stay in your account: what the network does not need of the highest fee.',
  severity: 'info',
}

async function prepareAmount(
  tools: CapabilityTools,
  client: EvmClient,
  request: SendRequest,
): Promise<PreparedSend> {
  const transfer = toTransfer(request)
  const receiver = receiverOf(request)
  if (request.amount <= 0n) {
    throw new BaseError('Enter an amount above zero.', { code: 'AMOUNT_INVALID' })
  }
  const coin = client.chain.nativeCurrency
  const [plan, otherPrice, balance, held, extra, receiverCode] = await Promise.all([
    planFees(client, request.feeLevel ?? 'normal'),
    readOtherPrice(client, tools.clock),
    getBalance(client, { address: transfer.from }),
    request.token ? tokenBalance(client, request) : undefined,
    rollupFee(client, transfer),
    getCode(client, { address: receiver }),
  ])
  if (request.token && held !== undefined && held < request.amount) {
    throw insufficient({ ...request.token, value: request.amount }, held)
  }
  if (!request.token && balance < request.amount)
    throw insufficient({ ...coin, value: request.amount }, balance)
  const movements = await simulateTransaction(client, transfer, tools.log)
  const gas = await gasFor(client, transfer)
  const fee = gas * pricePerGas(plan) + extra
  const feeNotices = reviewFee({
    fee: amountOf(coin, fee),
    price: pricePerGas(plan),
    usualPrice: plan.usualPrice,
    isCalm: plan.isCalm,
    otherPrice,
    amount: request.token ? undefined : request.amount,
    highest: request.highestFee,
  })
  if (balance < transfer.value + fee) throw insufficient({ ...coin, value: transfer.value + fee }, balance)
  const changes = movements && changesOf(request, movements, coin)
  const { networkId, provider } = request
  const step = { tools, client, networkId, provider, transfer, gas, plan }
  return {
    fee: amountOf(coin, fee),
    ...(changes ? { changes } : {}),
    notices: [...noticesOf(request, receiver, receiverCode, movements), ...feeNotices],
    ...submitOnce((handingOver) => sendTransaction(step, handingOver)),
  }
}

/** @param margin percent of the fee that is kept beside it */
async function maximum(client: EvmClient, request: Intent, margin = maximumMargin): Promise<Amount> {
  if (request.token) return amountOf(request.token, await tokenBalance(client, request))
  const transfer = toTransfer(request)
  const [plan, balance, gas, extra] = await Promise.all([
    planFees(client, request.feeLevel ?? 'normal'),
    getBalance(client, { address: transfer.from }),
    gasFor(client, transfer),
    rollupFee(client, transfer),
  ])
  const fee = gas * pricePerGas(plan) + extra
  const left = balance - fee - (fee * margin) / 100n
  return amountOf(client.chain.nativeCurrency, left > 0n ? left : 0n)
}

const amountOf = ({ symbol, decimals }: Omit<Amount, 'value'>, value: bigint): Amount => ({
  value,
  symbol,
  decimals,
})

function receiverOf({ to }: Pick<Intent, 'to'>): Address {
  const receiver = isAddress(to) ? toChecksumAddress(to) : undefined
  if (receiver === undefined) {
    throw new BaseError('This is not an address of this network.', { code: 'RECEIVER_INVALID' })
  }
  if (receiver === zeroAddress) {
    throw new BaseError('Nobody holds the zero address; what is sent there is lost.', {
      code: 'RECEIVER_ZERO_ADDRESS',
    })
  }
  return receiver
}

function toTransfer(request: Intent): Transfer {
  const from = toChecksumAddress(request.from.address) as Address
  const receiver = receiverOf(request)
  if (!request.token) return { from, to: receiver, value: request.amount, data: '0x' }
  const contract = isAddress(request.token.address) ? toChecksumAddress(request.token.address) : undefined
  if (contract === undefined) {
    throw new BaseError('There is no such token on this network.', { code: 'TOKEN_NOT_FOUND' })
  }
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [receiver, request.amount],
  })
  return { from, to: contract, value: 0n, data }
}

async function tokenBalance(client: EvmClient, { token, from }: Intent): Promise<bigint> {
  const contract = { address: token?.address as Address, abi: erc20Abi }
  const code = await getCode(client, contract)
  if (token === undefined || code === undefined || code === '0x') {
    throw new BaseError('There is no such token on this network.', { code: 'TOKEN_NOT_FOUND' })
  }
  const [balance, decimals] = await callAll(client, [
    { ...contract, functionName: 'balanceOf', args: [from.address] },
    { ...contract, functionName: 'decimals' },
  ])
  if (balance?.status !== 'success') throw balance?.error
  // A token need not state its places; where it does, the amount that was typed and shown must have the same. Who says that
  // it does not is the token: a node that can't tell would let any point through.
  if (decimals?.status !== 'success' && !isRefusedByContract(decimals?.error)) throw decimals?.error
  // no money: places behind the point
  const places = decimals?.status === 'success' ? Number(decimals.value) : token.decimals
  if (places !== token.decimals) throw decimalsMismatch(token, places)
  return balance.value as bigint
}

async function gasFor(client: EvmClient, { from, to, value, data }: Transfer): Promise<bigint> {
  return withGasMargin(await estimateGas(client, { account: from, to, value, data }))
}

/** What leaves and enters the sender's account, for the coin and the token that is sent. */
function changesOf(
  { from, token }: SendRequest,
  movements: readonly Movement[],
  coin: Omit<Amount, 'value'>,
): readonly BalanceChange[] {
  const assets: readonly (readonly [Address | 'native', Omit<Amount, 'value'>])[] = [
    ['native', coin],
    ...(token ? [[token.address as Address, token] as const] : []),
  ]
  return assets.flatMap(([asset, unit]) => {
    const value = flow(movements, asset, from.address)
    return value === 0n ? [] : [{ address: from.address, amount: amountOf(unit, value) }]
  })
}

function flow(movements: readonly Movement[], asset: Address | 'native', holder: string): bigint {
  const own = movements.filter(
    (movement) => movement.asset === asset || (asset !== 'native' && isSameAddress(movement.asset, asset)),
  )
  return own.reduce((sum, { from, to, amount }) => {
    const gained = isSameAddress(to, holder) ? amount : 0n
    return sum + gained - (isSameAddress(from, holder) ? amount : 0n)
  }, 0n)
}

/** What people burn coins at, and the range of the chain's own contracts (EIP-1352). */
const isUnowned = (address: Address) =>
  /^0x0{36}[0-9a-f]{4}$|^0x0*dead$|^0x(?:dead0*|0*deadbeef)$/i.test(address)

/** Code that only names another contract: an account that delegates (EIP-7702), and still a person's. */
const delegation = /^0xef0100[0-9a-f]{40}$/i

function noticesOf(
  request: SendRequest,
  receiver: Address,
  code: Hex | undefined,
  movements: readonly Movement[] | undefined,
): readonly SendNotice[] {
  const { from, token, amount } = request
  const isContract = code !== undefined && code !== '0x' && !delegation.test(code)
  const toSelf = isSameAddress(receiver, from.address)
  const notices: SendNotice[] = []
  const say = (holds: boolean, notice: SendNotice) => holds && notices.push(notice)
  say(toSelf, { code: 'SEND_TO_SELF', message: 'You are sending to your own account.', severity: 'info' })
  say(token !== undefined && isSameAddress(receiver, token.address), {
    code: 'SEND_TO_TOKEN_CONTRACT',
    message: 'The receiver is the token’s own contract. What is sent there is usually lost.',
    severity: 'warning',
  })
  say(isUnowned(receiver), {
    code: 'RECEIVER_UNOWNED',
    message: 'Nobody holds the key of this address. What is sent there is lost.',
    severity: 'warning',
  })
  say(isContract, {
    code: 'RECEIVER_IS_CONTRACT',
    message: 'The recipient is a contract. Check that it can use what you send on this network.',
    severity: 'info',
  })
  const received =
    movements && !toSelf ? flow(movements, (token?.address as Address) ?? 'native', receiver) : amount
  say(received < amount, {
    code: 'RECEIVES_LESS',
    message: 'The recipient gets less than you send, because the token keeps a part of each transfer.',
    severity: 'warning',
  })
  return notices
}

function decimalsMismatch({ symbol, decimals }: TokenReference, actual: number): BaseError {
  return new BaseError(`The decimals of ${symbol} are not what this app says. Nothing was sent.`, {
    code: 'TOKEN_DECIMALS_MISMATCH',
    parameters: { token: symbol },
    metaMessages: [`On the network: ${actual}.`, `In the app: ${decimals}.`],
  })
}
