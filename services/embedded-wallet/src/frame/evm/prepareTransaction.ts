import { withGasMargin } from '@latchkey/plugin-email-auth/protocol'
import type { TransactionSerializable } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { nameSigned, type SignedTransaction } from './handOver.js'
import { type Client, nodeError } from './node.js'
import type { AskedTransaction } from './readTransaction.js'
import type { EvmContext } from './shapes.js'

/** A transaction with everything that is signed, and the most that it can cost in fees. */
export interface PreparedTransaction {
  readonly signable: TransactionSerializable
  readonly feeLimit: bigint
  /** Where the app named a price for gas: this one, and what lasts through some blocks at the network's own. */
  readonly prices?: { readonly price: bigint; readonly usualPrice: bigint }
}

/** Fills in what the app left open. What it gave stays as it is, whatever the node says. @throws FrameError */
export async function prepareTransaction(
  client: Client,
  asked: AskedTransaction,
  { address, chainId }: Pick<EvmContext, 'address' | 'chainId'>,
): Promise<PreparedTransaction> {
  const filled = await client
    .prepareTransactionRequest({
      account: address,
      chain: client.chain,
      ...asked,
      parameters: ['nonce', 'gas', 'fees', 'type'],
    } as never)
    .catch((cause: unknown) => {
      throw nodeError(cause)
    })
  // viem infers its answer from the types of the request, and these are known only when it runs.
  const {
    gas: found = 0n,
    nonce = 0,
    gasPrice,
    maxFeePerGas,
    maxPriorityFeePerGas,
  } = filled as unknown as Filled
  const gas = asked.gas ?? (await limitGas(client, asked, found))
  const { to, data, value, accessList } = asked
  const shared = { chainId, ...(to ? { to } : {}), ...(data ? { data } : {}), value, gas, nonce }
  const list = accessList ? { accessList } : {}
  const isPriced = maxFeePerGas === undefined
  const priced = { ...shared, gasPrice: gasPrice ?? 0n }
  const signable: TransactionSerializable = isPriced
    ? asked.type === 'eip2930' || accessList
      ? { ...priced, ...list, type: 'eip2930' }
      : { ...priced, type: 'legacy' }
    : {
        ...shared,
        ...list,
        type: 'eip1559',
        maxFeePerGas,
        maxPriorityFeePerGas: maxPriorityFeePerGas ?? 0n,
      }
  const price = maxFeePerGas ?? gasPrice ?? 0n
  const isOfApp = asked.gasPrice !== undefined || asked.maxFeePerGas !== undefined
  return {
    signable,
    feeLimit: gas * price,
    ...(isOfApp ? { prices: { price, usualPrice: 2n * (await readGasPrice(client)) } } : {}),
  }
}

const readGasPrice = (client: Client): Promise<bigint> =>
  client.getGasPrice().catch((cause: unknown) => {
    throw nodeError(cause)
  })

/** The node's estimate, with the margin that fits into its blocks. */
async function limitGas(client: Client, { to, data }: AskedTransaction, estimated: bigint): Promise<bigint> {
  const isPayment = to !== undefined && (data === undefined || data === '0x')
  const [{ gasLimit }, code] = await Promise.all([
    client.getBlock(),
    isPayment ? client.getCode({ address: to }) : undefined,
  ]).catch((cause: unknown) => {
    throw nodeError(cause)
  })
  const isPlain = isPayment && (code === undefined || code === '0x')
  return withGasMargin(estimated, { isPlain, blockGasLimit: gasLimit })
}

export async function signTransaction(
  signable: TransactionSerializable,
  { key }: Pick<EvmContext, 'key'>,
): Promise<SignedTransaction> {
  return nameSigned(await privateKeyToAccount(await key()).signTransaction(signable))
}

interface Filled {
  readonly gas?: bigint
  readonly nonce?: number
  readonly gasPrice?: bigint
  readonly maxFeePerGas?: bigint
  readonly maxPriorityFeePerGas?: bigint
}
