import { devAccounts, type EvmAccount, type EvmStack, startEvm, waitForReceipt } from '@latchkey/devstack/evm'
import {
  type Address,
  type Hex,
  labelhash,
  namehash,
  numberToHex,
  parseAbi,
  parseEther,
  parseUnits,
} from 'viem'

export interface FurnishedEvm extends EvmStack {
  /** The visitor's accounts. The first has a name, and a month of payments behind it. */
  readonly residents: readonly EvmAccount[]
}

/** Well-known words of BIP-39's own test vectors: nobody keeps money there. */
const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
const name = 'robin.eth'
const day = 86_400
const days = 30

const tokenAbi = parseAbi(['function transfer(address to, uint256 amount) returns (bool)'])
const registryAbi = parseAbi([
  'function owner(bytes32 node) view returns (address)',
  'function setSubnodeOwner(bytes32 node, bytes32 label, address owner) returns (bytes32)',
  'function setResolver(bytes32 node, address resolver)',
])
const resolverAbi = parseAbi(['function setAddr(bytes32 node, address addr)'])
const reverseAbi = parseAbi(['function setName(string name) returns (bytes32)'])

interface Payment {
  /** How many days ago. */
  readonly ago: number
  readonly direction: 'in' | 'out'
  readonly amount: string
  /** The coin unless named. */
  readonly token?: 'usd' | 'gold'
  /** Index of the other account of the chain. */
  readonly with: number
}

/** What somebody with a job, a rent and a friend does in a month. */
const payments: readonly Payment[] = [
  { ago: 29, direction: 'in', amount: '2.4', with: 5 },
  { ago: 28, direction: 'in', amount: '1850', token: 'usd', with: 6 },
  { ago: 26, direction: 'out', amount: '640', token: 'usd', with: 7 },
  { ago: 22, direction: 'out', amount: '0.15', with: 8 },
  { ago: 19, direction: 'in', amount: '12', token: 'gold', with: 5 },
  { ago: 15, direction: 'out', amount: '42.5', token: 'usd', with: 8 },
  { ago: 14, direction: 'in', amount: '1850', token: 'usd', with: 6 },
  { ago: 11, direction: 'in', amount: '0.75', with: 7 },
  { ago: 6, direction: 'out', amount: '2.5', token: 'gold', with: 8 },
  { ago: 3, direction: 'out', amount: '118.2', token: 'usd', with: 7 },
  { ago: 1, direction: 'in', amount: '0.08', with: 8 },
]

/** Starts a local chain that began a month ago, and does what an account's owner did since. */
export async function startFurnishedEvm(options: {
  readonly chainId: number
  readonly name: string
}): Promise<FurnishedEvm> {
  const residents = devAccounts(words, 3)
  const now = Math.floor(Date.now() / 1000)
  const anvilArguments = ['--timestamp', String(now - (days + 1) * day)]
  const stack = await startEvm({ ...options, anvilArguments })
  try {
    const [resident] = residents
    if (!resident) throw new Error('The words lead to no account.')
    await stack.client.impersonateAccount({ address: resident.address })
    for (const [index, payment] of payments.entries()) {
      await stack.client.setNextBlockTimestamp({ timestamp: BigInt(now - payment.ago * day) })
      await pay(stack, resident.address, payment)
      // The first payment pays for the name, too.
      if (index === 0) await takeName(stack, resident.address)
    }
    await stack.client.stopImpersonatingAccount({ address: resident.address })
    // The chain's clock starts at this moment, so new quotes and bills have the same time as its blocks.
    const time = numberToHex(Math.floor(Date.now() / 1000))
    await stack.client.request({ method: 'evm_setTime', params: [time] } as never)
    await stack.mine()
    return { ...stack, residents }
  } catch (error) {
    await stack.stop()
    throw error
  }
}

async function pay(stack: EvmStack, resident: Address, payment: Payment): Promise<void> {
  const other = stack.accounts[payment.with]?.address
  if (!other) throw new Error(`The chain has no account ${payment.with}.`)
  const [account, to] = payment.direction === 'in' ? [other, resident] : [resident, other]
  const { client } = stack
  if (!payment.token) {
    const hash = await client.sendTransaction({ account, to, value: parseEther(payment.amount), chain: null })
    return confirm(stack, hash)
  }
  const token = stack.tokens[payment.token]
  const hash = await client.writeContract({
    account,
    chain: null,
    address: token.address,
    abi: tokenAbi,
    functionName: 'transfer',
    args: [to, parseUnits(payment.amount, token.decimals)],
  })
  await confirm(stack, hash)
}

/** Registers the name as the owner of `.eth` does, and makes it the account's primary name. */
async function takeName(stack: EvmStack, resident: Address): Promise<void> {
  const { client, contracts } = stack
  const registry = { address: contracts.ensRegistry, abi: registryAbi, chain: null } as const
  const [label = ''] = name.split('.')
  const owner = await client.readContract({ ...registry, functionName: 'owner', args: [namehash('eth')] })
  await stack.setBalance(owner, parseEther('1'))
  await client.impersonateAccount({ address: owner })
  await confirm(
    stack,
    await client.writeContract({
      ...registry,
      account: owner,
      functionName: 'setSubnodeOwner',
      args: [namehash('eth'), labelhash(label), resident],
    }),
  )
  await client.stopImpersonatingAccount({ address: owner })
  const own = { account: resident, chain: null } as const
  const node = namehash(name)
  const resolver = { ...own, address: contracts.ensResolver, abi: resolverAbi } as const
  const reverse = { ...own, address: contracts.ensReverseRegistrar, abi: reverseAbi } as const
  const set = { ...registry, ...own, functionName: 'setResolver' } as const
  await confirm(stack, await client.writeContract({ ...set, args: [node, contracts.ensResolver] }))
  await confirm(
    stack,
    await client.writeContract({ ...resolver, functionName: 'setAddr', args: [node, resident] }),
  )
  await confirm(stack, await client.writeContract({ ...reverse, functionName: 'setName', args: [name] }))
}

async function confirm({ client }: EvmStack, hash: Hex): Promise<void> {
  const { status } = await waitForReceipt(client, hash)
  if (status !== 'success') throw new Error(`The transaction ${hash} of the local chain failed.`)
}
