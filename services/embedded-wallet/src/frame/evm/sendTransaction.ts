import { type Hex, parseAbi } from 'viem'
import { nameNetwork } from '../networkNames.js'
import { isTokenCall, type TokenWords } from '../previewEvm.js'
import { askWithFee, type FeeLimit, feeFacts } from '../askWithFee.js'
import { handOver } from './handOver.js'
import { isSaneSymbol } from './isSaneSymbol.js'
import { type Client, clientOf } from './node.js'
import { prepareTransaction, signTransaction } from './prepareTransaction.js'
import { type AskedTransaction, readTransaction } from './readTransaction.js'
import type { EvmContext } from './shapes.js'
import { factsOfControl } from './smart/factsOfControl.js'
import { previewOwnCall } from './smart/previewOwnCall.js'
import { factsOfTrial, tryCalls } from './tryCalls.js'
import { askedBy, networkFact } from '../facts.js'
import { factsOfOne, withoutToldByCall } from './toldByCall.js'
import { say } from '../../words/say.js'

/** `eth_sendTransaction` (EIP-1474). Returns the hash, also when the node's answer is lost. @throws FrameError */
export async function sendTransaction(params: unknown, context: EvmContext): Promise<Hex> {
  const asked = readTransaction(params, context)
  const client = clientOf(context)
  const [{ signable, feeLimit, prices }, trial, token] = await Promise.all([
    prepareTransaction(client, asked, context),
    tryCalls(client, context.address, [asked]),
    tokenOf(client, asked),
  ])
  const { symbol } = nameNetwork(`eip155:${context.chainId}`, context.app)
  const fee: FeeLimit = { value: feeLimit, symbol, ...prices, ...amountOf([asked]) }
  await askWithFee(
    context,
    {
      view: 'approve',
      title: say`Send a transaction`,
      facts: [
        askedBy(context),
        ...factsOfControl(context.address, [asked], trial),
        ...factsOfOne(
          previewOwnCall(context.address, { ...asked, symbol, token }),
          asked.data || trial ? factsOfTrial(withoutToldByCall(trial, asked), symbol) : [],
        ),
        networkFact(`eip155:${context.chainId}`, context.app),
        ...feeFacts(fee),
      ],
      raw: asked.data ?? '0x',
      accept: say`Send`,
      refuse: say`Decline`,
    },
    fee,
  )
  const signed = await signTransaction(signable, context)
  await handOver(client, signed)
  return signed.hash
}

/** What payments send of the coin, for a fee that is held against it. The coins of a contract's call needn't be what it is about. */
export function amountOf(calls: readonly { readonly value: bigint; readonly data?: Hex | undefined }[]): {
  readonly amount?: bigint
} {
  if (calls.some(({ data }) => data !== undefined && data !== '0x')) return {}
  return { amount: calls.reduce((sum, { value }) => sum + value, 0n) }
}

const tokenWords = parseAbi([
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
])

/** What the contract of a token call says of itself, where it says so in a form that is sane. */
export async function tokenOf(
  client: Client,
  { to, data }: Pick<AskedTransaction, 'to' | 'data'>,
): Promise<TokenWords | undefined> {
  return to && isTokenCall(data) ? readTokenWords(client, to) : undefined
}

/** What a token's contract says of itself. Nothing where it isn't sane. */
export async function readTokenWords(client: Client, address: Hex): Promise<TokenWords | undefined> {
  const shared = { address, abi: tokenWords }
  const read = await Promise.all([
    client.readContract({ ...shared, functionName: 'symbol' }),
    client.readContract({ ...shared, functionName: 'decimals' }),
  ]).catch(() => undefined)
  if (!read) return undefined
  const [symbol, decimals] = read
  return isSaneSymbol(symbol) && decimals <= 36 ? { symbol, decimals } : undefined
}
