import { type Address, encodeFunctionData, type Hash, hexToBigInt, parseAbi } from 'viem'
import type { BundleCall } from './callBundles.js'
import { fillTransaction } from './fillTransaction.js'
import { rpcErrors } from './providerRpcError.js'
import type { WalletAccount } from './walletAccount.js'
import type { WalletContext } from './walletContext.js'

const batchAbi = parseAbi([
  'struct Call { address to; uint256 value; bytes data; }',
  'function execute(Call[] calls)',
])

/** Whether an account has been upgraded to the code of a contract (EIP-7702). */
export async function isDelegated(
  { node }: WalletContext,
  chainId: number,
  account: Address,
  delegate: Address,
): Promise<boolean> {
  const code = await node(chainId)('eth_getCode', [account, 'latest'])
  return code === `0xef0100${delegate.slice(2).toLowerCase()}`
}

/** Sends calls as one transaction of the account to itself, which upgrades it first where that was not done. */
export function sendBatch(
  context: WalletContext,
  account: WalletAccount,
  chainId: number,
  calls: readonly BundleCall[],
  delegate: Address,
): Promise<Hash> {
  return context.inOrder(async () => {
    const node = context.node(chainId)
    const { address } = account
    const data = encodeFunctionData({
      abi: batchAbi,
      functionName: 'execute',
      args: [
        calls.map(({ to = address, value, data: callData = '0x' }) => ({
          to,
          value: value ? hexToBigInt(value) : 0n,
          data: callData,
        })),
      ],
    })
    // What it takes cannot be estimated before the account has the code.
    const gas = `0x${(2_000_000).toString(16)}` as const
    const filled = await fillTransaction(node, chainId, { from: address, to: address, data, gas })
    if (filled.type !== 'eip1559' || filled.nonce === undefined) {
      throw rpcErrors.internal('A chain without a fee market upgrades no accounts.')
    }
    const isUpgraded = await isDelegated(context, chainId, address, delegate)
    // The transaction itself counts first.
    const nonce = filled.nonce + 1
    const authorizationList = isUpgraded
      ? []
      : [await account.signAuthorization({ contractAddress: delegate, chainId, nonce })]
    const signed = await account.signTransaction(
      isUpgraded ? filled : { ...filled, type: 'eip7702', authorizationList },
    )
    const hash = await node('eth_sendRawTransaction', [signed])
    if (typeof hash !== 'string') throw rpcErrors.internal('The node did not answer with a transaction hash.')
    return hash as Hash
  })
}
