import { type Address, parseAbi } from 'viem'
import { readContract } from 'viem/actions'
import type { EvmClient } from '../../clients.js'
import { isAnswer } from '../isAnswer.js'
import type { Transfer } from './simulate.js'

const oracleAbi = parseAbi([
  'function getL1FeeUpperBound(uint256 size) view returns (uint256)',
  'function getOperatorFee(uint256 gas) view returns (uint256)',
])
/** Bytes of a signed transfer beside its data, rounded up. */
const envelopeSize = 200
/** More gas than a transfer of a coin or a usual token takes. */
const mostGas = 200_000n

/**
 * What rollups of the OP stack charge beside the gas: for the data on the chain below, and for the operator since Isthmus.
 * Their chain objects name the contract that tells. A quarter more, because the price below moves with every block there,
 * and a payment of everything fails when it is a unit short.
 */
export async function rollupFee(client: EvmClient, { data }: Transfer): Promise<bigint> {
  const oracle = client.chain.contracts?.['gasPriceOracle'] as { readonly address?: Address } | undefined
  if (!oracle?.address) return 0n
  const contract = { address: oracle.address, abi: oracleAbi }
  // no money: bytes
  const size = BigInt(envelopeSize + (data.length - 2) / 2)
  const [forData, forOperator] = await Promise.all([
    readContract(client, { ...contract, functionName: 'getL1FeeUpperBound', args: [size] }),
    readContract(client, { ...contract, functionName: 'getOperatorFee', args: [mostGas] }).catch(
      nothingBefore,
    ),
  ])
  return ((forData + forOperator) * 5n) / 4n
}

/** Before Isthmus the contract does not have it, and nothing is charged. */
function nothingBefore(error: unknown): bigint {
  if (isAnswer(error)) return 0n
  throw error
}
