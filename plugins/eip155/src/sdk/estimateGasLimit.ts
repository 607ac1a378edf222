import { withGasMargin } from '@latchkey/kernel/chain'
import type { Address, Hex } from 'viem'
import { estimateGas, getBlock, getCode } from 'viem/actions'
import type { EvmClient } from '../clients.js'

export interface PricedCall {
  readonly from: Address
  readonly to: Address
  readonly value: bigint
  readonly data: Hex
}

export interface GasEstimate {
  /** What a transaction may use. */
  readonly limit: bigint
  /** What the node found that it needs. */
  readonly estimated: bigint
}

/** Has the node estimate a transaction. @throws whatever the node answers, also when the call would fail */
export async function estimateGasLimit(
  client: EvmClient,
  { from, ...call }: PricedCall,
): Promise<GasEstimate> {
  const [estimated, { gasLimit }, code] = await Promise.all([
    estimateGas(client, { account: from, ...call }),
    getBlock(client),
    call.data === '0x' ? getCode(client, { address: call.to }) : undefined,
  ])
  const isPlain = call.data === '0x' && (code === undefined || code === '0x')
  return { limit: withGasMargin(estimated, { isPlain, blockGasLimit: gasLimit }), estimated }
}
