import { type Address, type Hex, parseAbi, serializeTransaction, toHex } from 'viem'
import { readContract } from 'viem/actions'
import type { EvmClient } from '../../clients.js'
import { isAnswer } from '../isAnswer.js'
import type { Transfer } from './simulate.js'

const oracleAbi = parseAbi([
  'function getL1FeeUpperBound(uint256 size) view returns (uint256)',
  'function getL1Fee(bytes data) view returns (uint256)',
  'function getOperatorFee(uint256 gas) view returns (uint256)',
  'function tokenRatio() view returns (uint256)',
])
/** Bytes of a signed transfer beside its data, rounded up. */
const envelopeSize = 200
/** More gas than a transfer of a coin or a usual token takes. */
const mostGas = 200_000n

/** In the smallest unit of the network's coin. */
export interface RollupFees {
  readonly most: bigint
  readonly likely: bigint
}

interface Oracle {
  readonly client: EvmClient
  readonly address: Address
}

/**
 * Asks what rollups charge beside the gas: for the data on the chain below (OP stack, Mantle, Scroll), and for the operator (OP stack
 * since Isthmus). Their chain objects name the contract that tells. At most a quarter more, because the price below moves with every block
 * there, and a payment of everything fails when it is a unit short.
 */
export async function rollupFees(client: EvmClient, transfer: Transfer): Promise<RollupFees> {
  const contract = client.chain.contracts?.['gasPriceOracle'] as { readonly address?: Address } | undefined
  if (!contract?.address) return { most: 0n, likely: 0n }
  const oracle = { client, address: contract.address }
  // no money: bytes
  const size = envelopeSize + (transfer.data.length - 2) / 2
  const [forData, forThis, forOperator, ratio] = await Promise.all([
    dataFee(oracle, size),
    unlessMissing(read(oracle, 'getL1Fee', [likeSigned(client, transfer)]), async () => undefined),
    unlessMissing(read(oracle, 'getOperatorFee', [mostGas]), async () => 0n),
    coinRatio(oracle),
  ])
  return {
    most: ((forData * ratio + forOperator) * 5n) / 4n,
    likely: (forThis ?? forData) * ratio + forOperator,
  }
}

/** The transfer as the contracts want to see it: they count a signature themselves. Other prices take as many bytes. */
const likeSigned = (client: EvmClient, { to, value, data }: Transfer): Hex =>
  serializeTransaction({
    ...{ type: 'eip1559', chainId: client.chain.id, nonce: 1_000, gas: 100_000n, to, value, data },
    ...{ maxFeePerGas: 1_234_567_890n, maxPriorityFeePerGas: 1_234_567n },
  })

/** Mantle's and Scroll's contracts have no upper bound: they are shown bytes that can't be compressed. */
const dataFee = (oracle: Oracle, size: number): Promise<bigint> =>
  unlessMissing(read(oracle, 'getL1FeeUpperBound', [BigInt(size)]), () =>
    read(oracle, 'getL1Fee', [toHex(crypto.getRandomValues(new Uint8Array(size)))]),
  )

/** Mantle's contract tells the fee for data in ether, and how many of the network's own coin one ether is charged as. */
async function coinRatio(oracle: Oracle): Promise<bigint> {
  if (oracle.client.chain.nativeCurrency.symbol === 'ETH') return 1n
  return unlessMissing(read(oracle, 'tokenRatio', []), async () => 1n)
}

function read(
  { client, address }: Oracle,
  functionName: 'getL1FeeUpperBound' | 'getL1Fee' | 'getOperatorFee' | 'tokenRatio',
  args: readonly unknown[],
): Promise<bigint> {
  return readContract(client, { address, abi: oracleAbi, functionName, args } as never) as Promise<bigint>
}

/** A contract that lacks a function reverts. A node that can't be asked is another matter. */
async function unlessMissing<Other>(
  asked: Promise<bigint>,
  otherwise: () => Promise<Other>,
): Promise<bigint | Other> {
  try {
    return await asked
  } catch (error) {
    if (isAnswer(error)) return otherwise()
    throw error
  }
}
