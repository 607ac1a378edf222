// Transactions of every kind on the local chain, for tests that read them back. Not published.
import type { EvmStack } from '../../../devstack/src/evm/index.js'
import { type Address, encodeFunctionData, erc20Abi, type Hex, parseAbi, parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { deployCollections, embeddedLink } from './collectibles.js'

/** @param from Which of the stack's accounts sends. */
export async function transact(
  stack: EvmStack,
  from: number,
  to: Address | null,
  data: Hex = '0x',
  value = 0n,
): Promise<Hex> {
  const account = privateKeyToAccount(stack.accounts[from]!.privateKey)
  const hash = await stack.client.sendTransaction({
    account,
    to,
    data,
    value,
    gas: 700_000n,
    chain: stack.chain,
  })
  await stack.client.waitForTransactionReceipt({ hash })
  return hash
}

const erc20 = (functionName: 'transfer' | 'approve', to: Address, amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName, args: [to, amount] })
const multicall = parseAbi([
  'struct Call { address target; bool allowFailure; uint256 value; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3Value(Call[] calls) payable returns (Result[])',
])

/** What accounts do. @returns the transaction in which a contract paid coins out. */
export async function makeHistory(stack: EvmStack): Promise<Hex> {
  const alice = stack.accounts[0]!.address
  const bob = stack.accounts[1]!.address
  const { usd, gold } = stack.tokens
  await transact(stack, 0, bob, '0x', parseEther('1'))
  await transact(stack, 1, alice, '0x', 123n)
  await transact(stack, 0, alice, '0x', 5n)
  await transact(stack, 0, usd.address, erc20('transfer', bob, 1_500_000n))
  await transact(stack, 1, gold.address, erc20('transfer', alice, 7n))
  await transact(stack, 0, usd.address, erc20('approve', bob, 9n))
  await transact(stack, 0, usd.address, erc20('transfer', bob, 2n ** 200n))
  await transact(stack, 0, null, '0x6001600c60003960016000f300')
  const collections = await deployCollections(stack, embeddedLink({ name: 'Badge' }))
  await collections.mint(alice, 7n, embeddedLink({ name: 'Seven' }))
  await collections.mintBadges(alice, [3n], [12n])
  const calls = [{ target: alice, allowFailure: false, value: 77n, callData: '0x' as const }]
  const data = encodeFunctionData({ abi: multicall, functionName: 'aggregate3Value', args: [calls] })
  const payout = await transact(stack, 1, stack.contracts.multicall3, data, 77n)
  await fillBlock(stack, bob)
  await transact(stack, 1, alice, '0x', 321n)
  return payout
}

/** One block with more transactions than a page. */
async function fillBlock(stack: EvmStack, bob: Address): Promise<void> {
  await stack.client.setAutomine(false)
  const account = privateKeyToAccount(stack.accounts[0]!.privateKey)
  const start = await stack.client.getTransactionCount({ address: account.address })
  for (let nonce = start; nonce < start + 104; nonce += 1) {
    await stack.client.sendTransaction({
      account,
      to: bob,
      value: 1n,
      nonce,
      gas: 21_000n,
      chain: stack.chain,
    })
  }
  await stack.mine()
  await stack.client.setAutomine(true)
}
