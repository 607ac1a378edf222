import { heldOf, shownAmount, submitOnce } from '@latchkey/kernel/chain'
import type {
  Amount,
  BalanceChange,
  PreparedSend,
  SendCapability,
  SendNotice,
  SendRequest,
} from '@latchkey/kernel/contracts'
import { BaseError } from '@latchkey/kernel/plugin'
import { type Address, encodeFunctionData, erc20Abi, type Hex, zeroAddress } from 'viem'
import { getBalance, getCode } from 'viem/actions'
import { isAddress, isSameAddress, toChecksumAddress } from '../../address.js'
import type { EvmCall } from '../../calls.js'
import type { CapabilityTools } from '../../capabilities.js'
import type { EvmClient } from '../../clients.js'
import { coinMissing, hasCoin } from '../hasCoin.js'
import { runOnNode } from '../runOnNode.js'
import { forecastOf, readAccountFees, readWayOntoChain } from './accountFees.js'
import { delegation } from './delegation.js'
import { followTransaction } from './followTransaction.js'
import { insufficient } from './insufficient.js'
import { planFees, pricePerGas } from './planFees.js'
import { readOtherPrice, reviewFee } from './reviewFee.js'
import { rollupFees } from './rollupFees.js'
import { type Movement, simulateTransaction, type Transfer } from './simulate.js'
import { sendTransaction } from './sendTransaction.js'
import { estimateGasLimit } from '../estimateGasLimit.js'
import { checkMultiplier, readHolding, scaledNotice, type TokenHolding } from './tokenHolding.js'

type Intent = Omit<SendRequest, 'amount'> & { readonly amount: bigint }

/** What is kept beside the fee when everything is sent, in percent of the fee: prices move until it is sent. */
const maximumMargin = 10n
/** The same where the wallet works its fee out once more when it's asked: the base fee rises by up to an eighth a block (EIP-1559). */
const walletsMargin = 15n

export function createSend(tools: CapabilityTools): Required<Omit<SendCapability, 'reserve'>> {
  return {
    tokens: true,
    feeLevels: ['slow', 'normal', 'fast'],
    prepare: (request) => runOnNode(tools, request, (client) => prepare(tools, client, request)),
    maximum: (request) =>
      runOnNode(tools, request, (client) => maximum(tools, client, { ...request, amount: 0n })),
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
  const all = await maximum(tools, client, asked, 0n)
  const request = { ...asked, amount: all.moved ?? all.value, isMoved: true }
  const prepared = await prepareAmount(tools, client, request)
  return { ...prepared, notices: [...prepared.notices, ...(asked.token ? [] : [remainder])], amount: all }
}

/**
 * The chain takes a transaction only while the account holds the amount and the highest fee that was offered (EIP-1559),
 * and gives the rest of that fee back afterwards. To offer less would make the payment wait whenever the price rises; to
 * give the rest to the block's producer would be a gift.
 */
const remainder: SendNotice = {
  code: 'REMAINDER_LEFT',
  message: 'Any unused fee stays in your account.',
  severity: 'info',
}

async function prepareAmount(
  tools: CapabilityTools,
  client: EvmClient,
  request: SendRequest,
): Promise<PreparedSend> {
  const receiver = receiverOf(request)
  if (request.amount <= 0n) {
    throw new BaseError('Enter an amount above zero.', { code: 'AMOUNT_INVALID' })
  }
  if (!request.token && !hasCoin(client)) throw coinMissing()
  const asset = await readAsset(client, request)
  const { amount } = asset
  const transfer = toTransfer(request, asset)
  const coin = client.chain.nativeCurrency
  const [plan, otherPrice, balance, extra, receiverCode, way] = await Promise.all([
    planFees(client, request.feeLevel ?? 'normal'),
    readOtherPrice(client, tools.clock),
    getBalance(client, { address: transfer.from }),
    rollupFees(client, transfer),
    getCode(client, { address: receiver }),
    readWayOntoChain(client, request.from),
  ])
  const held = asset.holding?.held ?? balance
  if (held < amount) throw insufficient(asset.shown(amount), asset.shown(held).value)
  const simulated = await simulateTransaction(client, transfer, tools.log)
  const { limit: gas, estimated } = await estimateGasLimit(client, transfer)
  const used = simulated?.gasUsed || estimated
  const { from, provider, signal, networkId } = request
  const priced = { from, way, provider, signal, calls: [transfer], limit: gas, used, plan, extra }
  const fees = await readAccountFees(tools, client, priced)
  const feeNotices = reviewFee({
    fee: amountOf(coin, fees.most),
    price: pricePerGas(plan),
    usualPrice: plan.usualPrice,
    isCalm: plan.isCalm,
    otherPrice,
    amount: request.token ? undefined : amount,
    highest: request.highestFee,
  })
  const needed = transfer.value + fees.toHold
  if (hasCoin(client) && balance < needed) throw insufficient({ ...coin, value: needed }, balance)
  const movements = simulated?.movements
  const changes = movements && changesOf(request, movements, asset, coin)
  const step = { tools, client, networkId, provider, transfer, gas, plan }
  const sent = asset.shown(amount)
  return {
    ...(sent.value === request.amount && sent.moved === undefined ? {} : { amount: sent }),
    fee: amountOf(coin, fees.most),
    ...forecastOf(coin, fees),
    ...(changes ? { changes } : {}),
    notices: [...noticesOf(request, asset, receiver, receiverCode, movements), ...feeNotices],
    ...submitOnce(async (handingOver) => {
      if (asset.holding && request.token) await checkMultiplier(client, asset.holding, request.token)
      return sendTransaction(step, handingOver)
    }),
  }
}

/** What is sent, and how people read it. */
interface Asset {
  readonly holding: TokenHolding | undefined
  /** As it is moved. */
  readonly amount: bigint
  /** A number of units that are moved as people read it. */
  shown(moved: bigint): Amount
}

async function readAsset(client: EvmClient, request: SendRequest): Promise<Asset> {
  const { token, amount, isMoved } = request
  const holding = token && (await readHolding(client, request, token))
  const unit = token ?? client.chain.nativeCurrency
  const moved = isMoved ? amount : heldOf(amount, holding?.multiplier)
  if (moved === 0n) {
    throw new BaseError(`This amount of ${unit.symbol} is too small to be sent. Enter more.`, {
      code: 'AMOUNT_TOO_SMALL',
      parameters: { token: unit.symbol },
    })
  }
  return {
    holding,
    amount: moved,
    shown: (value) => shownAmount(amountOf(unit, value), holding?.multiplier),
  }
}

/** @param margin percent of the fee that is kept beside it */
async function maximum(
  tools: CapabilityTools,
  client: EvmClient,
  request: Intent,
  margin = maximumMargin,
): Promise<Amount> {
  if (request.token) {
    const { held, multiplier } = await readHolding(client, request, request.token)
    return shownAmount(amountOf(request.token, held), multiplier)
  }
  if (!hasCoin(client)) return amountOf(client.chain.nativeCurrency, 0n)
  const { from, provider, signal } = request
  const balance = await getBalance(client, { address: from.address as Address })
  // To send something takes more gas than to send nothing, and an amount of as many digits as many bytes.
  const transfer = toTransfer(request, { amount: balance / 2n, holding: undefined })
  const [plan, { limit, estimated }, extra, way] = await Promise.all([
    planFees(client, request.feeLevel ?? 'normal'),
    estimateGasLimit(client, transfer),
    rollupFees(client, transfer),
    readWayOntoChain(client, from),
  ])
  const priced = { from, way, provider, signal, calls: [transfer], limit, used: estimated, plan, extra }
  const { most: fee, toHold, isWalletsOwn } = await readAccountFees(tools, client, priced)
  const kept = isWalletsOwn && margin < walletsMargin ? walletsMargin : margin
  const left = balance - toHold - (fee * kept) / 100n
  return amountOf(client.chain.nativeCurrency, left > 0n ? left : 0n)
}

const amountOf = ({ symbol, decimals }: Omit<Amount, 'value'>, value: bigint): Amount => ({
  value,
  symbol,
  decimals,
})

function receiverOf({ to, networkId }: Pick<Intent, 'to'> & Partial<Pick<Intent, 'networkId'>>): Address {
  const receiver = isAddress(to, networkId) ? toChecksumAddress(to) : undefined
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

function toTransfer(request: Intent, { amount, holding }: Omit<Asset, 'shown'>): Transfer {
  const from = toChecksumAddress(request.from.address) as Address
  const receiver = receiverOf(request)
  if (!holding) return { from, to: receiver, value: amount, data: '0x' }
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [receiver, amount] })
  return { from, to: holding.contract, value: 0n, data }
}

/** What leaves and enters the sender's account, for the coin and the token that is sent. */
function changesOf(
  { from, token }: SendRequest,
  movements: readonly Movement[],
  sent: Asset,
  coin: Omit<Amount, 'value'>,
): readonly BalanceChange[] {
  const assets: readonly (readonly [Address | 'native', Asset['shown']])[] = [
    ['native', (value) => amountOf(coin, value)],
    ...(token ? [[token.address as Address, sent.shown] as const] : []),
  ]
  return assets.flatMap(([asset, shown]) => {
    const value = flow(movements, asset, from.address)
    return value === 0n ? [] : [{ address: from.address, amount: shown(value) }]
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

function noticesOf(
  request: SendRequest,
  { amount, holding }: Asset,
  receiver: Address,
  code: Hex | undefined,
  movements: readonly Movement[] | undefined,
): readonly SendNotice[] {
  const { from, token } = request
  const isContract = code !== undefined && code !== '0x' && !delegation.test(code)
  const toSelf = isSameAddress(receiver, from.address)
  const notices: SendNotice[] = [...(holding && token ? scaledNotice(holding, amount, token) : [])]
  const say = (holds: boolean, notice: SendNotice) => holds && notices.push(notice)
  say(toSelf, { code: 'SEND_TO_SELF', message: 'You are sending to your own account.', severity: 'info' })
  say(token !== undefined && isSameAddress(receiver, token.address), {
    code: 'SEND_TO_TOKEN_CONTRACT',
    message: 'The receiver is the token’s own contract. What is sent there is usually lost.',
    severity: 'warning',
    isLoss: true,
  })
  say(isUnowned(receiver), {
    code: 'RECEIVER_UNOWNED',
    message: 'Nobody holds the key of this address. What is sent there is lost.',
    severity: 'warning',
    isLoss: true,
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
